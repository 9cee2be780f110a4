/** What a log says of an error: its text may quote what was sent or stored. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

/** Where an error comes from: all of it is the code's own, nothing is quoted of what was sent or stored. */
export type ErrorOrigin = {
  error: string;
  /** `judge (receive-webhook.mjs:1:2345)`: the first place of our own in the stack; absent where it has none. */
  at: string | undefined;
};

/** What a log says of an error that nobody foresaw; `errorPlace` also names the fields of one of a schema. */
export function errorOrigin(error: unknown): ErrorOrigin {
  return { error: errorName(error), at: error instanceof Error ? frameOf(error) : undefined };
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
