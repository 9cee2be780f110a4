/** Opens cases and appends events to them: a case is opened once, and an event is made once, however often they are asked for. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { NOTHING_DUE } from "../law/deadlines.ts";
import type { ListedCase, StoredCase } from "./case.ts";
import { appendEvent, type CasesPlace, eventItems } from "./case-events.ts";
import type { OpenedFacts } from "./case-facts.ts";
import { areOfCase, type CaseEvents, caseOf, headOf } from "./case-head.ts";
import type { CaseKey } from "./case-keys.ts";
import { caseIn, itemNow, logUnreadable, newestOf, UnreadableCaseError } from "./case-reading.ts";
import { isOpen, reopens } from "./case-state.ts";
import { NoticeBook } from "./notices.ts";
import { type ContentNews, revisionOf } from "./revision.ts";
import { isRepeat } from "./said-transaction.ts";
import {
  type CaseEvent,
  hasStep,
  type LearnedStep,
  type NewStep,
  type Opening,
  type UnplacedEvent,
} from "./step.ts";

/** A case that is to be opened. */
export type NewCase = CaseKey & OpenedFacts;

/** A fact that the system learned of a case, and the step that records it. */
interface News {
  id: string;
  step: LearnedStep;
}

/** A wallet's case; `lastExceeded` is the run in which it last exceeded, which may be the one that opens it. */
export type NewWalletCase = NewCase & { kind: "wallet"; lastExceeded: string };

/** A notification's case that a delivery opens. */
export type NewNotificationCase = NewCase & { kind: "notification"; delivery: string };

/** What the case of a notification says once a content is in it. */
export interface CaseOfContent {
  key: CaseKey;
  /** When something about it is due: ISO 8601; undefined without a known deadline. */
  dueAt: string | undefined;
  /** True where officers had decided it, and it is open again. */
  isReopened: boolean;
}

/** Outcome of a step of an officer. `found` is the case as it is then: after a conflict, with the other officer's step. */
export interface StepOutcome<Found> {
  kind: "made" | "duplicate" | "conflict";
  stored: Found;
}

/** Tries of an event behind events that others add at the same time. */
const MOST_ATTEMPTS = 10;

/** Others kept adding events to a case: its message is delivered again. */
export class BusyCaseError extends Error {
  override name = "BusyCaseError";
  constructor({ subject, opened }: CaseKey) {
    super(
      `${subject} ${opened} changed ${MOST_ATTEMPTS} times while an event was added to it; it is tried again.`,
    );
  }
}

export class CaseStore {
  readonly #place: CasesPlace;

  /** @param retentionYears how long a case is kept behind its last event */
  constructor(client: DynamoDBDocumentClient, table: string, retentionYears: number) {
    this.#place = { client, table, retentionYears };
  }

  /**
   * A case as it is at this very moment; undefined if it does not exist.
   * @throws {UnreadableCaseError} where it is corrupt
   */
  async read({ subject, opened }: CaseKey): Promise<StoredCase | undefined> {
    const key = { subject, opened };
    const items = await eventItems(this.#place, key);
    const storedCase = caseIn(key, items);
    if (storedCase !== undefined) return new NoticeBook(this.#place).complete(storedCase);
    if (items.length === 0 && (await itemNow(this.#place, key)) === undefined) return undefined;
    throw new UnreadableCaseError(key);
  }

  /**
   * Adds an officer's step behind those of `seen`. A step whose id the case has already is not made again.
   * @param seen the case as it was when the officer decided to make the step
   */
  async add(seen: StoredCase, step: NewStep): Promise<StepOutcome<StoredCase>> {
    if (hasStep(seen, step.id)) return { kind: "duplicate", stored: seen };
    const after = await this.#append(seen, step);
    if (after !== undefined) return { kind: "made", stored: after };
    const storedCase = (await this.read(seen)) ?? seen;
    return { kind: hasStep(storedCase, step.id) ? "made" : "conflict", stored: storedCase };
  }

  /**
   * Opens a case unless its key is taken.
   * @param now time of the opening
   * @param officer who opens it, and why; absent of the system
   * @returns the case; undefined where it was there
   */
  async open(
    { subject, opened, ...facts }: NewCase,
    now = new Date(),
    officer: Pick<Opening, "by" | "note"> = {},
  ): Promise<StoredCase | undefined> {
    const openedEvent = { kind: "opened", id: "opened", at: now.toISOString(), facts, ...officer } as const;
    return this.#put({ subject, opened }, [], openedEvent);
  }

  /**
   * Opens a wallet's case, or tells the one that is open that it exceeded again. Doing it again changes nothing.
   * @returns whether a case is new
   */
  async openForWallet(opening: NewWalletCase, now = new Date()): Promise<boolean> {
    const { lastExceeded: run, score, previousScore, exceedances } = opening;
    const news = newsBy(run, { kind: "exceeded", run, score, previousScore, exceedances });
    // A case that was open when it was looked at may be decided since: then this one is another case's.
    for (;;) {
      const cases = await this.#newestOf(opening.subject);
      // The run of an earlier night, or this one again. A case that an officer opened has none.
      if (cases.some(({ lastExceeded }) => lastExceeded !== undefined && run <= lastExceeded)) return false;
      const open = cases.find(isOpen);
      const seen = open && (await this.#readable(open));
      if (seen === undefined || seen === "unreadable") return (await this.open(opening, now)) !== undefined;
      if ((await this.#learn(seen, news, now, isOpen)) !== undefined) return false;
    }
  }

  /**
   * Opens the case of a notification by a revision that officers are told of, or makes that revision a step of it; a decided case is
   * open again. Doing it again changes nothing.
   * @param others what else the service said, which the case may lack
   * @throws {BusyCaseError} if others kept adding events: try again
   */
  async tell(
    opening: NewNotificationCase,
    content: ContentNews,
    others: readonly ContentNews[],
    now = new Date(),
  ): Promise<CaseOfContent> {
    const storedCase = (await this.open(opening, now)) ?? (await this.#readable(opening));
    if (storedCase === undefined || storedCase === "unreadable")
      return { key: opening, dueAt: undefined, isReopened: false };
    const { delivery } = opening;
    const news = newsBy(delivery, revisionOf(content, true));
    const isOpening = storedCase.opening.facts.delivery === delivery;
    const storedNow = isOpening ? storedCase : await this.#learn(storedCase, news, now);
    return caseOfContent(await this.#revise(storedNow, others, now), news.id);
  }

  /**
   * Makes what the service said of a notification, of which officers are not told, a step of its case. Doing it again changes nothing.
   * @returns false where there is no such case
   * @throws {BusyCaseError} if others kept adding events: try again
   */
  async revise(key: CaseKey, contents: readonly ContentNews[], now = new Date()): Promise<boolean> {
    const storedCase = await this.#readable(key);
    if (storedCase === undefined) return false;
    if (storedCase !== "unreadable") await this.#revise(storedCase, contents, now);
    return true;
  }

  async #revise(seen: StoredCase, contents: readonly ContentNews[], now: Date): Promise<StoredCase> {
    let after = seen;
    for (const content of contents) {
      const revision = revisionOf(content, false);
      if (isRepeat(after.opening.facts, after.steps, revision)) continue;
      const news = newsBy(`${content.rawSha256}#${content.signedAt}`, revision);
      after = await this.#learn(after, news, now);
    }
    return after;
  }

  /**
   * Opens the case of a project's unreadable messages, or notes in the open one, once an hour, that there are more.
   * @param opening by the first of some bodies, opened by this hour
   * @param bodies of the deliveries that may have made the case or its step
   * @returns the case, and whether people are to be told of it now
   */
  async openForUnreadable(
    opening: NewCase,
    body: string,
    deliveries: ReadonlySet<string>,
    now = new Date(),
  ): Promise<CaseOfContent & { isTold: boolean }> {
    const hour = opening.opened;
    const [last] = await this.#newestOf(opening.subject);
    const key = last === undefined || (!isOpen(last) && last.opened !== hour) ? opening : last;
    const standing =
      (key === opening ? await this.open(opening, now) : undefined) ?? (await this.#readable(key));
    if (standing === undefined || standing === "unreadable")
      return { key, dueAt: undefined, isReopened: false, isTold: true };
    const isOurs = (delivery: string | undefined) => delivery !== undefined && deliveries.has(delivery);
    const before = standing.steps.find((step) => step.kind === "unreadable" && isOurs(step.delivery));
    if (before !== undefined) return { ...caseOfContent(standing, before.id), isTold: true };
    if (standing.opened === hour && isOpen(standing))
      return { ...caseOfContent(standing, undefined), isTold: isOurs(standing.opening.facts.delivery) };
    const { receivedAt, signedAt = receivedAt, delivery = "", digest = "", rawSha256 = "" } = opening;
    // Each one that opens a decided case again is told; of those beside it, one an hour.
    const cause = isOpen(standing) ? hour : delivery;
    const news = newsBy(cause, {
      kind: "unreadable",
      content: body,
      signedAt,
      receivedAt,
      digest,
      rawSha256,
      delivery,
    });
    const after = await this.#learn(standing, news, now);
    const recorded = after.steps.find(({ id }) => id === news.id);
    return {
      ...caseOfContent(after, news.id),
      isTold: recorded?.kind === "unreadable" && isOurs(recorded.delivery),
    };
  }

  #learn(seen: StoredCase, news: News, now: Date): Promise<StoredCase>;
  /** @param takes whether a case takes it as it is then @returns the case with it; undefined where it does not take it */
  #learn(
    seen: StoredCase,
    news: News,
    now: Date,
    takes: (storedCase: StoredCase) => boolean,
  ): Promise<StoredCase | undefined>;
  async #learn(
    seen: StoredCase,
    { id, step }: News,
    now: Date,
    takes: (storedCase: StoredCase) => boolean = () => true,
  ): Promise<StoredCase | undefined> {
    let storedCase = seen;
    for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
      if (hasStep(storedCase, id)) return storedCase;
      if (!takes(storedCase)) return undefined;
      const event = { ...step, id, at: now.toISOString() };
      const after = await this.#append(storedCase, event);
      if (after !== undefined) return after;
      storedCase = (await this.read(storedCase)) ?? storedCase;
    }
    throw new BusyCaseError(seen);
  }

  #append({ subject, opened, opening, steps }: StoredCase, event: UnplacedEvent) {
    return this.#put({ subject, opened }, [opening, ...steps], event);
  }

  async #put(
    key: CaseKey,
    events: readonly [] | CaseEvents,
    event: UnplacedEvent,
  ): Promise<StoredCase | undefined> {
    const after = await appendEvent(this.#place, key, events, event, headIn(key));
    return after && areOfCase(after) ? caseOf(key, after) : undefined;
  }

  async #readable(key: CaseKey): Promise<StoredCase | undefined | "unreadable"> {
    try {
      return await this.read(key);
    } catch (error) {
      if (!(error instanceof UnreadableCaseError)) throw error;
      logUnreadable(error.key);
      return "unreadable";
    }
  }

  /** A wallet has one open case at most, and it is among the newest; a corrupt one counts as none, and the log names it. */
  #newestOf(subject: string): Promise<ListedCase[]> {
    return newestOf(this.#place, subject, logUnreadable);
  }
}

function headIn(key: CaseKey) {
  return (events: readonly CaseEvent[]) => {
    if (!areOfCase(events)) throw new UnreadableCaseError(key);
    return headOf(key, events);
  };
}

/** @param cause of the news: the same makes one step of a kind, however often it comes */
function newsBy(cause: string, step: LearnedStep): News {
  return { id: `${step.kind}#${cause}`, step };
}

/** @param stepId of the step that a content makes; undefined where it makes none */
function caseOfContent(storedCase: StoredCase, stepId: string | undefined): CaseOfContent {
  const { subject, opened, dueAt, steps } = storedCase;
  return {
    key: { subject, opened },
    dueAt: dueAt === NOTHING_DUE ? undefined : dueAt,
    isReopened: stepId !== undefined && reopens(steps, stepId),
  };
}
