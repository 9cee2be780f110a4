/**
 * Two users are held, who share a wallet that is taken out meanwhile, and let go in either order: after the next call that
 * ends, everything is as ordered, and nothing is made again.
 */

import { DeleteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { walletSubject } from "../../../lib/cases/case-keys.ts";
import { HoldStore } from "../../../lib/holds/holds.ts";
import { putItems } from "../../../lib/tables/batch-write.ts";
import type { WalletName } from "../../../lib/wallets/wallet-keys.ts";
import { WalletStore } from "../../../lib/wallets/wallets.ts";
import { alert, caseOf, content, EXPIRES, HELD, score, wallet } from "../../support/held-records.ts";
import { callUntilDone } from "./calls.ts";
import type { FaultStack } from "./injection/fault-stack.ts";
import { callsOf, opening, type Scenario } from "./scenario.ts";
import { unless, type Violation } from "./violation.ts";

/** The function has 22 s. Each pass that lets go reads what the other runs hold. */
export const openHolds = opening({
  name: "holds",
  stack: { timeScale: 40, loaded: ["ApplyHolds"] },
  patienceMs: 120_000,
  concurrency: 3,
  scenarios: (stack) => [holdScenario(stack)],
});

type Item = Record<string, unknown>;

/** A record: where it is, and its key. */
interface Place {
  table: "notifications" | "alerts" | "cases" | "walletScans";
  key: Item;
  item: Item;
}

/** Records of the first user alone: a content of each kind, with all that belongs to it. */
function placesOf(subject: string): Place[] {
  const userId = `u-${subject}`;
  const address = `0x${userId}`;
  const id = `2026-03-01T12:00:01.000Z-1-${subject}`;
  const [first, second] = [`1#a-${subject}`, `1#b-${subject}`];
  const sent = { said: { risk: "illegal" }, alert: { state: "sent", id } };
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

/** The wallet of both users, which came by an import: nothing else leads to it. */
function walletOf(subject: string): WalletName {
  return { projectId: 1, chainId: "1", address: `0xw-${subject}` };
}

/** Records of that wallet. */
function sharedOf(subject: string): Place[] {
  const name = walletOf(subject);
  const { address } = name;
  return [
    {
      table: "walletScans",
      key: { historyKey: score(address, "")["historyKey"], runId: "run-1" },
      item: score(address, "run-1"),
    },
    {
      table: "cases",
      key: { subject: walletSubject(name), opened: "run-1" },
      item: caseOf(walletSubject(name), "run-1"),
    },
    // A reminder names the case.
    ...messagesOf(subject, "r", [{ address, chainId: "1" }], {}),
  ];
}

/** An alert that does not list all of its subjects stays held while any user is held, also in other runs. */
function unlistedOf(subject: string): Place[] {
  return messagesOf(subject, "u", [{ key: `1#a-${subject}`, version: "first" }], { subjectCount: 500 });
}

function messagesOf(subject: string, name: string, subjects: Item[], changes: Item): Place[] {
  const id = `2026-03-01T12:00:02.000Z-1-${name}-${subject}`;
  return [{ table: "alerts", key: { projectId: "1", id }, item: alert(id, subjects, changes) }];
}

function holdScenario(stack: FaultStack): Scenario {
  const { tables } = stack.stack.endpoints;
  const holds = new HoldStore(stack.database, tables.holds ?? "");
  const seen = new Map<string, Violation[]>();
  let underWay = 0;
  const itemAt = async ({ table, key }: Place) =>
    (await stack.database.send(new GetCommand({ TableName: tables[table], Key: key, ConsistentRead: true })))
      .Item;

  /** Applies a hold until a call has ended. */
  function apply(user: string): Promise<Violation[]> {
    return callUntilDone(stack, "ApplyHolds", { user }, (payload) => payload.includes('"kind":"ended"'));
  }

  async function expectAt(wanted: number, places: readonly Place[]): Promise<Violation[]> {
    const found = await Promise.all(places.map(async (place) => ({ place, item: await itemAt(place) })));
    return found.flatMap(({ place, item }) =>
      unless(
        item?.["expiresAt"] === wanted,
        "wrong",
        `${place.table} ${JSON.stringify(place.key)} expires at ${item?.["expiresAt"]}, not at ${wanted}`,
      ),
    );
  }

  async function place(user: string): Promise<Violation[]> {
    await holds.place(user, "Matter 7.", "2026-03-02T15:00:00.000Z");
    return apply(user);
  }

  async function release(user: string): Promise<Violation[]> {
    await holds.release(user, "Ended.", "2026-03-03T15:00:00.000Z");
    // As on the night after, for what was under way.
    return [...(await apply(user)), ...(await apply(user))];
  }

  async function holdAndLetGo(subject: string): Promise<Violation[]> {
    const [first, second] = usersOf(subject);
    const [own, shared] = [placesOf(subject), sharedOf(subject)];
    const wrong = [...(await place(first)), ...(await expectAt(HELD, [...own, ...shared]))];
    wrong.push(...(await place(second)));
    await new WalletStore(stack.database, tables.wallets ?? "").remove(walletOf(subject));
    if (Number(subject) % 2 === 0) {
      wrong.push(...(await release(first)), ...(await expectAt(EXPIRES, own)));
      wrong.push(...(await expectAt(HELD, shared)), ...(await release(second)));
    } else {
      wrong.push(...(await release(second)), ...(await expectAt(HELD, [...own, ...shared])));
      wrong.push(...(await release(first)));
    }
    wrong.push(...(await expectAt(EXPIRES, [...own, ...shared])));
    for (const { table, key } of [...own, ...shared])
      await stack.database.send(new DeleteCommand({ TableName: tables[table], Key: key }));
    return wrong;
  }

  return {
    name: "two users are held and let go",
    covers: (point) => callsOf("ApplyHolds")(point) && !isFurtherShard(point),
    async prepare(subject) {
      for (const { table, item } of [...placesOf(subject), ...sharedOf(subject), ...unlistedOf(subject)])
        await putItems(stack.database, tables[table] ?? "", [item]);
      const { address } = walletOf(subject);
      await putItems(stack.database, tables.wallets ?? "", [wallet(address, ...usersOf(subject))]);
      return [];
    },
    async act(subject) {
      underWay++;
      seen.set(subject, await holdAndLetGo(subject).finally(() => underWay--));
    },
    async violations(subject) {
      const left = await Promise.all(
        [...placesOf(subject), ...sharedOf(subject)].map(async (one) => ({ one, item: await itemAt(one) })),
      );
      const states = await Promise.all(usersOf(subject).map(async (user) => (await holds.get(user))?.state));
      return [
        ...(seen.get(subject) ?? unless(false, "lost", "nothing was done")),
        ...left.flatMap(({ one, item }) =>
          unless(item === undefined, "doubled", `${one.table} ${JSON.stringify(one.key)} was made again`),
        ),
        ...states.flatMap((state) => unless(state === "released", "wrong", `a hold is ${state}`)),
        // Others' holds keep it: it is let go with the last of them.
        ...(underWay > 0 ? [] : await expectAt(EXPIRES, unlistedOf(subject))),
      ];
    },
  };
}

/** All wallets are read, by queries of shards that are alike. */
function isFurtherShard(point: string): boolean {
  return point.includes("Query wallets #") && !/#[12]$/.test(point);
}

function usersOf(subject: string): [string, string] {
  return [`u-${subject}`, `v-${subject}`];
}
