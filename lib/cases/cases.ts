/** Opens cases in the Cases table: a case exists once, however often it is opened. */

import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { logger } from "../aws/observe.ts";
import { succeedsConditionally } from "../aws/tables/conditional-write.ts";
import { expiryOf } from "../aws/tables/expiry.ts";
import { CASES_KEY } from "../aws/tables/keys.ts";
import { NOTHING_DUE } from "../law/deadlines.ts";
import { type Beginning, beginning, type StoredCase, storedCase } from "./case.ts";
import { attributesOf, changeByStep } from "./case-attributes.ts";
import type { CaseKey } from "./case-keys.ts";
import { itemNow, logUnreadable, readableIn } from "./case-reading.ts";
import { areSameLaws, hasNewLaw, lawsGone, lawsOfStep } from "./named-laws.ts";
import { hasRoomFor } from "./rules.ts";
import { lawsSaidLast, reopens } from "./state.ts";
import type { CaseEvent, LearnedStep, OrderedLaws } from "./step.ts";
import { addStep, nextStep } from "./step-append.ts";

const { partition } = CASES_KEY;

/** A case that is to be opened. */
export type NewCase = CaseKey & Omit<Beginning, "openedAt">;

/** What a content makes of the case of its notification. */
export type ContentEvent = Pick<
  Extract<LearnedStep, { kind: "revised" }>,
  "content" | "receivedAt" | "facts"
> & {
  /** The content, and the delivery that brought it: a content may come back. */
  cause: string;
  said: OrderedLaws;
};

/** A wallet's case; `lastCrossed` is the run of its last crossing, which may be the one that opens it. */
export type NewWalletCase = NewCase & { kind: "wallet"; lastCrossed: string };

/** What became of a step of the system. */
type AppendOutcome = "made" | "duplicate" | "full" | "unreadable" | "none";

/** What the case of a notification says once a content is in it. */
export interface CaseOfContent {
  key: CaseKey;
  /** When something about it is due: ISO 8601; undefined without a known deadline. */
  dueAt: string | undefined;
  /** True where officers had decided it, and it is open again. */
  isReopened: boolean;
}

/** A revision was recorded before its notification's case was opened, which another delivery is about to do. */
export class NoCaseYetError extends Error {
  override name = "NoCaseYetError";
  constructor({ subject }: CaseKey) {
    super(`${subject} has no case yet; the delivery comes again.`);
  }
}

/** Tries of a step behind steps that others add at the same time. */
const MOST_ATTEMPTS = 10;

/** Others kept adding steps to a case: its message is delivered again. */
export class BusyCaseError extends Error {
  override name = "BusyCaseError";
  constructor({ subject, opened }: CaseKey) {
    super(
      `${subject} ${opened} changed ${MOST_ATTEMPTS} times while a step was added to it; it is tried again.`,
    );
  }
}

export class CaseStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  readonly #retentionYears: number;

  /** @param retentionYears how long a case is kept behind its last step */
  constructor(client: DynamoDBDocumentClient, table: string, retentionYears: number) {
    this.#client = client;
    this.#table = table;
    this.#retentionYears = retentionYears;
  }

  /** Opens a case unless its key is taken. @param now time of the opening @returns whether it is new */
  open({ subject, opened, ...found }: NewCase, now = new Date()): Promise<boolean> {
    const openedAt = now.toISOString();
    // A body that is replayed a year late is kept for as long as its case is evidence of a day's anchor.
    const expiresAt = Math.max(found.expiresAt, expiryOf(now, this.#retentionYears));
    const roots = { subject, opened, beginning: beginning.parse({ ...found, openedAt, expiresAt }) };
    const item = { ...roots, ...attributesOf(roots) };
    return succeedsConditionally(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: item,
          ConditionExpression: "attribute_not_exists(#subject)",
          ExpressionAttributeNames: { "#subject": partition },
        }),
      ),
    );
  }

  /**
   * Opens a wallet's case, or makes the crossing a step of the one that is open. Doing it again changes nothing.
   * @returns whether a case is new
   */
  async openForWallet(found: NewWalletCase, now = new Date()): Promise<boolean> {
    const { lastCrossed: run, score, previousScore, crossings } = found;
    const event = { kind: "crossing", cause: run, run, score, previousScore, crossings } as const;
    // A case that was open when it was looked at may be decided since: then this crossing is another case's.
    for (;;) {
      const last = await this.#lastOf(found.subject);
      // Without a readable one, the item under the new one's key is this crossing's.
      if (last === undefined) return this.open(found, now);
      if (run <= (last.lastCrossed ?? last.opened)) return false;
      if (last.openShard === undefined) {
        if (await this.open(found, now)) return true;
      } else if ((await this.#append(last, event, isOpen, now)).outcome !== "ended") return false;
    }
  }

  /**
   * Opens the case of a notification by a content that officers are told of, or makes that content a step of it; a decided case is
   * open again. Doing it again changes nothing.
   * @throws {BusyCaseError} if others kept adding steps: try again
   */
  async tell(found: NewCase, revision: ContentEvent, now = new Date()): Promise<CaseOfContent> {
    await this.open(found, now);
    const known = await this.#read(found);
    if (known === undefined || known === "unreadable")
      return { key: found, dueAt: undefined, isReopened: false };
    if (known.beginning.delivery === found.delivery) return caseOfContent(known, undefined);
    const event: CaseEvent = { ...revision, kind: "revised", alerted: true, facts: revision.facts };
    const after = await this.#append(known, event, () => true, now);
    return caseOfContent(after.found, idOf(event));
  }

  /**
   * Makes a content of which officers are not told a step, where it changes the laws that call the transaction illegal.
   * @param delivery the one that brought it
   * @throws {NoCaseYetError} where the case is not open yet, and {@link BusyCaseError}
   */
  async revise(key: CaseKey, delivery: string, revision: ContentEvent, now = new Date()): Promise<void> {
    const known = await this.#read(key);
    if (known === undefined) throw new NoCaseYetError(key);
    if (known === "unreadable" || known.beginning.delivery === delivery) return;
    if (revision.receivedAt <= known.beginning.receivedAt) return;
    const before = lawsSaidLast(known, revision.receivedAt) ?? known.beginning;
    if (areSameLaws(before.laws ?? [], revision.said.laws)) return;
    await this.#append(known, { ...revision, kind: "revised", alerted: false }, () => true, now);
  }

  /**
   * Opens the case of a project's unreadable messages, or notes in the open one, once an hour, that there are more.
   * @param found by the first of some bodies, opened by this hour
   * @param bodies of the deliveries that may have made the case or its step
   * @returns the case, and whether people are to be told of it now
   */
  async openForUnreadable(
    found: NewCase,
    body: string,
    deliveries: ReadonlySet<string>,
    now = new Date(),
  ): Promise<CaseOfContent & { isTold: boolean }> {
    const hour = found.opened;
    const last = await this.#lastOf(found.subject);
    const key = last === undefined || (last.openShard === undefined && last.opened !== hour) ? found : last;
    if (key === found) await this.open(found, now);
    const known = await this.#read(key);
    if (known === undefined || known === "unreadable")
      return { key, dueAt: undefined, isReopened: false, isTold: true };
    const isOurs = (delivery: string | undefined) => delivery !== undefined && deliveries.has(delivery);
    if (known.opened === hour && isOpen(known))
      return { ...caseOfContent(known, undefined), isTold: isOurs(known.beginning.delivery) };
    const { receivedAt, delivery = "" } = found;
    const event: CaseEvent = { kind: "unreadable", cause: hour, content: body, receivedAt, delivery };
    const after = await this.#append(known, event, () => true, now);
    const made = after.found.steps?.find(({ id }) => id === idOf(event));
    const isTold = made?.kind === "unreadable" ? isOurs(made.delivery) : after.outcome === "full";
    return { ...caseOfContent(after.found, idOf(event)), isTold };
  }

  /** @param takes whether a case takes it as it is; `ended` where it does not */
  async #append(
    seen: StoredCase,
    event: CaseEvent,
    takes: (found: StoredCase) => boolean,
    now: Date,
  ): Promise<{ outcome: AppendOutcome | "ended"; found: StoredCase }> {
    let found = seen;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      const current: StoredCase = found;
      const { cause: _cause, said, ...learned } = event;
      const made = { ...withLaws(learned, said, current), id: idOf(event), at: now.toISOString() };
      if (current.steps?.some(({ id }) => id === made.id)) return { outcome: "duplicate", found };
      if (!takes(current)) return { outcome: "ended", found };
      const isVital = !isOpen(current) || (said !== undefined && hasNewLaw(current, said));
      if (!hasRoomFor(current.steps ?? [], nextStep(current, made, this.#retentionYears), isVital))
        return { outcome: full(current, event.kind), found };
      const added = await addStep(current, made, {
        client: this.#client,
        table: this.#table,
        retentionYears: this.#retentionYears,
        changeBy: (next) => changeByStep(current, next),
        parse: (item) => storedCase.parse(item),
        read: async () => current,
      });
      if (added.kind !== "conflict") return { outcome: added.kind, found: added.found };
      const next = await this.#read(current);
      if (next === undefined || next === "unreadable") return { outcome: next ?? "none", found };
      found = next;
    }
    throw new BusyCaseError(seen);
  }

  async #read(key: CaseKey): Promise<StoredCase | undefined | "unreadable"> {
    const item = await itemNow(this.#client, this.#table, key);
    return item === undefined
      ? undefined
      : (readableIn(storedCase, [item], logUnreadable)[0] ?? "unreadable");
  }

  /** A crossing is never lost to a corrupt case: a new one is opened, and the log names the corrupt one. */
  async #lastOf(subject: string): Promise<StoredCase | undefined> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "#subject = :subject",
        ExpressionAttributeNames: { "#subject": partition },
        ExpressionAttributeValues: { ":subject": subject },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: 1,
      }),
    );
    return readableIn(storedCase, Items, logUnreadable)[0];
  }
}

/** Step of what the system learned, with the laws that its step names in this case. */
function withLaws(
  event: LearnedStep,
  said: OrderedLaws | undefined,
  { laws: known = [], steps, beginning }: StoredCase,
): LearnedStep {
  if (said === undefined || event.kind !== "revised") return event;
  const { laws: before = [] } = lawsSaidLast({ steps }, event.receivedAt) ?? beginning;
  const { laws = [], lawCount } = lawsOfStep(said, known);
  return { ...event, facts: { ...event.facts, laws, lawCount, gone: lawsGone(before, said) } };
}

/** The same event makes one step. */
function idOf({ kind, cause }: CaseEvent): string {
  return `${kind}#${cause}`;
}

/** @param eventId of the step that a content made; undefined where it opened the case */
function caseOfContent(found: StoredCase, eventId: string | undefined): CaseOfContent {
  const { subject, opened, dueAt, steps = [] } = found;
  return {
    key: { subject, opened },
    dueAt: dueAt === NOTHING_DUE ? undefined : dueAt,
    isReopened: eventId !== undefined && reopens(steps, eventId),
  };
}

function isOpen({ openShard }: StoredCase): boolean {
  return openShard !== undefined;
}

function full({ subject, opened }: StoredCase, kind: CaseEvent["kind"]): "full" {
  logger.warn("a case has as many steps of the system as it takes, and one more is not kept", {
    subject,
    opened,
    kind,
  });
  return "full";
}
