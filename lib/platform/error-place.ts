/** What a log may say of an error that nobody foresaw: where it happened, and of which fields, never what it says. */

import { issuesOf } from "../contract/issues.ts";
import { isSchemaError } from "../contract/lazy-schema.ts";
import { errorName } from "./error-name.ts";

/** Where an error comes from: all of it is the code's own, nothing is quoted of what was sent or stored. */
export type ErrorPlace = {
  error: string;
  /** `judge (receive-webhook.mjs:1:2345)`: the first place of our own in the stack; absent where it has none. */
  at: string | undefined;
  /** Of a value that did not fit its schema. */
  paths: string[] | undefined;
};

export function errorPlace(error: unknown): ErrorPlace {
  const paths = isSchemaError(error) ? [...new Set(issuesOf(error).map(({ path }) => path))] : undefined;
  return { error: errorName(error), at: error instanceof Error ? frameOf(error) : undefined, paths };
}

/** A function's name, a file and a position: a line of a stack that is more than that may be of the message. */
const FRAME = /^ +at (?:(?:async |new )?([\w$.#<>]{1,80}) )?.*?([\w.-]{1,80}:\d+:\d+)\)?$/;

/** The message stands in the stack before the frames, and may itself look like one. */
function frameOf({ stack = "", message }: Error): string | undefined {
  const said = stack.indexOf(message);
  if (said === -1) return undefined;
  const own = stack
    .slice(said + message.length)
    .split("\n")
    .slice(1)
    .find((line) => !/\(?node:/.test(line));
  const [, name, place] = FRAME.exec(own ?? "") ?? [];
  return place === undefined
    ? undefined
    : [name, `(${place})`].filter((part) => part !== undefined).join(" ");
}
