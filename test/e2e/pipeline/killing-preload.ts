/** Loaded into functions and their threads: a body with a mark kills its parser. */

import { CRASHED } from "../../../infra/local/lambda/runtime-messages.ts";

const { parse } = JSON;
Reflect.set(JSON, "parse", (text: string, ...others: unknown[]): unknown => {
  if (text.includes("kills its parser")) process.exit(CRASHED);
  return Reflect.apply(parse, JSON, [text, ...others]);
});
