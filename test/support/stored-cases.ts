/** Cases that are in a table before a test looks: opened as the pipeline opens them, with steps as the desk makes them. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { putItems } from "../../lib/aws/tables/batch-write.ts";
import type { StoredCase } from "../../lib/cases/case.ts";
import { eventItem, eventItems, expiryOfEvents } from "../../lib/cases/case-events.ts";
import type { OrderedLaws, SaidLaw } from "../../lib/cases/case-facts.ts";
import { type CaseKey, OPENED_ONCE } from "../../lib/cases/case-keys.ts";
import {
  type CaseOfContent,
  CaseStore,
  type NewCase,
  type NewNotificationCase,
} from "../../lib/cases/cases.ts";
import { digestOf, digestOfBytes } from "../../lib/cases/chain.ts";
import { inOrder } from "../../lib/cases/named-laws.ts";
import type { ContentNews, SaidRevision } from "../../lib/cases/revision.ts";
import { type CaseEvent, caseEvent, type NewStep } from "../../lib/cases/step.ts";
import { factsDueAt } from "./deadlines.ts";

/** `dueAt` is the deadline of LFPIORPI, the only one. */
export type CaseChanges = Partial<NewCase> & { dueAt?: string };

/** Everything else that a content says. */
type SaidMore = Partial<Omit<ContentNews, "said"> & Omit<SaidRevision, "laws">>;

function illegalLaws(laws: readonly SaidLaw[]): OrderedLaws {
  return inOrder(
    laws.map((law) => ({ ...law, country: "mexico", risk: "illegal" })),
    [],
  );
}

/**
 * A content of notification `1#42` that names laws of Mexico, without a rule for deadlines unless one is given.
 * @param body that says it
 */
export function contentNews(
  body: string,
  names: readonly string[],
  { timestamp, usd, rules = [], ...news }: SaidMore = {},
): ContentNews {
  const laws = illegalLaws(names.map((name) => ({ name, countryCode: "MX" })));
  const receivedAt = news.receivedAt ?? "2026-03-02T12:00:00.000Z";
  return {
    content: "1#42",
    signedAt: receivedAt,
    receivedAt,
    digest: digestOfBytes(Buffer.from(body)),
    rawSha256: digestOfBytes(Buffer.from(body)),
    ...news,
    statement: { laws, rules, timestamp, usd },
  };
}

export class StoredCases {
  readonly store: CaseStore;
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table = "Cases") {
    this.#client = client;
    this.#table = table;
    this.store = new CaseStore(client, table, 10);
  }

  /**
   * Opens that of notification `1#<id>`, unless changes name another, when it is received, and makes steps in it.
   * @returns it as it is then
   */
  async open(
    id: string | number,
    { dueAt = "none", ...changes }: CaseChanges = {},
    ...steps: readonly NewStep[]
  ): Promise<StoredCase> {
    const { projectId = 1 } = changes;
    const receivedAt = changes.receivedAt ?? "2026-03-01T12:00:00.000Z";
    const opening: NewCase = {
      subject: `notification#${projectId}#${id}`,
      opened: OPENED_ONCE,
      kind: "notification",
      projectId,
      lawsDigest: illegalLaws(changes.laws ?? []).digest,
      ...(dueAt === "none" ? {} : factsDueAt(dueAt, { ...changes, receivedAt })),
      ...changes,
      receivedAt,
    };
    await this.store.open(opening, new Date(opening.receivedAt));
    for (const step of steps) await this.step(opening, step);
    return this.read(opening);
  }

  /** Tells a content to a case that another delivery opened. */
  tell({ subject, opened }: CaseKey, news: ContentNews, now = new Date()): Promise<CaseOfContent> {
    const opening: NewNotificationCase = {
      subject,
      opened,
      kind: "notification",
      projectId: 1,
      delivery: news.rawSha256,
      receivedAt: news.receivedAt,
    };
    return this.store.tell(opening, news, [], now);
  }

  /** @throws {Error} if it does not exist */
  async read({ subject, opened }: CaseKey): Promise<StoredCase> {
    const storedCase = await this.store.read({ subject, opened });
    if (storedCase === undefined) throw new Error(`There is no case ${subject} ${opened}.`);
    return storedCase;
  }

  /** Makes a step in one as it is now. @returns it with the step */
  async step(key: CaseKey, step: NewStep): Promise<StoredCase> {
    return (await this.store.add(await this.read(key), step)).stored;
  }

  /** Makes thousands of steps in one, whose events are put as they are: its item for lists stays what it was. */
  async fill(key: CaseKey, steps: readonly NewStep[]): Promise<void> {
    const place = { client: this.#client, table: this.#table };
    const events: CaseEvent[] = [];
    for (const { event } of await eventItems(place, key)) events.push(caseEvent.parse(event));
    const before = events.length;
    for (const step of steps) {
      const last = events.at(-1);
      if (last === undefined) throw new Error(`There is no case ${key.subject} ${key.opened}.`);
      events.push({ ...step, number: last.number + 1, previous: digestOf(last), retentionYears: 10 });
    }
    const expiresAt = expiryOfEvents(events);
    const items = events.slice(before).map((event) => eventItem(key, event, expiresAt));
    await putItems(this.#client, this.#table, items);
  }
}
