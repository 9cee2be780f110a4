/** A user is held and let go: after the next call that ends, everything is as ordered, and nothing is made again. */

import { setTimeout as sleep } from "node:timers/promises";
import { DeleteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { putItems } from "../../../../lib/store/batch-write.ts";
import { HoldStore } from "../../../../lib/store/holds/holds.ts";
import { alert, caseOf, content, EXPIRES, HELD, score } from "../../../support/held-records.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import { callsOf, type Scenario } from "../scenario.ts";
import { unless, type Violation } from "../violation.ts";

/** Whoever waits says it again after so long, and gives up after so long, in milliseconds. */
const SAY_AGAIN_MS = 50;
const GIVE_UP_MS = 90_000;

type Item = Record<string, unknown>;

/** A record: where it is, and its key. */
interface Place {
  table: "notifications" | "alerts" | "cases" | "walletScans";
  key: Item;
  item: Item;
}

/** What there is of a user: a content of each kind, with all that belongs to it. */
function placesOf(subject: string): Place[] {
  const userId = `u-${subject}`;
  const address = `0x${userId}`;
  const id = `2026-03-01T12:00:01.000Z-1-${subject}`;
  const [first, second] = [`1#a-${subject}`, `1#b-${subject}`];
  const sent = { risk: "illegal", alert: { state: "sent", id } };
  return [
    {
      table: "notifications",
      key: { key: first, version: "first" },
      item: content(userId, 1, { key: first, ...sent }),
    },
    {
      table: "notifications",
      key: { key: second, version: "first" },
      item: content(userId, 2, { key: second }),
    },
    {
      table: "notifications",
      key: { key: second, version: "changed" },
      item: content(userId, 3, { key: second, version: "changed" }),
    },
    { table: "alerts", key: { projectId: "1", id }, item: alert(id, [{ key: first, version: "first" }]) },
    {
      table: "cases",
      key: { subject: `notification#${first}`, opened: "once" },
      item: caseOf(`notification#${first}`),
    },
    {
      table: "walletScans",
      key: { historyKey: score(address, "")["historyKey"], runId: "run-1" },
      item: score(address, "run-1"),
    },
  ];
}

export function holdScenario(stack: FaultStack): Scenario {
  const { tables } = stack.stack.endpoints;
  const holds = new HoldStore(stack.database, tables.holds ?? "");
  const seen = new Map<string, Violation[]>();
  const expiry = async ({ table, key }: Place) =>
    (await stack.database.send(new GetCommand({ TableName: tables[table], Key: key, ConsistentRead: true })))
      .Item;

  /** Applies a hold until a call has ended. */
  async function apply(user: string): Promise<Violation[]> {
    const end = performance.now() + GIVE_UP_MS;
    while (performance.now() < end) {
      const outcome = await stack.stack.functions.get("ApplyHolds").invoke(JSON.stringify({ user }));
      if (outcome.ok && outcome.payload.includes('"kind":"ended"')) return [];
      await sleep(SAY_AGAIN_MS);
    }
    return unless(false, "lost", `the hold of ${user} was not applied in time`);
  }

  async function expectAll(subject: string, wanted: number): Promise<Violation[]> {
    const found = await Promise.all(
      placesOf(subject).map(async (place) => ({ place, item: await expiry(place) })),
    );
    return found.flatMap(({ place, item }) =>
      unless(
        item?.["expiresAt"] === wanted,
        "wrong",
        `${place.table} ${JSON.stringify(place.key)} expires at ${item?.["expiresAt"]}, not at ${wanted}`,
      ),
    );
  }

  return {
    name: "a user is held and let go",
    covers: callsOf("ApplyHolds"),
    async prepare(subject) {
      for (const { table, item } of placesOf(subject))
        await putItems(stack.database, tables[table] ?? "", [item]);
      return [];
    },
    async act(subject) {
      const user = `u-${subject}`;
      await holds.place(user, "Matter 7.", "2026-03-02T15:00:00.000Z");
      const wrong = [...(await apply(user)), ...(await expectAll(subject, HELD))];
      const hold = await holds.get(user);
      if (hold !== undefined) await holds.release(hold, "Ended.", "2026-03-03T15:00:00.000Z");
      // As on the night after, for what was under way.
      wrong.push(...(await apply(user)), ...(await apply(user)), ...(await expectAll(subject, EXPIRES)));
      for (const { table, key } of placesOf(subject))
        await stack.database.send(new DeleteCommand({ TableName: tables[table], Key: key }));
      seen.set(subject, wrong);
    },
    async violations(subject) {
      const left = await Promise.all(
        placesOf(subject).map(async (place) => ({ place, item: await expiry(place) })),
      );
      const hold = await holds.get(`u-${subject}`);
      return [
        ...(seen.get(subject) ?? unless(false, "lost", "nothing was done")),
        ...left.flatMap(({ place, item }) =>
          unless(item === undefined, "doubled", `${place.table} ${JSON.stringify(place.key)} was made again`),
        ),
        ...unless(hold?.state === "released", "wrong", `the hold is ${hold?.state}`),
      ];
    },
  };
}
