/** Loaded into functions: a body with a mark kills its parser. */

const { parse } = JSON;
Reflect.set(JSON, "parse", (text: string, ...others: unknown[]): unknown => {
  if (text.includes("kills its parser")) process.exit(1);
  return Reflect.apply(parse, JSON, [text, ...others]);
});
