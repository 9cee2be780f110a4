/**
 * A message in Slack, as Amazon Q Developer's custom notification:
 * https://docs.aws.amazon.com/chatbot/latest/adminguide/custom-notifs.html
 */

import { COMMON } from "../../i18n/catalogue/common.ts";
import { shorten } from "../../i18n/text/cut.ts";
import { escapeForSlack, slackCode, slackLink } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";
import { moreLines } from "../messages/closing.ts";
import type { Block, Counted, Line, Writer } from "../messages/message.ts";
import type { Channel } from "./channel.ts";

/** Slack shows about so many characters of a description; what is behind is in the e-mail and at the desk. */
const MAX_DESCRIPTION = 3_000;

/** Subjects of a list, and lines of a section: Slack is to glance at. */
const MAX_ITEMS = 5;
const MAX_LINES = 8;

const MAX_THREAD_ID = 200;

export const slack: Channel = {
  name: "slack",
  protocol: "https",
  render({ subject, headline, blocks, threadId, translator }) {
    const write = writerIn(translator);
    return JSON.stringify({
      version: "1.0",
      source: "custom",
      content: {
        textType: "client-markdown",
        title: escapeForSlack(headline),
        description: fitting(blocks.flatMap((block) => linesOf(block, write, translator))),
        nextSteps: blocks.flatMap((block) => nextSteps(block, write, translator)),
      },
      metadata: { threadId: plainThreadId(threadId), summary: escapeForSlack(subject) },
    });
  },
};

function writerIn({ t }: Translator): Writer {
  return {
    text: escapeForSlack,
    id: (shown) => slackCode(shown, t(COMMON.backticks)),
    link: slackLink,
  };
}

function linesOf(block: Block, write: Writer, translator: Translator): string[] {
  const written = (line: Line) => (typeof line === "string" ? write.text(line) : line(write));
  switch (block.kind) {
    case "lines":
      return block.lines.map(written);
    case "rows":
      return block.rows.map(([label, value]) => `*${write.text(label)}:* ${written(value)}`);
    case "section": {
      const { title, lines, total = lines.length } = block;
      const shown = lines.slice(0, MAX_LINES);
      const line = (entry: Line | Counted) =>
        written(typeof entry === "object" ? `${entry.count} ${entry.text}` : entry);
      return [`*${write.text(title)}*`, ...shown.map(line), ...moreLines(translator, total - shown.length)];
    }
    case "list": {
      const { items, total } = block;
      const shown = items.slice(0, MAX_ITEMS);
      return [
        ...shown.map(({ short }) => `• ${written(short)}`),
        ...moreLines(translator, total - shown.length),
      ];
    }
    case "look":
    case "note":
      return [];
  }
}

/** Amazon Q shows these below the description. */
function nextSteps(block: Block, write: Writer, { t }: Translator): string[] {
  if (block.kind === "note") return [block.note];
  if (block.kind !== "look") return [];
  const { page, command } = block.look;
  return [
    ...(page === undefined ? [] : [write.link(page, t(COMMON.desk))]),
    ...(command === undefined ? [] : [write.id(command)]),
  ].map((step) => `${t(COMMON.look)}: ${step}`);
}

/** The first lines, as far as Slack shows them: half a line could be half of a link. */
function fitting(lines: readonly string[]): string {
  let remainingLength = MAX_DESCRIPTION;
  const end = lines.findIndex((line) => {
    remainingLength -= line.length + 1;
    return remainingLength < 0;
  });
  return (end === -1 ? lines : [...lines.slice(0, end), "…"]).join("\n");
}

/** Amazon Q shows the thread's id nowhere; a sender's text must not be markup there either. */
function plainThreadId(threadId: string): string {
  return shorten(threadId.replace(/[^\w#.:-]/g, "_"), MAX_THREAD_ID, "");
}
