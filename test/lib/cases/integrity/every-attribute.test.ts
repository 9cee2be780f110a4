import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, QueryCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { type CaseKey, eventKeyOf, monthKey } from "../../../../lib/cases/case-keys.ts";
import { CaseStore, type NewWalletCase } from "../../../../lib/cases/cases.ts";
import { checkedItem, verifiableCases } from "../../../../lib/cases/integrity/checked-chains.ts";
import { checkSeals } from "../../../../lib/cases/integrity/seal.ts";
import { SealStore, timedEvent } from "../../../../lib/cases/integrity/seal-store.ts";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { NOT_REPORTABLE, newStep, noticeStep } from "../../../support/case-steps.ts";
import { lfpiorpi } from "../../../support/deadlines.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { mockClient } from "../../../support/mock-client.ts";
import { type CaseChanges, contentNews, StoredCases } from "../../../support/stored-cases.ts";

type Item = Record<string, unknown>;

/** Everything that the table holds as it was made, and a reader's client of a table that holds what a test says. */
let eventItems: Item[];
const reader = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const read = mockClient(reader);

const NOW = new Date("2026-03-10T14:00:00.000Z");
const AT = "2026-03-02T15:00:00.000Z";
const FACTS: CaseChanges = {
  risk: "illegal",
  laws: [{ name: "LFPIORPI", countryCode: "MX" }],
  lawCount: 7,
  chainId: "1",
  address: "0xa",
  userId: "u-1",
  amount: { value: "5", usd: "10" },
  token: { symbol: "T", decimals: 6 },
  dueAt: "2026-04-18T05:59:59.999Z",
  delivery: "d",
};
const WALLET = { subject: "wallet#1#0xa#1", opened: "2026-03-01T02:00:00.000Z-aaaaaa" };
const keyOf = (id: string) => ({ subject: `notification#1#${id}`, opened: "once" });
const MONTH = monthKey(1, "2026-02");
const SEAL = { subject: "seal", opened: "2026-03-02" };
const KINDS: [string, CaseKey][] = [
  ["a case without steps", keyOf("fresh")],
  ["the opening of a case", eventKeyOf(keyOf("fresh"), 1)],
  ["a case that is suspected and decided", keyOf("decided")],
  ["a suspicion", eventKeyOf(keyOf("decided"), 2)],
  ["a decision", eventKeyOf(keyOf("decided"), 3)],
  ["a case that is taken", keyOf("held")],
  ["a case that changed", keyOf("changed")],
  ["what the service said later", eventKeyOf(keyOf("changed"), 2)],
  ["a wallet's case", WALLET],
  ["a wallet that exceeded again", eventKeyOf(WALLET, 2)],
  ["a month", MONTH],
  ["a filing", eventKeyOf(MONTH, 1)],
  ["a seal", SEAL],
];
/** Five cases with ten events, a month with one, and two seals. */
const ITEMS = 5 + 10 + 1 + 1 + 2;

beforeAll(async () => {
  const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
  const [cases, store] = [new StoredCases(client), new CaseStore(client, "Cases", 10)];
  const at = new Date(AT);
  await cases.open("fresh", FACTS);
  const operations = [{ name: "1#42#TTTTTTTTTTTTTTTT", receivedAt: AT, rawSha256: "4f1c" }];
  const suspect = newStep("a", AT, { kind: "suspect", knownSince: AT, note: "By its pattern.", operations });
  await cases.open("decided", FACTS, suspect, newStep("b", AT, NOT_REPORTABLE));
  await cases.open("held", FACTS, newStep("a", AT, { kind: "take" }));
  const revision = {
    content: "1#changed#4f1c",
    receivedAt: AT,
    rules: [lfpiorpi()],
    timestamp: AT,
    usd: "10.5",
  };
  await cases.tell(await cases.open("changed", FACTS), contentNews("a", ["Law"], revision), at);
  const exceeded = (run: string, score: number): NewWalletCase => ({
    ...({ ...WALLET, kind: "wallet", projectId: 1, chainId: "1", address: "0xa" } as const),
    score,
    previousScore: 5,
    lastExceeded: run,
    receivedAt: AT,
    exceedances: ["rise"],
  });
  await store.openForWallet(exceeded(WALLET.opened, 61), at);
  await store.openForWallet(exceeded("2026-03-02T02:00:00.000Z-bbbbbb", 75), at);
  const months = new MonthStore(client, "Cases", 10);
  const filing = {
    kind: "monthly",
    reference: "AVI-1",
    receivedOn: "2026-03-02",
    receivedAt: "2026-03-02T06:00:00.000Z",
  } as const;
  await months.add(await months.read(1, "2026-02"), noticeStep("f", AT, filing));
  const seals = new SealStore(client, "Cases");
  await seals.make([1, 2], new Date("2026-03-02T14:00:00.000Z"));
  await seals.make([1, 2], new Date("2026-03-03T14:00:00.000Z"));
  eventItems = (await client.send(new ScanCommand({ TableName: "Cases" }))).Items ?? [];
  await stop();
});

const has =
  ({ subject, opened }: CaseKey) =>
  (item: Item) =>
    item["subject"] === subject && item["opened"] === opened;

const itemOf = (key: CaseKey): Item => eventItems.find(has(key)) ?? {};

/** What verification names of a table's items, without the digests of the briefs. */
async function namedIn(items: readonly Item[]): Promise<unknown[]> {
  read.reset();
  read.on(ScanCommand).resolves({ Items: [...items] });
  read.on(QueryCommand).resolves({ Items: items.filter((item) => item["subject"] === SEAL.subject) });
  const rawCase = await Array.fromAsync(verifiableCases(reader, "Cases"));
  const { seals: storedSeals, corrupt } = await new SealStore(reader, "Cases").all();
  const events = rawCase.flatMap((rawCase) => rawCase.items.flatMap((item) => timedEvent(item) ?? []));
  const { problems } = checkSeals({ seals: storedSeals, events, briefSeals: new Map(), now: NOW.getTime() });
  const broken = rawCase.flatMap((chain) => checkedItem(chain, NOW).problems);
  return [...broken, ...problems, ...corrupt];
}

const holdsWith = async (key: CaseKey, changed: Item) =>
  (await namedIn(eventItems.map((item) => (has(key)(item) ? changed : item)))).length === 0;

/** Another value of the same sort, which a reader would take for one of an item. */
function otherThan(value: unknown): unknown {
  // An item that is kept for longer loses nothing.
  if (typeof value === "number") return value - 1;
  if (Array.isArray(value)) return value.length === 0 ? [{}] : value.slice(1);
  if (typeof value === "object") return { ...value, seen: true };
  return /^\d{4}-/.test(String(value)) ? "2020-01-01T00:00:00.000Z" : `${value}x`;
}

/** Unnoticed ones of all changes, removals and additions, one after the other. */
async function unnoticed(key: CaseKey): Promise<string[]> {
  const item = itemOf(key);
  const missed: string[] = [];
  const attempt = async (attempted: string, changed: Item) => {
    if (await holdsWith(key, changed)) missed.push(attempted);
  };
  const names = Object.keys(item).filter((name) => name !== "subject" && name !== "opened");
  for (const name of names) {
    await attempt(`changed ${name}`, { ...item, [name]: otherThan(item[name]) });
    const { [name]: _, ...without } = item;
    await attempt(`removed ${name}`, without);
  }
  for (const [, other] of KINDS)
    for (const [name, value] of Object.entries(itemOf(other)))
      if (!(name in item)) await attempt(`added ${name}`, { ...item, [name]: value });
  await attempt("added something", { ...item, seen: true });
  const { event } = item;
  if (typeof event === "object" && event !== null)
    for (const [name, value] of Object.entries(event))
      await attempt(`an event with ${name}`, { ...item, event: { ...event, [name]: otherThan(value) } });
  return missed;
}

it("holds as everything was made", async () => {
  expect(eventItems).toHaveLength(ITEMS);
  expect(await namedIn(eventItems)).toEqual([]);
});

describe("a change, removal or addition is named", () => {
  it.each(KINDS)("in %s", async (_, key) => {
    expect(await unnoticed(key)).toEqual([]);
  });

  it("also where the item of a case for lists is removed, or another is there", async () => {
    const fresh = keyOf("fresh");
    expect(await namedIn(eventItems.filter((item) => !has(fresh)(item)))).not.toEqual([]);
    expect(await namedIn([...eventItems, { ...itemOf(fresh), ...keyOf("other") }])).not.toEqual([]);
  });
});
