"""Python scripts in processes of their own, each a fork of one that has imported Numba and the library, but no game.

Numba takes longer to import than most scripts to run. What it reads of its environment it has read by then: a script
with other ``NUMBA_`` variables gets a process from the beginning.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from subprocess import PIPE
from types import TracebackType

_READY = """
import json, os, resource, sys, traceback
import cogitable.envs.table.tables  # imports Numba, which takes longer than most scripts

for line in sys.stdin:
    task = json.loads(line)
    child = os.fork()
    if not child:
        code = 1
        try:
            os.environ.clear()
            os.environ.update(task["environment"])
            os.chdir(task["cwd"])
            sys.path[:0] = task["path"]
            for number, file in enumerate(task["outputs"], 1):
                os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
            if task["limit"]:
                resource.setrlimit(resource.RLIMIT_FSIZE, (task["limit"], task["limit"]))
            exec(task["script"], {"__name__": "__main__"})
            sys.stdout.flush()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Forks:
    """Runs scripts, one at a time; to be used in a ``with`` statement."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._environment = dict(environment)

    def __enter__(self) -> Forks:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _READY], stdin=PIPE, stdout=PIPE, text=True, env=self._environment
        )
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, where: TracebackType | None) -> None:
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def run(
        self, script: str, folder: Path, path: Sequence[str], limit: int | None = None, **environment: str
    ) -> tuple[int, str, str]:
        """Run a script.

        Args:
            script: What to run.
            folder: Where it runs; its output is kept there, too.
            path: What to look for modules in before all else.
            limit: Most bytes that it may write into a file.
            environment: Variables besides those of all scripts.

        Returns:
            Exit code, standard output, standard error.
        """
        outputs = [str(folder / name) for name in ("output", "errors")]
        everything = {**self._environment, **environment}
        task = {"script": script, "limit": limit, "environment": everything, "outputs": outputs}
        line = json.dumps({**task, "cwd": str(folder), "path": list(path)}) + "\n"
        if any(name.startswith("NUMBA_") for name in environment):
            done = subprocess.run(
                [sys.executable, "-c", _READY],
                input=line,
                stdout=PIPE,
                text=True,
                env=everything,
                timeout=300,
                check=True,
            )
            code = int(done.stdout)
        else:
            self._process.stdin.write(line)
            self._process.stdin.flush()
            code = int(self._process.stdout.readline())
        told, errors = (Path(name).read_text() for name in outputs)
        return code, told, errors
