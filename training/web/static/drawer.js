"use strict";
// Rules and cards beside the table: pages of this server, of which the content is taken over

function drawer() {
  const panel = byId("drawer"), content = byId("drawer-content"), find = byId("drawer-find");
  let before = null;

  function close() {
    show(panel, false);
    before?.focus();
  }

  function filter() {
    const wanted = find.value.toLowerCase();
    for (const part of content.querySelectorAll("tbody tr, article > *"))
      show(part, part.matches("h1, h2") || part.textContent.toLowerCase().includes(wanted));
  }

  for (const link of document.querySelectorAll("a.aside")) {
    link.onclick = async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const answer = await fetch(link.href);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      content.replaceChildren(...document.importNode(page.getElementById("main"), true).childNodes);
      byId("drawer-page").href = link.href;
      before = link;
      find.value = "";
      show(panel, true);
      panel.focus();
    };
  }
  find.oninput = filter;
  byId("drawer-close").onclick = close;
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) close(); });
}

drawer();
