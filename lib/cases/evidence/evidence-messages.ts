/** Messages about a case, for its evidence: the message that it is about, and others under the same id. */

import { expiryOf } from "../../aws/tables/expiry.ts";
import { unlessCorrupt } from "../../contract/lazy-schema.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type {
  FoundNotification,
  NotificationQueries,
} from "../../intake/notifications/notification-queries.ts";
import type { StoredCase } from "../case.ts";
import { type CaseKey, notificationNameOf } from "../case-keys.ts";
import { digestOfBytes } from "../chain.ts";
import { operationsOf } from "./evidence-operations.ts";
import type { Gap } from "./gap.ts";
import { type ReadMessage, withBody } from "./read-message.ts";

/** Messages about a case, and the missing ones. */
export interface FoundMessages {
  /** The message that the case is about comes first. */
  messages: ReadMessage[];
  /** The messages that events name: those of operations that suspicions of the case take along. */
  operations: ReadMessage[];
  gaps: Gap[];
}

/**
 * Reads it; what cannot be read is a gap, and so is each body that an event names by its digest and that is not among them.
 * @param storedCase undefined where the case itself cannot be read
 */
export async function messagesOf(
  key: CaseKey,
  storedCase: StoredCase | undefined,
  notifications: NotificationQueries,
  now: Date,
): Promise<FoundMessages> {
  const { messages, gaps } = await ownMessagesOf(key, storedCase, notifications);
  const { operations, leftOut } = await operationsOf(storedCase, notifications);
  const packed = new Set([...messages, ...operations].map(({ body }) => body && digestOfBytes(body)));
  const isCut = gaps.some(({ kind }) => kind === "contents left out");
  const absent = bodiesNamedBy(storedCase).filter((named) => !packed.has(named.rawSha256));
  return {
    messages,
    operations,
    gaps: [
      ...gaps,
      ...absent.map((named): Gap => {
        const isExcused = isCut || leftOut.has(named.rawSha256) || hasExpired(named, now);
        return { kind: isExcused ? "body absent" : "body differs", sha256: named.rawSha256 };
      }),
    ],
  };
}

/** A body that an event names by its digest. */
interface NamedBody {
  rawSha256: string;
  /** Its receipt, and for how many years it is kept from then on. */
  receivedAt: string;
  retentionYears: number;
}

/** The bodies that the events of a case name, each once. */
function bodiesNamedBy(storedCase: StoredCase | undefined): NamedBody[] {
  if (storedCase === undefined) return [];
  const { opening, steps } = storedCase;
  const { rawSha256, receivedAt, earlier = [] } = opening.facts;
  const { retentionYears } = opening;
  const opened = rawSha256 === undefined ? [] : [{ ...opening, rawSha256, receivedAt }];
  const learned = steps.filter((step) => step.kind === "revised" || step.kind === "unreadable");
  const suspected = steps.flatMap((step) =>
    step.kind === "suspect"
      ? (step.operations ?? []).map((operation) => ({ ...operation, retentionYears: step.retentionYears }))
      : [],
  );
  // A receipt is seconds after its signature, and these have no other time.
  const before = earlier.map(({ signedAt, ...named }) => ({
    rawSha256: named.rawSha256,
    receivedAt: signedAt,
    retentionYears,
  }));
  const all = [...opened, ...before, ...learned, ...suspected];
  return [...new Map(all.map((named) => [named.rawSha256, named])).values()];
}

function hasExpired({ receivedAt, retentionYears }: NamedBody, now: Date): boolean {
  return expiryOf(new Date(receivedAt), retentionYears) * 1_000 <= now.getTime();
}

type OwnMessages = Omit<FoundMessages, "operations">;

async function ownMessagesOf(
  key: CaseKey,
  storedCase: StoredCase | undefined,
  notifications: NotificationQueries,
): Promise<OwnMessages> {
  if (storedCase?.kind === "quarantine") return unreadableOf(storedCase, notifications);
  const name = notificationNameOf(key);
  if (name === undefined) return { messages: [], gaps: [] };
  const notification = await unlessCorrupt(notifications.find(name));
  if (notification === "corrupt") return { messages: [], gaps: [{ kind: "notification unreadable" }] };
  if (notification === undefined) return { messages: [], gaps: [{ kind: "notification gone" }] };
  return withBodies(notification);
}

/** Most unreadable messages in a folder. */
const MOST_MESSAGES = 40;

/** The project's messages from the first of the case on, until it took no more. */
async function unreadableOf(
  { subject, projectId, receivedAt, steps }: StoredCase,
  notifications: NotificationQueries,
): Promise<OwnMessages> {
  const messages: ReadMessage[] = [];
  const span = { since: receivedAt, until: endOfMessages(steps) };
  for await (const listed of notifications.list({ projectIds: [projectId], kind: "quarantined", ...span })) {
    if (messages.length === MOST_MESSAGES)
      return { messages, gaps: [{ kind: "contents left out", key: subject }] };
    const stored = await notifications.get(listed);
    if (stored !== undefined) messages.push(withBody(stored));
  }
  return { messages, gaps: gapsOf(messages) };
}

/** Messages after a decision are of another case, also if an officer reopens this one, unless a step says that they came into this one. */
function endOfMessages(steps: StoredCase["steps"]): string | undefined {
  const last = steps.findLastIndex(({ kind }) => kind === "unreadable");
  return steps.slice(last + 1).find(({ kind }) => kind === "decide")?.at;
}

/** A case has a bounded number of messages: each case of an id would else hold all that a sender made under it. */
function withBodies({ notification, revisions, more }: FoundNotification): OwnMessages {
  const messages = [notification, ...revisions].map(withBody);
  const gaps = gapsOf(messages);
  if (more !== undefined) gaps.push({ kind: "contents left out", key: notification.key });
  return { messages, gaps };
}

function gapsOf(messages: readonly ReadMessage[]): Gap[] {
  return messages
    .filter(({ body }) => body === undefined)
    .map(({ stored }) => ({ kind: "body unreadable", name: nameOf(stored) }));
}

/** The item without its bytes, and beside it the body byte for byte as it came, or else as it is stored. */
export function filesOfMessage(
  path: string,
  { stored: { raw, ...stored }, body }: ReadMessage,
): EvidenceFile[] {
  const bytes =
    body === undefined ? { path: `${path}.stored`, content: raw } : { path: `${path}.body`, content: body };
  return [jsonFile(`${path}.json`, stored), bytes];
}

/** A file of an evidence pack. */
export interface EvidenceFile {
  /** Path with `/` between folders. */
  path: string;
  content: Uint8Array;
}

/** A file of text. */
export function textFile(path: string, text: string): EvidenceFile {
  return { path, content: Buffer.from(text) };
}

/** A file of JSON, with everything that a table holds: sets as lists, bytes in base64. */
export function jsonFile(path: string, value: unknown): EvidenceFile {
  return textFile(path, `${JSON.stringify(value, plain, 2)}\n`);
}

function plain(_name: string, value: unknown): unknown {
  if (value instanceof Set) return [...value];
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
