import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { eventKeyOf } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { newCase } from "../../../../lib/cases/new-case.ts";
import { otherCases } from "../../../../lib/desk/cases/other-cases.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { recordedNew, storedItem } from "../../../support/deliveries.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { StoredCases } from "../../../support/stored-cases.ts";

const { client, stop } = await startTables({
  Notifications: TABLE_SHAPES.notifications,
  Cases: TABLE_SHAPES.cases,
});
afterAll(stop);
const cases = new CaseQueries(client, "Cases");
const notifications = new NotificationQueries(client, "Notifications");

/** Notifications of other wallets before and after those of the wallet. */
const OTHERS = 900;

const WALLET = `0x${"a".repeat(40)}`;

/** The case of each notification of the wallet, by its id. */
const subjects = new Map<number, string>();
const subjectOf = (id: number) => subjects.get(id) ?? "none";

/** Stores notifications of a wallet, and opens their cases where it is the one. */
async function receive(address: string, ...ids: readonly number[]): Promise<void> {
  return receiveUnder(undefined, address, ...ids);
}

/** The same, illegal by one law alone. */
async function receiveUnder(
  law: object | undefined,
  address: string,
  ...ids: readonly number[]
): Promise<void> {
  const reads = ids.map((id) => {
    const receivedAt = new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString();
    const inflictedLaws = law === undefined ? {} : { inflictedLaws: [law] };
    const changes = { id, address: { id: 1, userId: null, address, description: null }, ...inflictedLaws };
    const body = Buffer.from(JSON.stringify(notificationBody(changes)));
    const delivery = {
      deliveryId: `d-${id}`,
      receivedAt,
      signedAt: receivedAt,
      projectId: 1,
      body,
    };
    return recordedNew(readDelivery(delivery, { retentionYears: 10, deadlines: [] }));
  });
  await putItems(
    client,
    "Notifications",
    reads.map(({ delivery }) => storedItem(delivery)),
  );
  if (address !== WALLET) return;
  for (const { delivered } of reads) {
    const opening = newCase({ stored: delivered, firstReceivedAt: delivered.receivedAt }, []);
    subjects.set(Number(delivered.id), opening.subject);
    await new CaseStore(client, "Cases", 10).open(opening);
  }
}

beforeAll(async () => {
  await receive(`0x${"b".repeat(40)}`, ...Array.from({ length: OTHERS }, (_, index) => index));
  // The last one is older than what may be read.
  await receive(WALLET, OTHERS + 1, OTHERS + 2, -1);
});

/** Reads of the tables meanwhile. */
function watch() {
  const read = { rows: 0, gets: [] as unknown[] };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { Items = [] }: { Items?: unknown[] } = Object(result.output);
        read.rows += Items.length;
        if (commandName === "GetItemCommand") read.gets.push(args.input);
        return result;
      },
    { step: "initialize", name: "watch" },
  );
  return {
    read,
    [Symbol.dispose]() {
      client.middlewareStack.remove("watch");
    },
  };
}

it("finds the other cases of a wallet, and reads nothing of other wallets", async () => {
  const storedCase = await cases.readable({ subject: subjectOf(OTHERS + 2), opened: "once" });
  if (storedCase === undefined) throw new Error("The case was not opened.");
  using watched = watch();
  const result = await otherCases(storedCase, { cases, notifications, sees: [1] });
  expect(result.cases.map(({ listedCase: { subject } }) => subject)).toEqual([subjectOf(OTHERS + 1)]);
  expect(watched.read.rows).toBeLessThanOrEqual(10);
  // Two notifications of the wallet beside the case's own, and the case of one.
  expect(watched.read.gets.length).toBeLessThanOrEqual(4);
});

it("finds them beside a corrupt one", async () => {
  const id = OTHERS + 3;
  await receive(WALLET, id);
  const key = { subject: subjectOf(id), opened: "once" };
  await client.send(
    new UpdateCommand({
      TableName: "Cases",
      Key: eventKeyOf(key, 1),
      UpdateExpression: "SET #event = :x",
      ExpressionAttributeNames: { "#event": "event" },
      ExpressionAttributeValues: { ":x": "x" },
    }),
  );
  const storedCase = await cases.readable({ subject: subjectOf(OTHERS + 2), opened: "once" });
  if (storedCase === undefined) throw new Error("The case was not opened.");
  const result = await otherCases(storedCase, { cases, notifications, sees: [1] });
  expect(result.cases.map(({ listedCase: { subject } }) => subject)).toEqual([subjectOf(OTHERS + 1)]);
});

it("finds those of another law too, those that are open first", async () => {
  const [law, decided] = [OTHERS + 4, OTHERS + 5];
  await receiveUnder({ ...LFPIORPI, name: "OFAC SDN", countryCode: "US" }, WALLET, law);
  await receive(WALLET, decided);
  const key = { subject: subjectOf(decided), opened: "once" };
  await new StoredCases(client).step(key, newStep("a", "2026-03-01T12:00:00.000Z", NOT_REPORTABLE));
  const storedCase = await cases.readable({ subject: subjectOf(OTHERS + 2), opened: "once" });
  if (storedCase === undefined) throw new Error("The case was not opened.");
  const result = await otherCases(storedCase, { cases, notifications, sees: [1] });
  expect(result.cases.map(({ listedCase: { subject } }) => subject)).toEqual(
    [law, OTHERS + 1, decided].map((id) => subjectOf(id)),
  );
});

it("finds those of the user in each project that the reader sees", async () => {
  const stored = new StoredCases(client);
  const storedCase = await stored.open("in-1", { userId: "u-two" });
  await stored.open("in-2", { userId: "u-two", projectId: 2 });
  const othersSeenBy = async (...sees: number[]) =>
    (await otherCases(storedCase, { cases, notifications, sees })).cases.map(
      ({ listedCase: { projectId } }) => projectId,
    );
  expect(await othersSeenBy(1, 2)).toEqual([2]);
  expect(await othersSeenBy(1)).toEqual([]);
});

it("says that the wallet may have more once there is one more than is looked for, and not before", async () => {
  const wallet = `0x${"d".repeat(40)}`;
  await receive(wallet, ...Array.from({ length: 21 }, (_, index) => 5_000 + index));
  const storedCase = await new StoredCases(client).open("of-d", { address: wallet, chainId: "1" });
  const mayLack = async () =>
    (await otherCases(storedCase, { cases, notifications, sees: [1] })).mayLackOfWallet;
  expect(await mayLack()).toBe(true);
  const few = await new StoredCases(client).open("of-a", { address: WALLET, chainId: "1" });
  expect(await otherCases(few, { cases, notifications, sees: [1] })).toMatchObject({
    mayLackOfUser: false,
    mayLackOfWallet: false,
  });
});
