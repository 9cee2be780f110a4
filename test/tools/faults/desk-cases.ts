/** The desk's side of a sequence: officers decide its cases, and the chain and every attribute of each are verified. */

import { randomUUID } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type StoredCase, storedCase } from "../../../lib/cases/case.ts";
import type { CaseKey } from "../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../lib/cases/case-queries.ts";
import { checkedItem } from "../../../lib/cases/integrity/checked-chains.ts";
import type { StepRequest } from "../../../lib/cases/step.ts";
import { newStep } from "../../support/case-steps.ts";
import { StoredCases } from "../../support/stored-cases.ts";

/** A case as it is in the table, and what `cases verify` finds wrong with it. */
export interface SeenCase extends StoredCase {
  problems: readonly object[];
}

export class DeskCases {
  readonly #queries: CaseQueries;
  readonly #stored: StoredCases;

  /** @param table of cases, which a stack with a desk has */
  constructor(client: DynamoDBDocumentClient, table: string | undefined) {
    if (table === undefined) throw new Error("The stack has no cases: start it with a desk.");
    this.#queries = new CaseQueries(client, table);
    this.#stored = new StoredCases(client, table);
  }

  async find(key: CaseKey): Promise<SeenCase | undefined> {
    const item = await this.#queries.raw(key);
    return item && { ...storedCase.parse(item), problems: checkedItem(item).problems };
  }

  /** @param subject as `walletSubject` makes it */
  async ofWallet(subject: string): Promise<SeenCase[]> {
    const found = await Promise.all((await this.#queries.ofWallet(subject)).map((one) => this.find(one)));
    return found.flatMap((one) => one ?? []);
  }

  /** Number of times that the list of all cases has each of them, by its subject. */
  async listed(projectIds: readonly number[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for await (const { subject } of this.#queries.list({ projectIds, closed: true }))
      found.set(subject, (found.get(subject) ?? 0) + 1);
    return found;
  }

  /** An officer makes steps in a case, one after the other. */
  async step(key: CaseKey, ...wishes: readonly StepRequest[]): Promise<void> {
    for (const wish of wishes)
      await this.#stored.step(key, newStep(randomUUID(), new Date().toISOString(), wish));
  }
}
