// The end of the session, which a page says at once, and what was typed until then. A page of a signed-in person has in #live
//   data-session="<time>": when the session ends without further use, in any tab
//   data-author: who the page was made for
//   data-page: the address under which the page is found again
// and two messages, data-end=over and data-end=other, for a session that ended and for that of another person.

let sessionEnd;
let sessionDue = live ? Date.parse(live.dataset.session) : Number.POSITIVE_INFINITY;
let looking;

// By the clock alone: it may have been put off in another tab.
function isSessionDue() {
  return Date.now() + skew >= sessionDue;
}

// Asks the desk, which does not count it as use. Without an answer a person stays signed in: the desk decides.
function isSignedIn() {
  looking ??= lookAtSession().finally(() => {
    looking = undefined;
  });
  return looking;
}

async function lookAtSession() {
  const signal = AbortSignal.timeout(SECONDS * 1000);
  const response = await ask("/session", { signal }).catch(() => undefined);
  if (response?.status === 200) {
    const { endsAt, author } = await response.json();
    sessionDue = Date.parse(endsAt);
    showEnd(author === live.dataset.author ? undefined : "other");
  } else if (response?.status === 401 || response?.status === 403) showEnd("over");
  else sessionDue = Date.now() + skew + SLOWEST_SECONDS * 1000;
  return !sessionEnd;
}

function showEnd(end) {
  sessionEnd = end;
  for (const message of document.querySelectorAll("[data-end]")) message.hidden = message.dataset.end !== end;
}

function lookAgain() {
  if (live && !document.hidden) isSignedIn();
}

document.addEventListener("visibilitychange", lookAgain);
addEventListener("focus", lookAgain);
addEventListener("pageshow", ({ persisted }) => persisted && lookAgain());
addEventListener("pagehide", () => {
  if (sessionEnd === "over" || (!sessionEnd && isSessionDue())) keepTyped();
});

// What is typed into forms stays in this tab while the page is loaded again or its author signs in again: it is sent nowhere, and the
// page of another person removes it. data-kept and data-rest show what has no field any more.
const TYPED = "vigia-typed";
const FIELDS = "main :is(input:not([type=hidden]), select, textarea)";

// The box of a row may belong to a form that is elsewhere on the page.
function typedFields() {
  return [...document.querySelectorAll(FIELDS)].filter(({ form }) => form?.method === "post");
}

function typedKey() {
  return `${TYPED} ${live.dataset.author} ${live.dataset.page}`;
}

// Removes it, or all but the keys that a test lets through.
function forgetTyped(stays = () => false) {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(TYPED) && !stays(key)) sessionStorage.removeItem(key);
  } catch {
    // Where nothing is stored there is nothing to remove.
  }
}

// The address and the name of a form: they are the same when its page comes again.
function nameOfForm({ form }) {
  return `${form.getAttribute("action")} ${form.ariaLabel}`;
}

function keepTyped() {
  const kept = typedFields().map((field) => {
    const { name, value, checked, type, labels, selectedIndex, options } = field;
    // A list's first option is no choice.
    const choice = checked ? labels[0] : selectedIndex > 0 && options[selectedIndex];
    const said = choice ? choice.textContent.trim() : /^text|^date|^time/.test(type) && value;
    return { form: nameOfForm(field), name, value, checked, said };
  });
  try {
    sessionStorage.setItem(typedKey(), JSON.stringify(kept));
  } catch {
    // A browser that stores nothing loses it.
  }
}

function takeTyped() {
  try {
    const kept = sessionStorage.getItem(typedKey());
    sessionStorage.removeItem(typedKey());
    return JSON.parse(kept) ?? [];
  } catch {
    return [];
  }
}

function returnTyped() {
  if (!live) return;
  forgetTyped((key) => key.startsWith(`${TYPED} ${live.dataset.author} `));
  const homeless = [];
  const changed = new Set();
  for (const { form, name, value, checked, said } of takeTyped()) {
    const fields = typedFields().filter((one) => one.name === name && nameOfForm(one) === form);
    const field = fields.find(({ type, value: own }) => !/^radio|^checkbox/.test(type) || own === value);
    if (!field) {
      if (said) homeless.push(said);
      continue;
    }
    const isTick = /^radio|^checkbox/.test(field.type);
    if (isTick ? field.checked !== checked : field.value !== value) changed.add(field);
    Object.assign(field, isTick ? { checked } : { value });
  }
  for (const field of changed) showReturned(field);
  if (homeless.length === 0) return;
  const rest = document.querySelector("[data-kept]") ?? document.querySelector("[data-rest]");
  rest.querySelector("textarea").value = homeless.join("\n");
  rest.hidden = false;
}

function showReturned(field) {
  if (field.type !== "radio" || field.checked) field.closest("details")?.setAttribute("open", "");
  const table = field.matches(".c-tick input") && field.closest("table");
  if (!table) return;
  showTicks(table);
  countAgain(field.form);
}

returnTyped();
