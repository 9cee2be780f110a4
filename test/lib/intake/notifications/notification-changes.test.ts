/** Every content of an id, as lists, filters and look-ups find it in an emulated table. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import type { NotificationFilter } from "../../../../lib/intake/notifications/notification-filter.ts";
import { nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { readAt, recordRead } from "../../../support/deliveries.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { FINTECH_LAW, LFPIORPI } from "../../../support/notifications.ts";

let emulated: EmulatedTables;
let queries: NotificationQueries;
const names: string[] = [];

const OTHER = "0x2222222222222222222222222222222222222222";

beforeAll(async () => {
  emulated = await startTables({ Notifications: TABLE_SHAPES.notifications });
  const { client } = emulated;
  const store = new NotificationStore(client, "Notifications");
  const wallets = new (class extends WalletStore {
    override async ownersOf() {
      return ["u-2"];
    }
  })(client, "Wallets");
  queries = new NotificationQueries(client, "Notifications", wallets);

  const send = async (minute: number, changes: object, projectId = 1) => {
    const at = `2026-01-01T00:0${minute}:00.000Z`;
    const { stored } = await recordRead(readAt(at, { projectId, ...changes }, { projectId }), store);
    names.push(nameOf(stored));
  };
  await send(0, { inflictedLaws: [FINTECH_LAW] });
  await send(1, {
    inflictedLaws: [LFPIORPI],
    txHash: "0xother",
    address: { id: 1, userId: "u-2", address: OTHER },
  });
  await send(2, { inflictedLaws: [] });
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...LFPIORPI,
    name: `Law ${n}`,
    country: "spain",
    countryCode: "ES",
  }));
  await send(3, { id: 43, inflictedLaws: [...many, { ...LFPIORPI, name: "The last", countryCode: "AR" }] });
  await send(4, { inflictedLaws: [LFPIORPI] }, 7);
  await send(5, { inflictedLaws: [LFPIORPI] }, 0);
});
afterAll(() => emulated.stop());

function list(filter: Partial<NotificationFilter>): Promise<string[]> {
  return Array.fromAsync(queries.list({ projectIds: [1], ...filter }), nameOf);
}

describe("another content under an id", () => {
  it("is found by every list that fits what it says, and says of which one it is a change", async () => {
    const [first = "", other = "", third = "", many = ""] = names;
    expect(other).toMatch(/^1#42#[\w-]{22}$/);
    expect(await list({})).toEqual([many, third, other, first]);
    expect(await list({ userId: "u-2" })).toEqual([other]);
    expect(await list({ wallet: OTHER })).toEqual([other]);
    expect(await list({ risk: "illegal" })).toEqual([many, other]);
    expect(await list({ risk: "none" })).toEqual([third]);
    expect(await list({ law: "LFPIORPI" })).toEqual([other]);
    expect(await list({ alert: "pending" })).toEqual([many, other]);
    expect(await list({ since: "2026-01-01T00:01:00.000Z", until: "2026-01-01T00:03:00.000Z" })).toEqual([
      ...[third, other],
    ]);
    const [changed] = await Array.fromAsync(queries.list({ projectIds: [1], userId: "u-2" }));
    expect(changed).toMatchObject({ originalKey: "1#42", txHash: "0xother" });
  });

  it("is shown by its name, with the others of its id in the order in which they came", async () => {
    const [first, other = "", third] = names;
    const ofFirst = await queries.find("1#42");
    expect(ofFirst?.notification).toMatchObject({ version: "first", risk: "warn" });
    expect(ofFirst?.versions.map(nameOf)).toEqual([other, third]);
    const ofOther = await queries.find(other);
    expect(ofOther?.notification).toMatchObject({ risk: "illegal", originalKey: "1#42" });
    expect(ofOther?.versions.map(nameOf)).toEqual([first, third]);
    expect(await queries.find(`${other.slice(0, -1)}!`)).toBeUndefined();
    expect(await queries.find("1#404")).toBeUndefined();
  });
});

it("finds a notification by a law that is not among those that are listed", async () => {
  const many = names[3];
  expect(await list({ law: "the LAST" })).toEqual([many]);
  expect(await list({ country: "ar" })).toEqual([many]);
  expect(await list({ law: "Law 59", country: "ES" })).toEqual([many]);
  expect(await list({ law: "Law 60" })).toEqual([]);
});

it("lists what is stored of one project", async () => {
  expect(await list({ projectIds: [7] })).toEqual(["7#42"]);
});
