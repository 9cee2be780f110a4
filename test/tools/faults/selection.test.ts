import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import { nameOf, type Outcome, runAll } from "./campaign.ts";
import type { TableName } from "./injection/arming.ts";
import type { FaultKind } from "./injection/fault-kinds.ts";
import { CHANGES } from "./intake/change-scenarios.ts";
import { DELIVERIES } from "./intake/delivery-scenarios.ts";
import { openEndpoints, openQueueWith } from "./intake/intake-environments.ts";
import { openReminders } from "./reminders.ts";
import { openScans } from "./scans/scan-environment.ts";
import type { Environment } from "./scenario.ts";
import { slowness } from "./slowness.ts";

/** A scenario, a point in it, and what is injected there. */
type Chosen = readonly [scenario: string, point: string, kind: FaultKind];

type Item = Record<string, unknown>;

const ENDPOINTS: Chosen[] = [
  ["an illegal one is posted", "ReceiveWebhook sqs:SendMessage webhook #1", "no reply"],
  ["a user is looked up", "GetUser dynamodb:GetItem users #1", "throttled"],
];

const QUEUE: Chosen[] = [
  ["an illegal one", "StoreNotifications dynamodb:PutItem notifications #1", "crash after"],
  ["an illegal one", "StoreNotifications sns:Publish alerts #1", "no reply"],
  ["an illegal one", "StoreNotifications dynamodb:UpdateItem notifications SET alert #1", "refused"],
  [
    "the same again, spelled otherwise",
    "StoreNotifications dynamodb:UpdateItem notifications SET repeats #1",
    "no reply once",
  ],
  ["what is not the contract", "StoreNotifications dynamodb:PutItem notifications #1", "refused"],
  ["another transaction under a used id", "StoreNotifications sns:Publish alerts #1", "throttled"],
  ["a rehearsal, and then the real one", "StoreNotifications sns:Publish alerts #1", "crash after"],
];

const SCANS: Chosen[] = [
  ["a scan", "StartScan dynamodb:PutItem scanRuns #1", "no reply once"],
  ["a scan", "ScanWallets service:POST /v1/projects/…/addresses/scan-risk #1", "refused"],
  ["a scan", "ScanWallets dynamodb:BatchWriteItem walletScans #1", "crash after"],
];

const REMINDERS: Chosen[] = [
  ["reminders of an hour", "SendReminders dynamodb:PutItem alerts #1", "crash after"],
  ["reminders of an hour", "SendReminders dynamodb:UpdateItem alerts SET state #1", "throttled"],
];

const SELECTION = [
  ["a post or a look-up", ENDPOINTS],
  ["a message of the webhook queue", QUEUE],
  ["a scan", SCANS],
  ["reminders", REMINDERS],
] as const;

/** Fewer concurrent runs than in a campaign can do with a faster clock. */
const FASTER = 0.6;

let environments: Environment[] = [];
let found: Outcome[] = [];

beforeAll(async () => {
  const measured = slowness();
  const slow = measured * FASTER;
  environments = await Promise.all([
    openEndpoints(slow),
    openQueueWith("queue", { ...DELIVERIES, ...CHANGES }, slow),
    openScans(slow),
    openReminders(measured),
  ]);
  found = await Promise.all(
    environments.map((environment, index) => {
      const chosen = SELECTION[index]?.[1] ?? [];
      const planned = environment.scenarios.flatMap((scenario) =>
        chosen
          .filter(([name]) => name === scenario.name)
          .map(([, point, kind]) => ({ scenario, point, kind })),
      );
      return runAll(environment, planned);
    }),
  );
}, 240_000);
afterAll(() => Promise.all(environments.map((environment) => environment.close())));

describe("a fixed selection of faults", () => {
  it.each(SELECTION.map(([of, chosen], index) => [of, chosen, index] as const))(
    "leaves everything as without it, at each call of %s",
    (_, chosen, index) => {
      const { runs = [], leftBehind } = found[index] ?? {};
      const injected = runs.filter(({ injections }) => injections > 0).map(nameOf);
      expect(injected.sort()).toEqual(chosen.map((names) => names.join(" / ")).sort());
      expect(runs.flatMap(({ violations }) => violations)).toEqual([]);
      expect(leftBehind).toEqual([]);
    },
  );
});

/** An item with other attributes; facts of a case are one attribute, and the others stay. */
function merged(item: Item, { facts, ...changes }: Item): Item {
  const of = { ...Object(item["facts"]), ...Object(facts) };
  return { ...item, ...changes, ...(facts !== undefined && { facts: of }) };
}

const RECORD = /\d{4}-\d\d-\d\dT\S+/g;

/** The first run of a scenario, which is judged again with other items or alerts than it has left. */
class Judged {
  readonly #environment: Environment;
  readonly #subject: string;
  readonly #scenario: string;

  constructor(scenario: string) {
    const index = found.findIndex(({ runs }) => runs.some((run) => run.scenario === scenario));
    const run = found[index]?.runs.find((one) => one.scenario === scenario);
    const environment = environments[index];
    if (environment === undefined || run === undefined) throw new Error(`"${scenario}" was not run.`);
    this.#environment = environment;
    this.#subject = run.subject;
    this.#scenario = scenario;
  }

  /** Violations with others in place of each alert that was published. */
  async published(change: (alert: LocalAlert) => LocalAlert[]): Promise<string[]> {
    const { published } = this.#environment.stack;
    const changed = new Map<LocalAlert, LocalAlert[]>();
    // An alert is found in several ways, and is one all the same.
    const once = (alert: LocalAlert) => {
      const others = changed.get(alert) ?? change(alert);
      changed.set(alert, others);
      return others;
    };
    for (const name of ["of", "ofRecord", "ofQuarantined"] as const) {
      const heard = published[name].bind(published);
      vi.spyOn(published, name).mockImplementation((id) => heard(id).flatMap(once));
    }
    const violations = await this.violations(true);
    vi.restoreAllMocks();
    return violations;
  }

  /** Violations with each item of a table that names the run in turn replaced by others, by none as a rule. */
  async eachReplaced(table: TableName, others: (item: Item) => Item[] = () => []): Promise<string[][]> {
    const { database, stack } = this.#environment.stack;
    const TableName = stack.endpoints.tables[table];
    const { Table } = await database.send(new DescribeTableCommand({ TableName }));
    const names = Table?.KeySchema?.map(({ AttributeName = "" }) => AttributeName) ?? [];
    const put = (Item: Item) => database.send(new PutCommand({ TableName, Item }));
    const remove = (item: Item) => {
      const Key = Object.fromEntries(names.map((name) => [name, item[name]]));
      return database.send(new DeleteCommand({ TableName, Key }));
    };
    const { Items = [] } = await database.send(new ScanCommand({ TableName }));
    const violations: string[][] = [];
    for (const item of Items.filter((one) => JSON.stringify(one).includes(this.#subject))) {
      await remove(item);
      await Promise.all(others(item).map(put));
      violations.push(await this.violations(false));
      await Promise.all(others(item).map(remove));
      await put(item);
    }
    return violations;
  }

  /** Violations, with the subject as `S` and the name of an alert record as `R`. */
  async violations(exactlyOnce: boolean): Promise<string[]> {
    await this.#environment.drain?.();
    const scenario = this.#environment.scenarios.find(({ name }) => name === this.#scenario);
    const wrong = (await scenario?.violations(this.#subject, exactlyOnce)) ?? [];
    return wrong.map(
      ({ kind, text }) => `${kind}: ${text.replaceAll(this.#subject, "S").replaceAll(RECORD, "R")}`,
    );
  }
}

describe.each<[string, TableName[]]>([
  ["an illegal one", ["notifications", "alerts", "cases", "wallets"]],
  ["a scan", ["walletScans", "wallets", "cases"]],
])('the end of "%s"', (scenario, tables) => {
  it.each(tables)("is wrong without any one item in the table %s", async (table) => {
    const violations = await new Judged(scenario).eachReplaced(table);
    expect(violations).not.toEqual([]);
    expect(violations).not.toContainEqual([]);
  });
});

describe("what is left", () => {
  it.each<[string, TableName, Item, string]>([
    [
      "an illegal one",
      "notifications",
      { repeats: 1 },
      'miscounted: 1#S "illegal" came in 1 deliveries and counts 1 repeats',
    ],
    [
      "an illegal one",
      "notifications",
      { delivery: "another" },
      'wrong: 1#S "illegal" names a delivery that did not bring it',
    ],
    [
      "an illegal one",
      "notifications",
      { said: { risk: "warn" } },
      'wrong: 1#S "illegal" is stored with the risk warn',
    ],
    [
      "an illegal one",
      "notifications",
      { alert: { state: "pending" } },
      'unalerted: 1#S "illegal" is pending',
    ],
    [
      "an illegal one",
      "notifications",
      { alert: { state: "none" } },
      'doubled: 1#S "illegal" has a case that no alert went out to',
    ],
    [
      "an illegal one",
      "notifications",
      { userKey: "another" },
      'lost: 1#S "illegal" is missing in the list of --userId u-S',
    ],
    [
      "another transaction under a used id",
      "notifications",
      { alert: { state: "none" } },
      'unalerted: 1#S "reused" says something illegal that no alert went out of',
    ],
    [
      "what is not the contract",
      "notifications",
      { kind: "error" },
      'wrong: 1#quarantined "invalid" is stored as error',
    ],
    [
      "an illegal one",
      "alerts",
      { message: { subject: "s", email: "t" } },
      "wrong: the alert record R does not hold the text that was published under it",
    ],
    [
      "an illegal one",
      "cases",
      { facts: { deadlines: [] } },
      'lost: the case of 1#S "illegal" does not say until when LFPIORPI is due',
    ],
    [
      "an illegal one",
      "cases",
      { risk: "none" },
      'wrong: the case of 1#S "illegal" does not hold: [{"kind":"differs","name":"risk"}]',
    ],
    [
      "an illegal one",
      "wallets",
      { userId: "another" },
      "wrong: the wallet 1#0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaSb on S belongs to another, and was last seen with u-S",
    ],
    [
      "an illegal one",
      "wallets",
      { owners: new Set(["u-S", "another"]) },
      "doubled: the owner another of the wallet 1#0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaSb on S was never named",
    ],
    ["a scan", "wallets", { score: 0 }, "wrong: failed has the score 0 and was given undefined"],
    ["a scan", "wallets", { lastRun: "earlier" }, "wrong: score 19 is completed in the run earlier"],
    ["a scan", "wallets", { alert: "pending" }, "unalerted: score 100's alert is pending"],
    [
      "a scan",
      "walletScans",
      { outcome: "completed", score: 0 },
      "wrong: skipped is completed with the score 0 and should be skipped",
    ],
    [
      "a scan",
      "walletScans",
      { outcome: "completed", score: 0 },
      "miscounted: the run counts 1 as skipped, and 0 are",
    ],
    ["a scan", "walletScans", { reason: "" }, "wrong: failed has failed, and its history does not say why"],
  ])('is wrong with another item after "%s": %s %o', async (scenario, table, changes, violation) => {
    const violations = await new Judged(scenario).eachReplaced(table, (item) => [merged(item, changes)]);
    expect(violations.flat()).toContain(violation);
  });

  it("is wrong where a notification is stored twice", async () => {
    const twice = (item: Item) => [item, { ...item, version: "another" }];
    const violations = await new Judged("an illegal one").eachReplaced("notifications", twice);
    expect(violations.flat()).toContain('doubled: 1#S "illegal" is stored 2 times');
  });

  it.each<[string, string, (alert: LocalAlert) => LocalAlert[], string]>([
    ["not published", "an illegal one", () => [], 'unalerted: 1#S "illegal" was not sent to alerts'],
    [
      "not published",
      "what is not the contract",
      () => [],
      'unalerted: 1#quarantined "invalid" was not sent to operations',
    ],
    ["not published", "a scan", () => [], "unalerted: score 100 crossed the line and no alert went out"],
    [
      "published twice",
      "another transaction under a used id",
      (alert) => [alert, { ...alert }],
      'doubled: 1#S "reused" was sent 2 times to alerts',
    ],
    ["published twice", "a scan", (alert) => [alert, { ...alert }], "doubled: score 100 was alerted 2 times"],
    [
      "published as a rehearsal",
      "another transaction under a used id",
      (alert) => [{ ...alert, subject: `[TEST] ${alert.subject}` }],
      'wrong: 1#S "reused" is not a rehearsal and was sent as one',
    ],
    [
      "published as none",
      "a rehearsal, and then the real one",
      (alert) => [{ ...alert, subject: alert.subject.replace("[TEST]", "") }],
      'wrong: rehearsal#1#S "illegal" is a rehearsal and was sent as none',
    ],
    [
      "published without its record",
      "another transaction under a used id",
      (alert) => [{ ...alert, text: alert.text.replaceAll(RECORD, "") }],
      "lost: a message of kind change has no record, and names none",
    ],
  ])("is wrong where an alert is %s: %s", async (_, scenario, change, violation) => {
    expect(await new Judged(scenario).published(change)).toContain(violation);
  });
});
