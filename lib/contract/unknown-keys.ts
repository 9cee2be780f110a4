/** Keys of a valid webhook that the contract does not know: they are kept with the body, and someone has to hear of them. */

import { isObject } from "./exact-json.ts";
import { law, notification } from "./webhook.ts";

/** The contract's keys; a list's entries are alike. */
interface Shape {
  [key: string]: true | Shape | [Shape];
}

const { shape } = notification;
const NOTIFICATION: Shape = {
  ...keysOf(shape),
  address: keysOf(shape.address.shape),
  amount: keysOf(shape.amount.shape),
  token: keysOf(shape.token.shape),
  inflictedLaws: [keysOf(law.shape)],
};

function keysOf(known: object): Shape {
  return Object.fromEntries(Object.keys(known).map((key) => [key, true]));
}

/** Most keys of a body that are named. */
const MOST_KEYS = 20;

/** Paths as in `data.token.standard` and `data.inflictedLaws[].level`, each once. */
export function unknownKeysIn(body: unknown): string[] {
  const found = new Set<string>();
  collect(body, { type: true, data: NOTIFICATION }, "", found);
  return [...found];
}

function collect(value: unknown, shape: Shape, path: string, found: Set<string>): void {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (found.size === MOST_KEYS) return;
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const at = path === "" ? key : `${path}.${key}`;
    if (known === undefined) found.add(at);
    else if (Array.isArray(known)) {
      if (Array.isArray(inner)) for (const one of inner) collect(one, known[0], `${at}[]`, found);
    } else if (known !== true) collect(inner, known, at, found);
  }
}
