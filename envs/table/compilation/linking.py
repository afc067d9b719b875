"""Numba's code libraries, so that each entry point is optimised once.

Numba optimises and emits every function by itself, with all that it calls linked into it, and does so again for all
that calls it. For some hundred small functions that call one another ten deep this is most of the time that compilation
takes. Here a ``@compiled`` function is a *part*: its code is kept as it was lowered and tidied up by itself alone. The
entry point links all the parts below it, once, and is optimised and emitted as a whole.

This goes by Numba's own switch for it, ``pipeline_class``: other Numba code in the same process is compiled as it
always was, and may call parts.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.typing.templates import infer, infer_global, make_overload_template

_NAME = "cogitable"
_generation = [0]  # of the rules that there are; what was compiled of an earlier one is not called again


class _Environments:
    """Takes what Numba would write into the emitted code of a part: there is none before its entry point's."""

    def __init__(self) -> None:
        self.known: dict[str, Any] = {}

    def set_env(self, name: str, environment: Any) -> None:
        self.known[name] = environment


class _Part(JITCodeLibrary):
    """The code of one ``@compiled`` function, not emitted by itself."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments = _Environments()
        self._whole: Any = None

    @property
    def codegen(self) -> Any:
        """Where :meth:`CPUContext.get_executable` leaves the function's environment."""
        return self.environments

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        self._finalized = True
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage.name == "external":
                function.linkage = "linkonce_odr"

    def get_pointer_to_function(self, name: str) -> int:
        """Return what stands for a function that Python cannot call."""
        return 0

    def own_module(self) -> Any:
        """Return the function's own code alone."""
        self._ensure_finalized()
        return self._final_module

    def _get_module_for_linking(self) -> Any:
        """Return the code with all that it calls, for callers that are not of this library."""
        if self._whole is None:
            self._whole = self.own_module().clone()
            for library in _below(self):
                self._whole.link_in(_module(library), preserve=True)
        return self._whole


class _Whole(JITCodeLibrary):
    """The code of an entry point with all its parts."""

    def add_linking_library(self, library: Any) -> None:
        self._linking_libraries.append(library)

    def finalize(self) -> None:
        libraries = _below(self)
        shared = [library for library in libraries if hasattr(library, "provide")]  # is called and not copied
        for library in libraries:
            if library in shared:
                library._ensure_finalized()
                continue
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_module(library), preserve=True)
        called = [function.name for function in self._final_module.functions if function.is_declaration]
        for library in shared:
            self._reload_init.add(partial(library.provide, [name for name in called if library.tag in name]))
        self._linking_libraries: list[Any] = []
        super().finalize()
        kept = {variable.name for variable in self._final_module.global_variables}
        for library in libraries:
            if isinstance(library, _Part):
                for name in kept & library.environments.known.keys():
                    self._codegen.set_env(name, library.environments.known[name])


def _module(library: Any) -> Any:
    return library.own_module() if isinstance(library, _Part) else library._get_module_for_linking()


def _below(library: Any) -> list[Any]:
    """Return every library that another one calls, directly or not, once, and each before those that it calls itself.

    In another order code may be missing: LLVM takes over a function only if what is there already calls it.
    """
    called_first, seen = [], {library}
    waiting = [(library, iter(library._linking_libraries))]
    while waiting:
        library, others = waiting[-1]
        other = next((one for one in others if one not in seen), None)
        if other is None:
            called_first.append(library)
            waiting.pop()
            continue
        seen.add(other)
        waiting.append((other, iter(other._linking_libraries if isinstance(other, _Part) else ())))
    return called_first[-2::-1]


class _Arguments(tuple):
    """Types of arguments that are written out briefly.

    Numba writes them out at each of some thirty passes, for whoever listens; with all fields of a record that was a
    tenth of the time that a large game took to compile.
    """

    def __str__(self) -> str:
        return f"{len(self)} arguments"


class PartCompiler(Compiler):
    """Compiles a function into whatever calls it."""

    library_class: type[JITCodeLibrary] = _Part

    def __init__(self, typingctx: Any, targetctx: Any, library: Any, args: tuple, *rest: Any) -> None:
        library = self.library_class(targetctx.codegen(), _NAME)
        library.enable_object_caching()
        super().__init__(typingctx, targetctx, library, _Arguments(args), *rest)


class WholeCompiler(PartCompiler):
    """Compiles an entry point with all that it calls."""

    library_class = _Whole

    def compile_extra(self, function: Callable) -> Any:
        """Compile without stops: compilation makes much that lives on, and the collector would go through it often."""
        with _no_collection():
            return super().compile_extra(function)


class SharedCompiler(WholeCompiler):
    """Compiles what entry points call and do not copy. A subclass for each function says which."""

    tag: str
    """Says what the code was made from; it is a part of its name."""
    provide: Callable[[tuple, list[str]], None]
    """Loads or compiles the function for given types of arguments; raises unless it has the names that are called."""

    def define_pipelines(self) -> Any:
        """Name the code by what it was made from: the same name in every process, and never two codes of one name."""
        self.state.func_id.unique_id = self.tag
        self.state.library.tag = self.tag
        self.state.library.provide = partial(type(self).provide, tuple(self.state.args))
        return super().define_pipelines()

    @classmethod
    def mark(cls, result: Any) -> None:
        """Mark code that comes out of the cache as shared."""
        result.library.tag = cls.tag
        result.library.provide = partial(cls.provide, tuple(result.signature.args))


@contextmanager
def _no_collection() -> Iterator[None]:
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def register_part(function: Callable, choose: Callable, options: dict[str, Any]) -> None:
    """Let Numba compile ``function`` as a part: what ``numba.extending.overload`` does, but once.

    Numba's own compiles an overload again for callers with other options (``inline``, say). All options of a part are
    its own, so that would be the same code.

    Args:
        function: What compiled code calls.
        choose: Takes the types of the arguments and returns the function to compile for them.
        options: Options of ``numba.njit``; those that Numba would take over from the caller must be among them.
    """
    options = {"no_cpython_wrapper": True, "nopython": True, "fastmath": False, "forceinline": False, **options}
    template = make_overload_template(function, choose, {**options, "pipeline_class": PartCompiler}, False, "never")
    template._get_impl = _get_implementation
    infer(template)
    infer_global(function, types.Function(template))


def forget_parts() -> None:
    """Let what is compiled from here on compile its parts anew: rules have been replaced, as by a reload."""
    _generation[0] += 1


def _get_implementation(template: Any, args: tuple, kws: dict) -> Any:
    key = template.context, tuple(args), tuple(kws.items()), _generation[0]
    known = template._impl_cache.get(key)
    return known if known is not None else template._build_impl(key, args, kws)
