/** Opens cases in the Cases table: a case exists once, however often it is opened. */

import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { logger } from "../aws/observe.ts";
import { succeedsConditionally } from "../aws/tables/conditional-write.ts";
import { expiryOf } from "../aws/tables/expiry.ts";
import { CASES_KEY } from "../aws/tables/keys.ts";
import { type Beginning, beginning, type StoredCase, storedCase } from "./case.ts";
import { attributesOf, changeByStep } from "./case-attributes.ts";
import type { CaseKey } from "./case-keys.ts";
import { itemNow, logUnreadable, readableIn } from "./case-reading.ts";
import { lawsGone, lawsOfStep } from "./named-laws.ts";
import { hasRoomFor } from "./rules.ts";
import { lawsSaidLast, stateOf } from "./state.ts";
import type { CaseEvent, LearnedStep, OrderedLaws } from "./step.ts";
import { addStep, nextStep } from "./step-append.ts";

const { partition } = CASES_KEY;

/** A case that is to be opened. */
export type NewCase = CaseKey & Omit<Beginning, "openedAt">;

/** A wallet's case; `lastCrossed` is the run of its last crossing, which may be the one that opens it. */
export type NewWalletCase = NewCase & { kind: "wallet"; lastCrossed: string };

/**
 * `duplicate`: a step of the same kind and cause is there; `decided since`: and officers have decided behind it. For the
 * others see `append`.
 */
type AppendOutcome = "made" | "duplicate" | "decided since" | "full" | "unreadable" | "none";

/** Reports whether the case has the step now, by this call or an earlier one. */
export function isInCase(outcome: AppendOutcome): boolean {
  return outcome === "made" || outcome === "duplicate" || outcome === "decided since";
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
      } else if ((await this.#append(last, event, isOpen, now)) !== "ended") return false;
    }
  }

  /**
   * Makes what the system learned of a case a step of it. Doing it again changes nothing: the same cause makes one step of a
   * kind. What cannot be a step is logged: it is no reason to deliver a message again.
   * @param event of a `continuation`, the case ends; of a `return`, one that was decided is open again
   * @returns `full` if the case has as many steps of the kind as it takes; `unreadable` if the case was changed in the
   * table; `none` if there is no such case, or it began with a content received after this turn
   * @throws {BusyCaseError} if others kept adding steps: try again
   */
  async append(key: CaseKey, event: CaseEvent, now = new Date()): Promise<AppendOutcome> {
    const found = await this.#read(key);
    if (found === undefined || found === "unreadable") return found ?? "none";
    const isOfLaws = event.kind === "change" && event.said !== undefined;
    const isTurn = event.kind === "withdrawal" || event.kind === "return" || isOfLaws;
    if (isTurn && event.receivedAt <= found.beginning.receivedAt) return "none";
    const outcome = await this.#append(found, event, () => true, now);
    return outcome === "ended" ? "none" : outcome;
  }

  /** State of a case: open or ended; `none` if there is no readable one. */
  async standing(key: CaseKey): Promise<"open" | "ended" | "none"> {
    const found = await this.#read(key);
    if (found === undefined || found === "unreadable") return "none";
    return isOpen(found) ? "open" : "ended";
  }

  /** @param takes whether a case takes it as it is; `ended` where it does not */
  async #append(
    seen: StoredCase,
    { cause, said, ...event }: CaseEvent,
    takes: (found: StoredCase) => boolean,
    now: Date,
  ): Promise<AppendOutcome | "ended"> {
    let found: StoredCase | undefined | "unreadable" = seen;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      if (found === undefined || found === "unreadable") return found ?? "none";
      const current: StoredCase = found;
      const made = { ...withLaws(event, said, current), id: `${event.kind}#${cause}`, at: now.toISOString() };
      const before = current.steps?.find(({ id }) => id === made.id);
      if (before === undefined) {
        if (!takes(current)) return "ended";
        if (!hasRoomFor(current.steps ?? [], nextStep(current, made, this.#retentionYears)))
          return full(current, event.kind);
      } else {
        const { decision } = stateOf(current);
        return decision !== undefined && decision.number > before.number ? "decided since" : "duplicate";
      }
      const { kind } = await addStep(current, made, {
        client: this.#client,
        table: this.#table,
        retentionYears: this.#retentionYears,
        changeBy: (next) => changeByStep(current, next),
        parse: (item) => storedCase.parse(item),
        read: async () => current,
      });
      if (kind !== "conflict") return kind;
      found = await this.#read(current);
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
  { laws: known = [], steps = [], beginning }: StoredCase,
): LearnedStep {
  if (said === undefined) return event;
  if (event.kind === "return") return { ...event, ...lawsOfStep(said, []) };
  if (event.kind !== "change") return event;
  const earlier = steps.filter((step) => !("receivedAt" in step) || step.receivedAt < event.receivedAt);
  const { laws: before = [] } = lawsSaidLast({ steps: earlier }) ?? beginning;
  return { ...event, facts: { ...event.facts, ...lawsOfStep(said, known), gone: lawsGone(before, said) } };
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
