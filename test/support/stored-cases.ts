/** Cases that are in a table before a test looks: opened as the pipeline opens them, with steps as the desk makes them. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { StoredCase } from "../../lib/cases/case.ts";
import { type CaseKey, OPENED_ONCE } from "../../lib/cases/case-keys.ts";
import { type CaseOfContent, CaseStore, type ContentNews, type NewCase } from "../../lib/cases/cases.ts";
import type { NewStep } from "../../lib/cases/step.ts";

/** `dueAt` is the deadline of LFPIORPI, the only one. */
export type CaseChanges = Partial<NewCase> & { dueAt?: string };

export class StoredCases {
  readonly store: CaseStore;

  constructor(client: DynamoDBDocumentClient, table = "Cases") {
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
    const found: NewCase = {
      ...{ subject: `notification#${projectId}#${id}`, opened: OPENED_ONCE },
      ...{ kind: "notification", projectId, receivedAt: "2026-03-01T12:00:00.000Z" },
      deadlines: dueAt === "none" ? [] : [{ dueAt, law: "LFPIORPI", countryCode: "MX" }],
      ...changes,
    };
    await this.store.open(found, new Date(found.receivedAt));
    for (const step of steps) await this.step(found, step);
    return this.read(found);
  }

  /** Tells a content to a case that another delivery opened. */
  tell({ subject, opened }: CaseKey, news: ContentNews, now = new Date()): Promise<CaseOfContent> {
    const found: NewCase = {
      ...{ subject, opened, kind: "notification", projectId: 1, delivery: news.cause },
      ...{ receivedAt: news.receivedAt, deadlines: [] },
    };
    return this.store.tell(found, news, now);
  }

  /** @throws {Error} where there is none */
  async read({ subject, opened }: CaseKey): Promise<StoredCase> {
    const found = await this.store.read({ subject, opened });
    if (found === undefined) throw new Error(`There is no case ${subject} ${opened}.`);
    return found;
  }

  /** Makes a step in one as it is now. @returns it with the step */
  async step(key: CaseKey, made: NewStep): Promise<StoredCase> {
    return (await this.store.add(await this.read(key), made)).found;
  }
}
