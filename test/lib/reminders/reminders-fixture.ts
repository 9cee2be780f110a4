/** A table of cases and one of alerts, a topic that can refuse, and hours that pass as a test says. */

import { PublishCommand, SNSClient } from "@aws-sdk/client-sns";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { vi } from "vitest";
import { AlertStore } from "../../../lib/alerts/alerts.ts";
import { Pace } from "../../../lib/alerts/pace.ts";
import { OncePublisher } from "../../../lib/alerts/publisher.ts";
import { caseOfNotification } from "../../../lib/cases/case-keys.ts";
import type { StepRequest } from "../../../lib/cases/step.ts";
import { UndecidedCases } from "../../../lib/cases/undecided-cases.ts";
import { remind } from "../../../lib/reminders/remind.ts";
import type { ReminderTools } from "../../../lib/reminders/reminder-tools.ts";
import { DESK_TABLE_SHAPES, TABLE_SHAPES } from "../../../lib/tables/table-shapes.ts";
import { newStep } from "../../support/case-steps.ts";
import { type EmulatedTables, startTables } from "../../support/emulated-tables.ts";
import { mockClient } from "../../support/mock-client.ts";
import { createTables } from "../../support/shaped-table.ts";
import { type CaseChanges, StoredCases } from "../../support/stored-cases.ts";
import { ENGLISH } from "../../support/translators.ts";

/** A message as it was published. */
export interface Published {
  topic: string | undefined;
  subject: string | undefined;
  email: string;
}

export class RemindersFixture {
  readonly sns = mockClient(SNSClient);
  readonly database: DynamoDBDocumentClient;
  readonly #emulated: EmulatedTables;
  #tables = 0;
  #steps = 0;

  private constructor(emulated: EmulatedTables) {
    this.#emulated = emulated;
    this.database = emulated.client;
  }

  static async start(): Promise<RemindersFixture> {
    return new RemindersFixture(await startTables({}));
  }

  async stop(): Promise<void> {
    await this.#emulated.stop();
  }

  get casesTable(): string {
    return `Cases${this.#tables}`;
  }

  get alertsTable(): string {
    return `Alerts${this.#tables}`;
  }

  /** Empty tables, and a topic that takes everything. */
  async renew(): Promise<void> {
    this.#tables += 1;
    await createTables(this.database, {
      [this.casesTable]: DESK_TABLE_SHAPES.cases,
      [this.alertsTable]: TABLE_SHAPES.alerts,
    });
    this.sns.reset();
    this.sns.on(PublishCommand).resolves({});
  }

  /** Opens a case of notification `1#<id>`. */
  async open(id: number, receivedAt: string, changes: CaseChanges = {}): Promise<void> {
    const cases = new StoredCases(this.database, this.casesTable);
    await cases.open(id, { receivedAt, risk: "illegal", ...changes });
  }

  /** Makes a step in the case of notification `1#<id>`. */
  async step(id: number, at: string, wish: StepRequest): Promise<void> {
    const cases = new StoredCases(this.database, this.casesTable);
    const key = caseOfNotification({ key: `1#${id}`, version: "first" });
    await cases.step(key, newStep(`step-${++this.#steps}`, at, wish));
  }

  tools(changes: Partial<ReminderTools> = {}): ReminderTools {
    const alerts = new AlertStore(this.database, this.alertsTable);
    return {
      ...{ stage: "dev", timeZone: "America/Mexico_City", desk: "https://desk.example" },
      ...{ afterHours: 24, topics: { alerts: "alerts", escalation: "escalation" }, messageMs: 45_000 },
      cases: new UndecidedCases(this.database, this.casesTable),
      alerts,
      publisher: () =>
        new OncePublisher({
          sns: new SNSClient({ region: "us-east-1" }),
          alerts,
          translator: async () => ENGLISH,
          retentionYears: 10,
          pace: new Pace(1),
        }),
      ...changes,
    };
  }

  /** The call of an hour. @param now ISO 8601 @returns what it published */
  async hour(now: string, tools = this.tools(), projectIds = [1]): Promise<Published[]> {
    const before = this.published().length;
    vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
    try {
      await remind(tools, projectIds, { now: new Date(), endsAt: Date.now() + 240_000 });
    } finally {
      vi.useRealTimers();
    }
    return this.published().slice(before);
  }

  /** Everything that SNS took. */
  published(): Published[] {
    return this.sns.commandCalls(PublishCommand).map(({ args: [{ input }] }) => ({
      topic: input.TopicArn,
      subject: input.Subject,
      email: JSON.parse(input.Message ?? "{}").email,
    }));
  }
}
