/** One-letter shortcuts: a box that turns them off, and their list. Hidden without script, which both need. */

import { FRAME, KEYS } from "../../i18n/catalogue/desk/frame.ts";
import { keysOf } from "./choice.tsx";
import { say } from "./translator.ts";

/** The same in every language. */
const LETTERS: Record<keyof typeof KEYS, string> = {
  next: "j",
  previous: "k",
  open: "Enter",
  select: "x",
  take: "e",
  decide: "d",
  back: "u",
  search: "/",
  list: "?",
};

/** Lines of the menu of the account. */
export function Keys() {
  return (
    <>
      <li data-with-keys hidden>
        <label>
          <input id="keys" type="checkbox" /> {say(FRAME.keys)}
        </label>
      </li>
      <li data-with-keys hidden>
        <button type="button" data-keys aria-haspopup="dialog">
          <kbd>{LETTERS.list}</kbd> {say(KEYS.list)}
        </button>
      </li>
    </>
  );
}

export function KeyList() {
  return (
    <dialog id="key-list" class="panel" aria-labelledby="key-list-title">
      <header>
        <h2 id="key-list-title">{say(FRAME.keys)}</h2>
        <button type="button" data-close>
          {say(FRAME.close)}
        </button>
      </header>
      <ul>
        {keysOf(KEYS).map((name) => (
          <li>
            <kbd>{LETTERS[name]}</kbd> {say(KEYS[name])}
          </li>
        ))}
      </ul>
      <p class="said">{say(FRAME.keysOff)}</p>
    </dialog>
  );
}
