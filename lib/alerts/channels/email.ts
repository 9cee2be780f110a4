/** A message as an e-mail in plain text. Its lists are as long as the message makes them. */

import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Translator } from "../../i18n/translator.ts";
import { moreLines } from "../messages/closing.ts";
import type { Block, Counted, Line, Look, Row, Writer } from "../messages/message.ts";
import type { Channel } from "./channel.ts";

export const email: Channel = {
  name: "email",
  protocol: "email",
  render({ headline, blocks, translator }) {
    const parts = blocks.map((block) => linesOf(block, translator).join("\n"));
    return `${[headline, ...parts].join("\n\n")}\n`;
  },
};

/** Mail programs make a link of an address alone. */
const PLAIN: Writer = { text: (words) => words, id: (shown) => shown, link: (url) => url };

function written(line: Line): string {
  return typeof line === "string" ? line : line(PLAIN);
}

function linesOf(block: Block, translator: Translator): string[] {
  switch (block.kind) {
    case "lines":
      return block.lines.map(written);
    case "rows":
      return labelled(block.rows);
    case "section": {
      const { title, lines, total = lines.length } = block;
      const more = moreLines(translator, total - lines.length);
      return [title, ...[...lines, ...more].map((line) => indented(line))];
    }
    case "list": {
      const { items, total } = block;
      const listed = items.map(({ title, rows }, index) =>
        [
          `${String(index + 1).padStart(2)}. ${written(title)}`,
          ...labelled(rows).map((line) => `    ${line}`),
        ].join("\n"),
      );
      return [[...listed, ...moreLines(translator, total - items.length)].join("\n\n")];
    }
    case "look":
      return lookLines(block.look, translator);
    case "note":
      return [block.note];
  }
}

function indented(line: Line | Counted): string {
  return typeof line === "object" ? `${line.count.padStart(9)}  ${line.text}` : `  ${written(line)}`;
}

/** Values in one column behind their labels. */
function labelled(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([label]) => label.length)) + 3;
  return rows.map(([label, value]) => `${`${label}:`.padEnd(width)}${written(value)}`);
}

function lookLines({ page, command, alertId }: Look, { t }: Translator): string[] {
  const places = [page, command].flatMap((place) => place ?? []);
  const reference = alertId === undefined ? [] : [t(COMMON.reference, { id: alertId })];
  if (places.length === 0) return reference;
  return [t(COMMON.look), ...[...places, ...reference].map((line) => `  ${line}`)];
}
