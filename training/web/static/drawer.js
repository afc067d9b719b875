"use strict";
// Rules and cards beside the table: pages of this server, of which the content is taken over

function drawer() {
  const panel = byId("drawer"), content = byId("drawer-content"), find = byId("drawer-find");
  let before = null;

  function close() {
    show(panel, false);
    before?.focus();
  }

  async function read(place) {
    const page = new DOMParser().parseFromString(await (await fetched(place)).text(), "text/html");
    return document.importNode(page.getElementById("main"), true).childNodes;
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
      before = link;
      content.replaceChildren("…");
      byId("drawer-page").href = link.href;
      find.value = "";
      show(panel, true);
      panel.focus();
      const parts = await read(link.href).catch((error) => [made("p", error.message, { class: "error", role: "alert" })]);
      if (before === link) content.replaceChildren(...parts);  // else another page has been opened meanwhile
    };
  }
  find.oninput = filter;
  byId("drawer-close").onclick = close;
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && !panel.hidden) close(); });
}

drawer();
