/** The reference of the tables: its examples are what the product stores. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { storedExamples } from "./stored-examples.ts";

const FILE = join(import.meta.dirname, "../../../docs/reference/tables.md");

/** A comment, which begins with the name of an item, and what is below it up to the next one or the end of the block. */
const EXAMPLE = /^\/\/ ([^,:.\n]+)(.*)\n(?:(?!\/\/ |```).*\n)*/gm;

/** `docs/reference/tables.md`, with the item below each comment as it is stored today. */
export async function tablesPage(): Promise<string> {
  const examples = new Map(Object.entries(await storedExamples()));
  const page = readFileSync(FILE, "utf8").replaceAll(EXAMPLE, (_, name: string, remark: string) => {
    const item = examples.get(name);
    if (item === undefined) throw new Error(`Nothing is stored as "${name}", or it is shown twice.`);
    examples.delete(name);
    return `// ${name}${remark}\n${shown(item, 0, 0)}\n`;
  });
  if (examples.size > 0) throw new Error(`The page does not show: ${[...examples.keys()].join(", ")}`);
  return page;
}

const LINE_LENGTH = 170;

/** Longer texts are cut. */
const MOST_CHARACTERS = 110;
const CUT_TO = 80;

/**
 * JSON with as many attributes on a line as it takes; what follows the first line is indented.
 * @param before number of characters on its first line before it
 */
function shown(value: unknown, indent: number, before: number): string {
  const whole = onOneLine(value);
  if (before + whole.length < LINE_LENGTH) return whole;
  if (Array.isArray(value))
    return `[${value.map((member) => shown(member, indent + 1, indent + 1)).join(`,\n${" ".repeat(indent + 1)}`)}]`;
  if (!isMap(value)) return whole;
  const inner = indent + 2;
  let text = "{";
  let column = before + 1;
  for (const [name, member] of Object.entries(value)) {
    const start = `${JSON.stringify(name)}: `;
    const isFirst = text === "{";
    const fits = column + start.length + onOneLine(member).length + 3 < LINE_LENGTH;
    if (!isFirst) text += fits ? ", " : `,\n${" ".repeat(inner)}`;
    column = fits || isFirst ? column + (isFirst ? 0 : 2) : inner;
    const attribute = `${start}${shown(member, inner, column + start.length)}`;
    text += attribute;
    const lastLine = attribute.slice(attribute.lastIndexOf("\n") + 1);
    column = lastLine === attribute ? column + attribute.length : lastLine.length;
  }
  return `${text}}`;
}

function onOneLine(value: unknown): string {
  if (typeof value === "string")
    return JSON.stringify(value.length > MOST_CHARACTERS ? `${value.slice(0, CUT_TO)}…` : value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (!isMap(value)) return JSON.stringify(value);
  const attributes = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member)}`,
  );
  return `{${attributes.join(", ")}}`;
}

function isMap(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
