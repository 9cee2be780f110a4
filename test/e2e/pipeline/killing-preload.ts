/** Loaded into functions and their threads: a body with a mark kills its parser. */

const { parse } = JSON;
Reflect.set(JSON, "parse", (text: string, ...others: unknown[]): unknown => {
  if (text.includes("kills by blocking")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  return Reflect.apply(parse, JSON, [text, ...others]);
});
