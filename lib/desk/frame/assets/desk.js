// Actions of pages; each page works without them. Elements ask for an action in data attributes:
//   data-refresh="<url>" with an id: fetched again every few seconds, and replaced by the element of the same id there;
//     204 is nothing new
//   data-pill on a hidden button: shown from data-turns="<time>" on, and once data-news="<url>", which is asked every few
//     seconds, answers in words; loads the page again, with what was typed
//   data-due="<time>": counts in the words that #live has of data-kind before that time, and of data-past after it
//   data-step on a form: what it leads to takes its page's place in the history, so that one Back returns to the list
//   data-copy="<text>" on a hidden button: shown, copies the text, and says data-copied
//   data-focus gets the focus, unless a field is wrong: then the first of them does
//   data-recorded on the line that says what was recorded before the page was loaded: said to those who do not see it
//   data-print on a hidden button: shown, prints the page
//   data-tick-all on a hidden box of a table: shown, ticks all rows, or none; a box named group those below it, of which
//     there are data-count on all pages; with the shift key a row's box ticks all up to it
//   data-count on the button that counts again what is ticked: hidden, and pressed with every tick
//   data-decide on what decides the selection, or what the page is about: pressed by a key
//   data-take on what takes the case of the page, and rel=next and rel=prev on the links beside it: pressed by keys
//   data-with-keys on hidden lines of a menu, shown; data-keys on a button: shows the list of keys, in which data-close closes it

const SECONDS = 5;

// A screen reader says what changes in a region once it knows the region.
const SPOKEN_AFTER_MS = 500;
const SLOWEST_SECONDS = 60;

const WRONG = ":is(input, select, textarea)[aria-invalid], [role=radiogroup][aria-invalid] input";

const live = document.getElementById("live");

function say(text) {
  if (live && text) live.textContent = text;
}

// The same link has the focus after its row is replaced.
function focusedLink(within) {
  const { activeElement } = document;
  return within.contains(activeElement) ? activeElement.getAttribute("href") : null;
}

function ask(url, options = {}) {
  return fetch(url, { headers: { accept: "text/html" }, redirect: "error", ...options });
}

const OUTCOMES = { 204: "same", 401: "signed out" };

async function refreshed(element) {
  const response = await ask(element.dataset.refresh);
  if (response.status !== 200) return OUTCOMES[response.status] ?? "failed";
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const found = page.getElementById(element.id);
  if (!found) return "over";
  const href = focusedLink(element);
  element.replaceWith(found);
  if (href !== null) {
    for (const link of found.querySelectorAll("a")) if (link.getAttribute("href") === href) link.focus();
  }
  prepare(found);
  return "new";
}

// Rows stay where they are under the pointer: the news are on a button.
async function told(button) {
  if (!button.isConnected) return "over";
  const response = await ask(button.dataset.news);
  if (underway.size > 0) return "same";
  if (response.status !== 200) return OUTCOMES[response.status] ?? "failed";
  tell(button, await response.text());
  return "new";
}

function tell(button, words) {
  if (button.hidden || button.textContent !== words) say(words);
  button.textContent = words;
  button.hidden = false;
}

async function follow(look, seconds) {
  let next = SECONDS;
  // A hidden page needs no news, and one without a session gets none.
  // While a form is under way, what changes is its own act.
  if (!document.hidden && !sessionEnd && underway.size === 0) {
    const outcome = await look().catch(() => "failed");
    if (outcome === "over") return;
    if (outcome === "signed out") await isSignedIn();
    // A failing request is repeated less and less often.
    if (outcome === "failed") next = Math.min(SLOWEST_SECONDS, seconds * 2);
  }
  setTimeout(follow, next * 1000, look, next);
}

function prepare(within) {
  for (const button of within.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      say(button.dataset.copied);
    });
  }
  for (const button of within.querySelectorAll("button[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }
  for (const pill of within.querySelectorAll("[data-pill]")) {
    pill.addEventListener("click", () => {
      keepTyped();
      location.reload();
    });
    if (pill.dataset.news) followed(() => told(pill));
  }
  const focused = within.querySelector(WRONG) ?? within.querySelector("[data-focus]");
  const { top } = focused?.getBoundingClientRect() ?? { top: 0 };
  focused?.focus({ preventScroll: top > 0 && top < innerHeight / 2 });
  for (const line of within.querySelectorAll("[data-recorded]"))
    setTimeout(say, SPOKEN_AFTER_MS, line.textContent);
  for (const button of within.querySelectorAll("[data-count][name=act]")) button.hidden = true;
  for (const all of within.querySelectorAll("[data-tick-all]")) {
    all.hidden = false;
    showTicks(all.closest("table"));
  }
}

function rowsBelow(box) {
  return [...box.closest(box.name === "group" ? "tbody" : "table").querySelectorAll("[name=case]")];
}

// A box over rows shows whether all of them are ticked; a group with rows on other pages is ticked by its own box alone.
function showTicks(table) {
  for (const box of table.querySelectorAll("[data-tick-all], [name=group]")) {
    const rows = rowsBelow(box);
    const ticked = rows.filter(({ checked }) => checked).length;
    const isWhole = !(box.dataset.count > rows.length);
    box.checked = ticked > 0 && ticked === rows.length && (isWhole || box.checked);
    box.indeterminate = ticked > 0 && !box.checked;
  }
}

let lastTicked;

document.addEventListener("click", ({ target, shiftKey }) => {
  if (target.name !== "case" || target.type !== "checkbox") return;
  const rows = [...target.form.querySelectorAll("tbody [name=case]")];
  const [from, to] = [rows.indexOf(lastTicked), rows.indexOf(target)].sort((a, b) => a - b);
  if (shiftKey && from >= 0) for (const one of rows.slice(from, to)) one.checked = target.checked;
  lastTicked = target;
});

document.addEventListener("change", ({ target }) => {
  const table = target.matches(".c-tick input") && target.closest("table");
  if (!table) return;
  if (target.name !== "case") for (const one of rowsBelow(target)) one.checked = target.checked;
  showTicks(table);
  countAgain(target.form);
});

let counting;

// What is typed in the sheet goes with the form, and comes back; who types there counts with its button.
function countAgain(form) {
  const button = form.querySelector("[data-count][name=act]");
  if (!button) return;
  clearTimeout(counting);
  counting = setTimeout(async () => {
    const body = new URLSearchParams(new FormData(form, button));
    const response = await fetch(form.getAttribute("action"), { method: "POST", body }).catch(
      () => undefined,
    );
    if (response?.status === 201) location.assign(response.headers.get("location"));
    if (response?.status !== 200) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const sheet = button.closest(".sheet");
    const found = page.querySelector(".sheet");
    if (!found || sheet.contains(document.activeElement)) return;
    found.querySelector("[data-count]").hidden = true;
    sheet.replaceWith(found);
  }, 200);
}

// One-letter shortcuts: off while the user types, and while the box in the menu of the account is not ticked.
const KEYS = "vigia-keys";
const box = document.getElementById("keys");
for (const button of document.querySelectorAll("[data-keys]")) button.addEventListener("click", showKeys);
for (const button of document.querySelectorAll("[data-close]"))
  button.addEventListener("click", () => button.closest("dialog").close());

function areKeysOn() {
  try {
    return localStorage.getItem(KEYS) !== "off";
  } catch {
    return true;
  }
}

function keepKeys(on) {
  try {
    localStorage.setItem(KEYS, on ? "on" : "off");
  } catch {
    // Then they are on again with the next page.
  }
}

// The first link of each row.
function rowLinks() {
  return [...document.querySelectorAll("main tbody tr")].flatMap((row) => {
    const link = row.querySelector("a");
    return link?.checkVisibility() ? [link] : [];
  });
}

function move(by) {
  const links = rowLinks();
  // A page without rows is one of a list itself.
  if (links.length === 0) document.querySelector(by > 0 ? "a[rel=next]" : "a[rel=prev]")?.click();
  const row = document.activeElement.closest("tr");
  const now = links.findIndex((link) => row?.contains(link));
  const next = now < 0 ? 0 : now + by;
  links[next]?.focus();
}

// Presses a part of the row that has the focus.
function press(selector) {
  document.activeElement.closest("tr")?.querySelector(selector)?.click();
}

// Decides the selection; without one the row that has the focus, or what the page is about.
function decide() {
  const box = document.activeElement.closest("tr")?.querySelector("[name=case]");
  if (box && !document.querySelector("tbody [name=case]:checked")) box.click();
  document.querySelector("[data-decide]")?.click();
}

const keyList = document.getElementById("key-list");

function showKeys() {
  if (keyList && !keyList.open) keyList.showModal();
}

const ACTS = {
  x: () => press("[type=checkbox]"),
  e: () => {
    press("[name=take]");
    document.querySelector("[data-take]")?.click();
  },
  d: decide,
  u: () => document.querySelector("main .back")?.click(),
  "?": showKeys,
  j: () => move(1),
  k: () => move(-1),
  "/": () => document.querySelector("[type=search]")?.focus(),
};

document.addEventListener("keydown", (event) => {
  const act = Object.hasOwn(ACTS, event.key) ? ACTS[event.key] : undefined;
  const writes =
    event.target instanceof Element && event.target.closest("input:not([type=checkbox]), select, textarea");
  if (
    !act ||
    writes ||
    keyList?.open ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (box && !box.checked)
  )
    return;
  event.preventDefault();
  act();
});

if (box) {
  for (const line of document.querySelectorAll("[data-with-keys]")) line.hidden = false;
  box.checked = areKeysOn();
  box.addEventListener("change", () => keepKeys(box.checked));
}

// A form that waits for its answer is not sent again; one that may be sent as a page passes once.
const underway = new Set();
let passing;

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (form.getAttribute("action") === "/sign-out") forgetTyped();
  if (!live || form.method !== "post" || !form.closest("main")) return;
  if (form === passing) {
    passing = undefined;
    return;
  }
  event.preventDefault();
  if (underway.has(form)) return;
  underway.add(form);
  if (await isSignedIn()) {
    if (form.hasAttribute("data-step")) await sendStep(form, submitter);
    else send(form, submitter);
  }
  underway.delete(form);
});

function send(form, submitter) {
  passing = form;
  form.requestSubmit(submitter);
}

async function sendStep(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  const response = await fetch(form.getAttribute("action"), { method: "POST", body }).catch(() => undefined);
  if (response?.status === 201) location.replace(response.headers.get("location"));
  else if (response?.status === 409 || response?.status === 422) {
    // The same page with what is wrong.
    const { body: said } = new DOMParser().parseFromString(await response.text(), "text/html");
    const main = said.querySelector("main");
    keepTyped();
    // What was recorded before is not said of what was refused.
    live.textContent = "";
    document.querySelector("main").replaceWith(main);
    prepare(main);
    returnTyped();
  } else {
    // Without an answer, or a session: sent again as a page, a step is recorded once.
    form.removeAttribute("data-step");
    send(form, submitter);
  }
}

// The server's clock: this machine's may be wrong.
const skew = Date.parse(live?.dataset.now) - Date.now();
const words = JSON.parse(live?.dataset.words ?? "{}");

function inWords(kind, milliseconds) {
  const minutes = Math.floor(Math.abs(milliseconds) / 60_000);
  const [unit, length] = minutes >= 1440 ? ["days", 1440] : minutes >= 60 ? ["hours", 60] : ["minutes", 1];
  return words[kind][unit].replace("#", Math.floor(minutes / length)).replace("@", minutes % 60);
}

function tick() {
  if (document.hidden) return;
  const now = Date.now() + skew;
  for (const one of document.querySelectorAll("[data-due]")) {
    const { due, kind, past } = one.dataset;
    const left = Date.parse(due) - now;
    const said = inWords(left > 0 ? kind : past, left);
    if (one.textContent !== said) one.textContent = said;
    if (left <= 0) one.closest(".badge")?.classList.add("late");
  }
  for (const pill of document.querySelectorAll("[data-pill][data-turns][hidden]"))
    if (now >= Date.parse(pill.dataset.turns)) tell(pill, pill.textContent);
  if (isSessionDue() && !sessionEnd) isSignedIn();
}

prepare(document);
setInterval(tick, SECONDS * 1000);
document.addEventListener("visibilitychange", tick);
function followed(look) {
  setTimeout(follow, SECONDS * 1000, look, SECONDS);
}

for (const { id } of document.querySelectorAll("[data-refresh][id]"))
  followed(async () => {
    const element = document.getElementById(id);
    return element?.dataset.refresh ? refreshed(element) : "over";
  });
