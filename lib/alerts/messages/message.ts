/** A message as facts, in its reader's language and in no channel's syntax: `channels/` has the forms that people and programs read. */

import { TEST_PROJECT } from "../../contract/test-project.ts";
import { COMMON } from "../../i18n/catalogue/common.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { AlertKind, EventSubject } from "../event/event-schema.ts";

/** Value for subjects that are not listed: a subscriber that filters by one of many also gets messages that may contain it. */
export const AND_OTHERS = "*";

/** Subjects that a message about several lists at most, the most severe first; the rest is counted. */
export const MAX_LISTED = 20;

/** How a channel writes the parts of a line, so that markup in a text means nothing and an id can be copied. */
export interface Writer {
  text(words: string): string;
  /** @param shown as `idIn` gives it */
  id(shown: string): string;
  /** @param label where a link has words of its own */
  link(url: string, label: string): string;
}

/** A line: plain words, or with ids and links in it. */
export type Line = string | ((write: Writer) => string);

/** A fact behind its label. */
export type Row = readonly [label: string, value: Line];

/** The row of a link; none where there is nothing to lead to. */
export function linkRow(label: string, url: string | undefined, words = label): Row[] {
  return url === undefined ? [] : [[label, (write) => write.link(url, words)]];
}

/** A line with a number in a column of its own. */
export interface Counted {
  count: string;
  text: string;
}

/** A subject of a message about several. */
interface Item {
  title: Line;
  rows: readonly Row[];
  /** The same in a line, where there is no room for more. */
  short: Line;
}

/** Place of the details; of a message that names the page before, its record alone. */
export interface Look {
  /** Page of the desk; absent when the desk is disabled. */
  page?: string | undefined;
  /** Command to run; absent if the reader is an officer with a page. */
  command?: string;
  /** The id of the alert's record, by which engineers find it. */
  alertId?: string | undefined;
}

/** A part of a message. A `total` counts what there is, listed or not. */
export type Block =
  | { kind: "lines"; lines: readonly Line[] }
  | { kind: "rows"; rows: readonly Row[] }
  | { kind: "section"; title: string; lines: readonly (Line | Counted)[]; total?: number }
  | { kind: "list"; items: readonly Item[]; total: number }
  | { kind: "look"; look: Look }
  | { kind: "note"; note: string };

/** The attributes by which subscribers can filter: SNS filter policies match these. */
export interface AlertAttributes {
  /** Topic of the message. */
  kind: AlertKind;
  /** The worst risk in the message. */
  risk?: "none" | "warn" | "illegal";
  projectId: number;
  /** All projects of a message that is not about one. */
  projectIds?: readonly number[];
  /** All chains in the message. */
  chainId?: readonly string[];
  /** The country codes of all laws in the message. */
  countries?: readonly string[];
}

/** Message for programs. */
export interface AlertEventContent {
  stage: string;
  subjectCount: number;
  /** All that the message speaks of, in its order; each is made when it is asked for, since few may have room. */
  subjects: () => Iterable<EventSubject>;
}

/** A message for people and programs. */
export interface AlertMessage {
  translator: Translator;
  subject: string;
  headline: string;
  blocks: readonly Block[];
  /** Messages with the same id are in one thread, where a channel has threads. */
  threadId: string;
  event: AlertEventContent;
  attributes: AlertAttributes;
}

/** In every language: people filter their mail by it. */
const TEST = "[TEST]";

/** A message as it is; one about the test project begins with `[TEST]` in every channel, and says that nothing happened. */
export function testOrReal(message: AlertMessage): AlertMessage {
  const { subject, headline, blocks, translator, attributes } = message;
  if (attributes.projectId !== TEST_PROJECT) return message;
  return {
    ...message,
    subject: `${TEST} ${subject}`,
    headline: `${TEST} ${headline}`,
    blocks: [{ kind: "lines", lines: [translator.t(COMMON.nothingHappened)] }, ...blocks],
  };
}
