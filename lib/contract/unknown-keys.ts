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

function keysOf(schema: object): Shape {
  return Object.fromEntries(Object.keys(schema).map((key) => [key, true]));
}

/** Most keys of a body that are named. */
const MOST_KEYS = 20;

/** Paths as in `data.token.standard` and `data.inflictedLaws[].level`, each once. */
export function unknownKeysIn(body: unknown): string[] {
  const paths = new Set<string>();
  collect(body, { type: true, data: NOTIFICATION }, "", paths);
  return [...paths];
}

function collect(value: unknown, shape: Shape, path: string, paths: Set<string>): void {
  if (!isObject(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (paths.size === MOST_KEYS) return;
    const shapeOfKey = Object.hasOwn(shape, key) ? shape[key] : undefined;
    const at = path === "" ? key : `${path}.${key}`;
    if (shapeOfKey === undefined) paths.add(at);
    else if (Array.isArray(shapeOfKey)) {
      if (Array.isArray(inner)) for (const item of inner) collect(item, shapeOfKey[0], `${at}[]`, paths);
    } else if (shapeOfKey !== true) collect(inner, shapeOfKey, at, paths);
  }
}
