import { createHash } from "node:crypto";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, it } from "vitest";
import { DESK_SESSIONS_SHAPE } from "../../../../lib/aws/tables/table-shapes.ts";
import { DeskSessionStore } from "../../../../lib/desk/frame/desk-sessions.ts";
import { startTables } from "../../../support/emulated-tables.ts";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");
const LATER = NOW + 60_000;

const { client, stop } = await startTables({ DeskSessions: DESK_SESSIONS_SHAPE });
afterAll(stop);
const store = new DeskSessionStore(client, "DeskSessions");

function signIn(subject: string, until?: number): Promise<string> {
  const person = { subject, name: `${subject}@company.example`, groups: ["officers"] };
  return store.open({
    endsAt: NOW + 3_600_000,
    idleUntil: NOW + 3_600_000,
    person: until === undefined ? person : { ...person, until },
  });
}

async function isOpen(id: string, at = LATER): Promise<boolean> {
  return (await store.find(id, at)) !== undefined;
}

it("ends all sessions of one user and of no other, and lets the user open new ones", async () => {
  const [first, second, other] = [await signIn("olga"), await signIn("olga"), await signIn("ana")];
  await store.endAllOf("olga");
  expect([await isOpen(first), await isOpen(second), await isOpen(other)]).toEqual([false, false, true]);
  const again = await signIn("olga");
  expect(await isOpen(again)).toBe(true);
  await store.endAllOf("olga");
  expect([await isOpen(again), await isOpen(first)]).toEqual([false, false]);
});

it("brings no session back by renewing it", async () => {
  const id = await signIn("olga");
  await store.endAllOf("olga");
  await store.renew(id, NOW + 7_200_000);
  expect(await isOpen(id)).toBe(false);
});

it("ends a session when the person's access does, to the millisecond", async () => {
  const id = await signIn("ana", LATER);
  expect([await isOpen(id, LATER - 1), await isOpen(id, LATER)]).toEqual([true, false]);
});

it("finds a signed-in user by name or by id, and no user in the rows that end sessions", async () => {
  await signIn("rosa");
  await store.endAllOf("rosa");
  expect(await store.subjectsOf("Rosa@Company.example")).toEqual(["rosa"]);
  expect(await store.subjectsOf("rosa")).toEqual(["rosa"]);
  expect(await store.subjectsOf("nobody")).toEqual([]);
  expect(await store.subjectsOf("")).toEqual([]);
});

it("opens nothing by an item that is no session", async () => {
  const id = await signIn("olga");
  await client.send(
    new UpdateCommand({
      TableName: "DeskSessions",
      Key: { id: createHash("sha256").update(id).digest("base64url") },
      UpdateExpression: "REMOVE person",
    }),
  );
  expect(await isOpen(id)).toBe(false);
});

it("opens nothing by the names of the rows that end sessions", async () => {
  await store.endAllOf("olga");
  expect([await isOpen("#person#olga"), await isOpen("")]).toEqual([false, false]);
});
