/** What the desk reads of a user and of an address: the same for the page of a case and for theirs. */

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { type CaseKey, caseOfNotification, keyOfCase, userSubject } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { casesOfUser, recordsOfAddress, recordsOfUser } from "../../../../lib/desk/kit/records.ts";
import { nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { openedCase } from "../../../support/case-items.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { type CaseChanges, StoredCases } from "../../../support/stored-cases.ts";

const { client, stop } = await startTables({
  Notifications: TABLE_SHAPES.notifications,
  Cases: TABLE_SHAPES.cases,
});
afterAll(stop);
const stored = new StoredCases(client);
const cases = new CaseQueries(client, "Cases");
const notifications = new NotificationQueries(client, "Notifications");

const NOW = "2026-03-01T12:00:00.000Z";
const atSecond = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
const addressOf = (digit: string) => `0x${digit.repeat(40)}`;

interface Named {
  address?: string;
  userId?: string | null;
  projectId?: number;
}

/** The item of a notification that was received in the second of its id. */
function received(id: number, { address = addressOf("a"), userId = null, projectId = 1 }: Named = {}) {
  const named = { id: 1, userId, address, description: null };
  return storedNotification({ id, projectId, chainId: 1, address: named }, atSecond(id));
}

/** Stores a notification, and opens its case. @returns its key */
async function opened(id: number, named: Named = {}, changes: CaseChanges = {}): Promise<CaseKey> {
  const { address = addressOf("a"), userId, projectId = 1 } = named;
  const item = received(id, named);
  await putItems(client, "Notifications", [item]);
  const key = caseOfNotification(item);
  const of = { receivedAt: atSecond(id), address, chainId: "1", projectId, ...(userId ? { userId } : {}) };
  await stored.open(id, { ...of, ...changes, ...key });
  return key;
}

/** The records of an address on one network of some projects. */
function ofAddress(address: string, projectIds: readonly number[] = [1], readBefore: CaseKey[] = []) {
  const wallets = projectIds.map((projectId) => ({ projectId, chainId: "1", address }));
  return Promise.all(readBefore.map((key) => cases.listed(key))).then((listed) =>
    recordsOfAddress(
      address,
      wallets,
      { cases, notifications },
      NOW,
      listed.flatMap((listedCase) => listedCase ?? []),
    ),
  );
}

const subjectsOf = (judged: readonly { listedCase: CaseKey }[]) =>
  judged.map(({ listedCase: { subject } }) => subject);

/** Rows that queries find meanwhile, and items that are asked for by table. */
function watch() {
  const read = { rows: 0, gets: { Cases: 0, Notifications: 0 } };
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        const { Items = [] }: { Items?: unknown[] } = Object(result.output);
        read.rows += Items.length;
        const { TableName }: { TableName?: keyof typeof read.gets } = Object(args.input);
        if (commandName === "GetItemCommand" && TableName !== undefined) read.gets[TableName] += 1;
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

beforeAll(async () => {
  const others = Array.from({ length: 300 }, (_, index) => received(index, { address: addressOf("b") }));
  await putItems(client, "Notifications", others);
});

it("finds the cases of an address by its notifications, and reads nothing of other addresses", async () => {
  const keys = [await opened(1_001), await opened(1_002)];
  using watched = watch();
  const { cases: shown, mayLack } = await ofAddress(addressOf("a"));
  expect(subjectsOf(shown).toSorted()).toEqual(keys.map(({ subject }) => subject).toSorted());
  expect(mayLack).toBe(false);
  // The two keys in the index, and of each the notification and its case.
  expect(watched.read).toEqual({ rows: 2, gets: { Cases: 2, Notifications: 2 } });
});

it("reads no case again that is known", async () => {
  const readBefore = [
    await opened(2_001, { address: addressOf("1") }),
    await opened(2_002, { address: addressOf("2") }),
  ];
  const other = await opened(2_003, { address: addressOf("1") });
  using watched = watch();
  const { cases: shown } = await ofAddress(addressOf("1"), [1], readBefore);
  expect(subjectsOf(shown).toSorted()).toEqual([readBefore[0]?.subject, other.subject].toSorted());
  // The two known ones were read before.
  expect(watched.read.gets.Cases).toBe(2 + 1);
});

it("names a corrupt case, and takes its notification for none without a case", async () => {
  const address = addressOf("3");
  const [whole, corrupt] = [await opened(3_001, { address }), await opened(3_002, { address })];
  await client.send(
    new UpdateCommand({
      TableName: "Cases",
      Key: keyOfCase(corrupt),
      UpdateExpression: "SET stepCount = :x",
      ExpressionAttributeValues: { ":x": "x" },
    }),
  );
  const { cases: shown, unreadable, withoutCase } = await ofAddress(address);
  expect(subjectsOf(shown)).toEqual([whole.subject]);
  expect(unreadable).toEqual([corrupt]);
  expect(withoutCase).toEqual([]);
});

it("has cases of every law and state, those that are open first, and what has none", async () => {
  const address = addressOf("4");
  const decided = await opened(4_003, { address });
  const plain = await opened(4_002, { address });
  const listed = await opened(4_001, { address }, { laws: [{ name: "OFAC SDN", countryCode: "US" }] });
  const without = received(4_004, { address });
  await putItems(client, "Notifications", [without]);
  await stored.step(decided, newStep("a", NOW, NOT_REPORTABLE));
  const records = await ofAddress(address);
  expect(subjectsOf(records.cases)).toEqual([listed, plain, decided].map(({ subject }) => subject));
  expect(records.withoutCase.map(({ key }) => key)).toEqual(["1#4004"]);
});

it("has those of each project that the reader sees, of an address and of a user", async () => {
  const named = { address: addressOf("5"), userId: "u-5" };
  await opened(5_001, named);
  await opened(5_002, { ...named, projectId: 2 });
  const projectsOf = (all: readonly { projectId: number }[]) =>
    all.map(({ projectId }) => projectId).toSorted();
  const ofWallets = await ofAddress(named.address, [1, 2]);
  expect(projectsOf(ofWallets.cases.map(({ listedCase }) => listedCase))).toEqual([1, 2]);
  expect(projectsOf((await casesOfUser("u-5", [1, 2], cases)).listedCases)).toEqual([1, 2]);
  expect(projectsOf((await casesOfUser("u-5", [2], cases)).listedCases)).toEqual([2]);
});

it("says that an address may have more once it has a notification more than is read, and not before", async () => {
  const address = addressOf("6");
  const items = Array.from({ length: 101 }, (_, index) => received(6_000 + index, { address }));
  await putItems(client, "Notifications", items.slice(0, 100));
  expect(await ofAddress(address)).toMatchObject({ mayLack: false, isCut: false });
  await putItems(client, "Notifications", items);
  const { notifications: newest, ...cut } = await ofAddress(address);
  expect(cut).toMatchObject({ mayLack: true, isCut: true });
  expect([newest.length, newest[0]?.key, newest.at(-1)?.key]).toEqual([100, "1#6100", "1#6001"]);
});

it("takes no notification for one without a case whose case may be one of those that were not read", async () => {
  const userId = "u-many";
  const old = await opened(7_000, { userId });
  const heads = Array.from({ length: 1_000 }, (_, index) => {
    const key = { subject: `notification#1#n${index}`, opened: "once" };
    const receivedAt = atSecond(7_010 + index);
    return openedCase(key, { kind: "notification", projectId: 1, userId, receivedAt }).head ?? {};
  });
  await putItems(client, "Cases", heads);
  await putItems(client, "Notifications", [received(8_500, { userId })]);
  const records = await recordsOfUser(userId, [1], { cases, notifications }, NOW);
  expect(records.cases).toHaveLength(1_000);
  expect(subjectsOf(records.cases)).not.toContain(old.subject);
  expect(records.mayLack).toBe(true);
  expect(records.notifications.map(({ key }) => key)).toEqual(["1#8500", "1#7000"]);
  expect(records.withoutCase.map(({ key }) => key)).toEqual(["1#8500"]);
});

it("takes an operation that a running or reported suspicion takes along for none without a case, of a user and of an address", async () => {
  const named = { address: addressOf("8"), userId: "u-along" };
  const items = [received(8_601, named), received(8_602, named)];
  await putItems(client, "Notifications", items);
  const [along] = items;
  if (along === undefined) throw new Error("There is no notification.");
  const key = { subject: userSubject(1, "u-along"), opened: "0" };
  const operations = [{ name: nameOf(along), receivedAt: atSecond(8_601), rawSha256: "ab".repeat(32) }];
  const suspected = newStep("a", atSecond(8_700), {
    kind: "suspect",
    knownSince: atSecond(8_700),
    operations,
  });
  const about = { kind: "user", userId: "u-along", receivedAt: atSecond(8_650), ...key } as const;
  await stored.open("u-along", about, suspected);
  const read = async () => [
    await recordsOfUser("u-along", [1], { cases, notifications }, NOW),
    await ofAddress(named.address),
  ];
  for (const { withoutCase, alongside } of await read()) {
    expect(withoutCase.map((notification) => notification.key)).toEqual(["1#8602"]);
    expect(alongside.map(({ notification, takenBy }) => [notification.key, takenBy.subject])).toEqual([
      ["1#8601", "user#1#u-along"],
    ]);
  }
  await stored.step(key, newStep("b", atSecond(8_710), { kind: "retract", note: "Own funds." }));
  for (const { withoutCase, alongside } of await read()) {
    expect(withoutCase).toHaveLength(2);
    expect(alongside).toEqual([]);
  }
});
