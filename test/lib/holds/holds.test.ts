/** Held records do not expire: all of a user's, until the last hold on them is released. */

import { DeleteCommand, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyHolds } from "../../../lib/holds/apply.ts";
import { holdKeyOf } from "../../../lib/holds/holds.ts";
import { passOver } from "../../../lib/holds/pass.ts";
import type { HoldTools } from "../../../lib/holds/tools.ts";
import { walletUserKeyOf } from "../../../lib/notifications/notification-keys.ts";
import { keyOfWallet } from "../../../lib/wallets/wallet-keys.ts";
import { WalletStore } from "../../../lib/wallets/wallets.ts";
import {
  alert,
  caseOf,
  content,
  EXPIRES,
  HELD,
  HeldRecords,
  score,
  wallet,
} from "../../support/held-records.ts";

let records: HeldRecords;
let tools: HoldTools;
beforeEach(async () => {
  records = await HeldRecords.start();
  tools = await records.tools();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await records.close();
});

const AT = "2026-03-02T15:00:00.000Z";
const FIVE_MINUTES = 300_000;

const OLD = `0x${"AB".repeat(20)}`;
const OTHER = `0x${"CD".repeat(20)}`;

async function place(userId: string) {
  await tools.holds.place(userId, "Matter 7.", AT);
  return applyHolds({ user: holdKeyOf(userId) }, FIVE_MINUTES, tools);
}

async function release(userId: string) {
  await tools.holds.release(userId, "Matter 7 ended.", "2026-03-03T15:00:00.000Z");
  return applyHolds({ user: holdKeyOf(userId) }, FIVE_MINUTES, tools);
}

/** Has a hold applied last at a time, ISO 8601. */
async function setApplied(user: string, passedAt: string): Promise<void> {
  const key = { TableName: "Holds", Key: { user, record: "pass" } };
  const { Item } = await records.client.send(new GetCommand(key));
  await records.client.send(new PutCommand({ TableName: "Holds", Item: { ...Item, passedAt } }));
}

/** Records whose expiry differs from that of a released one. */
async function held(): Promise<string[]> {
  const expiries = Object.entries(await records.expiries());
  expect(expiries.filter(([, at]) => at !== EXPIRES && at !== HELD)).toEqual([]);
  return expiries.filter(([, at]) => at === HELD).map(([name]) => name);
}

describe("a hold", () => {
  beforeEach(async () => {
    await records.put(
      "Notifications",
      content("u-1", 1, {
        said: { risk: "illegal" },
        alert: { state: "sent", id: "2026-03-01T12:00:01.000Z-1-a" },
      }),
      content("u-1", 2),
      // Another content of its id, which names another user.
      content("u-2", 2, { version: "changed", said: { risk: "illegal" } }),
      content("u-2", 3, { said: { risk: "illegal" } }),
      // Names no user, but a wallet that u-1 had.
      content("u-0", 4, { userKey: walletUserKeyOf(1, OLD), said: { address: { id: "1", address: OLD } } }),
      content("u-1", 5, { key: "rehearsal#1#5", userKey: "rehearsal#1#user#u-1" }),
    );
    await records.put(
      "Alerts",
      alert("2026-03-01T12:00:01.000Z-1-a", [{ key: "1#1", version: "first" }]),
      alert("2026-03-01T12:00:02.000Z-1-b", [{ key: "1#3", version: "first" }]),
      alert("2026-03-01T02:59:00.000Z-1-c", [{ address: OLD, chainId: "1" }]),
      alert("2026-03-01T02:59:01.000Z-1-d", [{ address: OTHER, chainId: "1" }]),
    );
    await records.put(
      "Cases",
      ...[caseOf("notification#1#1"), caseOf("notification#1#2#changed"), caseOf("notification#1#3")],
      ...[
        caseOf("wallet#1#0xabababababababababababababababababababab#1", "run-1"),
        caseOf("wallet#1#0xabababababababababababababababababababab#1", "run-2"),
        caseOf("month#1#2026-03"),
      ],
    );
    await records.put("Wallets", wallet(OLD, "u-9", "u-1"), wallet(OTHER, "u-2"));
    await records.put(
      "WalletScans",
      score(OLD, "run-1", { alertedAt: "2026-03-01T03:00:00.000Z" }),
      // Seen with u-1 in a notification alone: the wallet itself was taken out.
      ...[score(OLD, "run-2"), score("0xu-1", "run-1"), score(OTHER, "run-1")],
    );
  });

  const EVERYTHING = [
    "Alerts 1 2026-03-01T02:59:00.000Z-1-c",
    "Alerts 1 2026-03-01T12:00:01.000Z-1-a",
    "Cases notification#1#1 once",
    "Cases notification#1#2#changed once",
    "Cases wallet#1#0xabababababababababababababababababababab#1 run-1",
    "Cases wallet#1#0xabababababababababababababababababababab#1 run-2",
    "Notifications 1#1 first",
    "Notifications 1#2 changed",
    "Notifications 1#2 first",
    "Notifications 1#4 first",
    "WalletScans 1#0xabababababababababababababababababababab#1 run-1",
    "WalletScans 1#0xabababababababababababababababababababab#1 run-2",
    "WalletScans 1#0xu-1#1 run-1",
  ];

  it("keeps all contents, cases, alerts and scores of a user from expiring, and counts them", async () => {
    expect(await place("u-1")).toEqual({
      kind: "ended",
      counts: { notifications: 4, cases: 4, alerts: 2, scores: 3 },
    });
    expect(await held()).toEqual(EVERYTHING);
    expect(await tools.holds.get("u-1")).toMatchObject({
      ...{ userId: "u-1", state: "placed", since: AT, passes: 1, order: 1 },
      counts: { notifications: 4, cases: 4, alerts: 2, scores: 3 },
    });
  });

  it("keeps the alerts of what was withdrawn and called illegal again", async () => {
    const id = "2026-03-02T12:00:01.000Z-1-e";
    const returned = { courses: { "a-transaction": { returnAlerts: [{ id, version: "first" }] } } };
    await records.put("Notifications", content("u-1", 2, returned));
    await records.put("Alerts", alert(id, [{ key: "1#2", version: "first" }]));
    expect(await place("u-1")).toMatchObject({ counts: { alerts: 3 } });
    expect(await held()).toContain(`Alerts 1 ${id}`);
  });

  it("changes nothing when it is applied again, and finds the same", async () => {
    await place("u-1");
    expect(await place("u-1")).toMatchObject({
      counts: { notifications: 4, cases: 4, alerts: 2, scores: 3 },
    });
    expect(await held()).toEqual(EVERYTHING);
  });

  it("gives everything its own expiry back when it is released", async () => {
    const before = await records.expiries();
    await place("u-1");
    expect(await release("u-1")).toMatchObject({
      kind: "ended",
      counts: { notifications: 4, cases: 4, alerts: 2, scores: 3 },
    });
    expect(await records.expiries()).toEqual(before);
  });

  it("catches each night what came since, also a score that was written again", async () => {
    await place("u-1");
    await records.put("Notifications", content("u-1", 6));
    await records.put("WalletScans", score(OLD, "run-1"), score(OLD, "run-3"));
    // Applied within the last hours: nothing is due.
    expect(await applyHolds({}, FIVE_MINUTES, tools)).toEqual({ kind: "all", ended: 0, unfinished: 0 });
    await setApplied("u-1", AT);
    expect(await applyHolds({}, FIVE_MINUTES, tools)).toEqual({ kind: "all", ended: 1, unfinished: 0 });
    expect(await held()).toEqual(
      [
        ...EVERYTHING,
        "Notifications 1#6 first",
        "WalletScans 1#0xabababababababababababababababababababab#1 run-3",
      ].toSorted(),
    );
  });

  it("that was placed in the evening catches in the same night what came since", async () => {
    await place("u-1");
    await records.put("Notifications", content("u-1", 6));
    await setApplied("u-1", new Date(Date.now() - 5 * 3_600_000).toISOString());
    expect(await applyHolds({}, FIVE_MINUTES, tools)).toEqual({ kind: "all", ended: 1, unfinished: 0 });
    expect(await held()).toEqual([...EVERYTHING, "Notifications 1#6 first"].toSorted());
  });

  it("makes nothing again that expired between the look and the write", async () => {
    records.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const about = JSON.stringify(args.input);
          const gone = [
            { TableName: "Notifications", Key: { key: "1#1", version: "first" } },
            {
              TableName: "Cases",
              Key: { subject: "wallet#1#0xabababababababababababababababababababab#1", opened: "run-2" },
            },
            {
              TableName: "WalletScans",
              Key: { historyKey: "1#0xabababababababababababababababababababab#1", runId: "run-2" },
            },
            { TableName: "Alerts", Key: { projectId: "1", id: "2026-03-01T02:59:00.000Z-1-c" } },
          ].find(({ TableName, Key }) =>
            [TableName, ...Object.values(Key)].every((part) => about.includes(`"${part}"`)),
          );
          if (commandName === "UpdateItemCommand" && gone !== undefined)
            await records.client.send(new DeleteCommand(gone));
          return next(args);
        },
      { step: "initialize", name: "expire" },
    );
    expect(await place("u-1")).toMatchObject({ kind: "ended" });
    records.client.middlewareStack.remove("expire");
    const left = Object.keys(await records.expiries());
    expect(EVERYTHING.filter((name) => !left.includes(name))).toEqual([
      "Alerts 1 2026-03-01T02:59:00.000Z-1-c",
      "Cases wallet#1#0xabababababababababababababababababababab#1 run-2",
      "Notifications 1#1 first",
      "WalletScans 1#0xabababababababababababababababababababab#1 run-2",
    ]);
  });

  it("of a user without records finds nothing, and covers records that come later", async () => {
    expect(await place("u-99")).toEqual({
      kind: "ended",
      counts: { notifications: 0, cases: 0, alerts: 0, scores: 0 },
    });
    expect(await applyHolds({ user: "nobody" }, FIVE_MINUTES, tools)).toEqual({ kind: "unknown" });
  });

  it("leaves what another user who is held has too, until that hold is released as well", async () => {
    await records.put("Wallets", wallet(OLD, "u-1", "u-2"));
    await records.put(
      "Alerts",
      alert("2026-03-01T12:00:01.000Z-1-a", [
        { key: "1#1", version: "first" },
        { key: "1#3", version: "first" },
      ]),
    );
    const alertId = { alert: { state: "sent", id: "2026-03-01T12:00:01.000Z-1-a" } };
    await records.put("Notifications", content("u-2", 3, { said: { risk: "illegal" }, ...alertId }));
    const before = await records.expiries();
    await place("u-1");
    await place("u-2");
    await release("u-1");
    expect((await held()).filter((name) => EVERYTHING.includes(name))).toEqual([
      "Alerts 1 2026-03-01T02:59:00.000Z-1-c",
      "Alerts 1 2026-03-01T12:00:01.000Z-1-a",
      "Cases notification#1#2#changed once",
      "Cases wallet#1#0xabababababababababababababababababababab#1 run-1",
      "Cases wallet#1#0xabababababababababababababababababababab#1 run-2",
      "Notifications 1#2 changed",
      "Notifications 1#2 first",
      "Notifications 1#4 first",
      "WalletScans 1#0xabababababababababababababababababababab#1 run-1",
      "WalletScans 1#0xabababababababababababababababababababab#1 run-2",
    ]);
    await release("u-2");
    expect(await records.expiries()).toEqual(before);
  });

  it("is one of several matters: each has its reason, and a release ends all of them", async () => {
    await place("u-1");
    await tools.holds.place("u-1", "Matter 8.", "2026-03-02T16:00:00.000Z");
    await tools.holds.place("u-1", "Matter 8.", "2026-03-02T17:00:00.000Z");
    const hold = await tools.holds.get("u-1");
    expect(hold?.orders.map(({ reason }) => reason)).toEqual(["Matter 7.", "Matter 8."]);
    expect(hold?.since).toBe(AT);
  });
});

describe("an alert that does not list all of its subjects", () => {
  it("stays held as long as one of its users is, and no longer, in any order of releases", async () => {
    const id = "2026-03-01T12:00:01.000Z-1-a";
    await records.put(
      "Notifications",
      content("u-1", 1, { said: { risk: "illegal" }, alert: { state: "sent", id } }),
    );
    await records.put("Notifications", content("u-2", 2));
    await records.put("Alerts", alert(id, [{ key: "1#1", version: "first" }], { subjectCount: 500 }));
    await place("u-1");
    await place("u-2");
    await release("u-1");
    expect(await held()).toEqual([`Alerts 1 ${id}`, "Notifications 1#2 first"]);
    await release("u-2");
    expect(await held()).toEqual([]);
  });

  it("is no other than that of a notification without a user about a wallet of another held user", async () => {
    const id = "2026-03-01T12:00:01.000Z-1-a";
    const sent = { risk: "illegal", alert: { state: "sent", id } };
    await records.put(
      "Notifications",
      content("u-0", 4, {
        userKey: walletUserKeyOf(1, OLD),
        said: { address: { id: "1", address: OLD } },
        ...sent,
      }),
      content("u-1", 1),
    );
    await records.put("Alerts", alert(id, [{ key: "1#4", version: "first" }]));
    await records.put("Wallets", wallet(OLD, "u-2"));
    await place("u-1");
    await place("u-2");
    await release("u-1");
    expect(await held()).toEqual([`Alerts 1 ${id}`, "Notifications 1#4 first"]);
    await release("u-2");
    expect(await held()).toEqual([]);
  });
});

it("is over what is in quarantine and names the user, with its alert and case", async () => {
  const id = "2026-03-01T12:00:01.000Z-1-a";
  const key = "1#quarantined-BEHbIlbhgdNmKYZObd-dbA";
  const { said: _said, ...item } = content("u-1", 1, { key, kind: "quarantined" });
  await records.put("Notifications", { ...item, said: { risk: "illegal" }, alert: { state: "sent", id } });
  await records.put("Alerts", alert(id, [{ key, version: "first" }]));
  await records.put("Cases", caseOf(`notification#${key}`));
  expect(await place("u-1")).toMatchObject({ counts: { notifications: 1, cases: 1, alerts: 1 } });
  await release("u-1");
  expect(await held()).toEqual([]);
});

describe("a reminder", () => {
  it("is held with the cases that it names, also one of before, and let go with the last of them", async () => {
    const named = (id: string, ...keys: string[]) =>
      alert(
        id,
        keys.map((key) => ({ key, version: "first" })),
        { kind: "reminder" },
      );
    await records.put("Notifications", content("u-1", 1), content("u-2", 2));
    await records.put(
      "Alerts",
      named("2026-01-01T15:00:00.000Z-1-a", "1#3"),
      named("2026-03-02T15:00:00.000Z-1-b", "1#1", "1#3"),
      named("2026-03-03T15:00:00.000Z-1-c", "1#1", "1#2"),
      alert("2026-03-04T15:00:00.000Z-1-d", [{ address: "0xu-1", chainId: "1" }], { kind: "reminder" }),
    );
    const messages = async () => (await held()).filter((name) => name.startsWith("Alerts"));
    expect(await place("u-1")).toMatchObject({ counts: { alerts: 0 } });
    expect(await messages()).toEqual([
      "Alerts 1 2026-03-02T15:00:00.000Z-1-b",
      "Alerts 1 2026-03-03T15:00:00.000Z-1-c",
      "Alerts 1 2026-03-04T15:00:00.000Z-1-d",
    ]);
    await place("u-2");
    await release("u-1");
    expect(await messages()).toEqual(["Alerts 1 2026-03-03T15:00:00.000Z-1-c"]);
    await release("u-2");
    expect(await held()).toEqual([]);
  });

  it("that came since is held in the night after", async () => {
    await records.put("Notifications", content("u-1", 1));
    await place("u-1");
    const now = new Date().toISOString();
    await records.put("Alerts", alert(`${now}-1-a`, [{ key: "1#1", version: "first" }]));
    await applyHolds({ user: "u-1" }, FIVE_MINUTES, tools);
    await records.put("Alerts", alert(`${now}-1-b`, [{ key: "1#1", version: "first" }]));
    await applyHolds({ user: "u-1" }, FIVE_MINUTES, tools);
    expect(await held()).toEqual([`Alerts 1 ${now}-1-a`, `Alerts 1 ${now}-1-b`, "Notifications 1#1 first"]);
  });
});

it("lets go of nothing of a user whose hold is placed while another is released", async () => {
  await records.put(
    "Alerts",
    alert("2026-03-01T12:00:01.000Z-1-a", [{ key: "1#1", version: "first" }]),
    alert("2026-03-01T12:00:02.000Z-1-b", [{ key: "1#2", version: "first" }]),
  );
  await records.put("Notifications", content("u-1", 1), content("u-2", 2));
  await place("u-1");
  const reading = tools.items.messages.bind(tools.items);
  vi.spyOn(tools.items, "messages").mockImplementationOnce(async function* (...asked) {
    await place("u-2");
    yield* reading(...asked);
  });
  await release("u-1");
  expect(await held()).toEqual(["Alerts 1 2026-03-01T12:00:02.000Z-1-b", "Notifications 1#2 first"]);
});

describe("a project that has left the settings", () => {
  const KEPT = ["Cases notification#1#1 once", "Notifications 1#1 first", "WalletScans 1#0xa#1 run-1"];

  beforeEach(async () => {
    await records.put("Notifications", content("u-1", 1, { said: { risk: "illegal" } }));
    await records.put("Cases", caseOf("notification#1#1"));
    await records.put("Wallets", wallet("0xa", "u-1"));
    await records.put("WalletScans", score("0xa", "run-1"));
  });

  it("keeps its records on hold, and takes holds that are placed later, until they are released", async () => {
    const before = await records.expiries();
    await place("u-1");
    tools = await records.tools(7);
    expect(await held()).toEqual(KEPT);
    await records.put("Notifications", content("u-1", 2), content("u-2", 3));
    expect(await place("u-1")).toMatchObject({ kind: "ended", counts: { notifications: 2, scores: 1 } });
    expect(await place("u-2")).toMatchObject({ kind: "ended", counts: { notifications: 1 } });
    expect(await held()).toEqual([...KEPT, "Notifications 1#2 first", "Notifications 1#3 first"].toSorted());
    await release("u-1");
    await release("u-2");
    expect(await records.expiries()).toMatchObject(before);
    expect(await held()).toEqual([]);
  });

  it.each([
    ["a notification", "Notifications", () => content("u-1", 1, { said: { risk: "illegal" } })],
    ["a wallet", "Wallets", () => wallet("0xa", "u-1")],
  ] as const)("is held although the function never ran for it, by %s of it alone", async (_, table, item) => {
    for (const name of ["Notifications", "Wallets"] as const)
      await records.client.send(
        new DeleteCommand({
          TableName: name,
          Key:
            name === "Wallets"
              ? keyOfWallet({ projectId: 1, chainId: "1", address: "0xa" })
              : { key: "1#1", version: "first" },
        }),
      );
    await records.put(table, item());
    tools = await records.tools(7);
    expect(tools.projectIds).toEqual([0, 1, 7]);
    await place("u-1");
    expect(await held()).toEqual(
      KEPT.filter((name) => name.startsWith("WalletScans") === (table === "Wallets")),
    );
    await release("u-1");
    expect(await held()).toEqual([]);
  });

  it("is held by what is left of a wallet that was taken out of the scans", async () => {
    await new WalletStore(records.client, "Wallets").remove({ projectId: 1, chainId: "1", address: "0xa" });
    await records.client.send(
      new DeleteCommand({ TableName: "Notifications", Key: { key: "1#1", version: "first" } }),
    );
    tools = await records.tools(7);
    await place("u-1");
    expect(await held()).toEqual(["WalletScans 1#0xa#1 run-1"]);
  });

  it("is found among many records of many projects, rehearsals aside", async () => {
    const stored = [2, 11, 900].flatMap((project) =>
      Array.from({ length: 30 }, (_, id) =>
        content("u-1", id, { key: `${project}#${id}`, timeShard: `${project}#${id % 4}` }),
      ),
    );
    await records.put("Notifications", ...stored);
    await records.put(
      "Notifications",
      content("u-1", 1, { key: "rehearsal#3#1", timeShard: "rehearsal#3#0" }),
    );
    // Its key is behind every other one that a partition can have.
    const last = `\u{10ffff}`.repeat(9);
    await records.put("Wallets", ...["0xa", last, `${last}b`].map((address) => wallet(address, "u-1")));
    expect((await records.tools(7)).projectIds).toEqual([0, 1, 2, 7, 11, 900]);
  });

  it("is no hold, and none of those that are due each night", async () => {
    await place("u-1");
    expect((await Array.fromAsync(tools.holds.all())).map(({ user }) => user)).toEqual(["u-1"]);
    expect(await applyHolds({}, FIVE_MINUTES, tools)).toEqual({ kind: "all", ended: 0, unfinished: 0 });
  });

  it("leaves a pass that goes on without it where it was", async () => {
    await records.put("Notifications", ...Array.from({ length: 502 }, (_, id) => content("u-1", id + 1)));
    await tools.holds.place("u-1", "Matter 7.", AT);
    expect(await applyHolds({ user: "u-1", seconds: 0 }, FIVE_MINUTES, tools)).toMatchObject({
      kind: "unfinished",
      counts: { notifications: 250 },
    });
    tools = await records.tools(7);
    expect(await applyHolds({ user: "u-1" }, FIVE_MINUTES, tools)).toMatchObject({
      kind: "ended",
      counts: { notifications: 502 },
    });
  });
});

describe("a wallet that was taken out of the scans", () => {
  const KEPT = ["Cases wallet#1#0xa#1 run-1", "WalletScans 1#0xa#1 run-1"];
  let wallets: WalletStore;
  const remove = () => wallets.remove({ projectId: 1, chainId: "1", address: "0xA" });

  beforeEach(async () => {
    wallets = new WalletStore(records.client, "Wallets");
    await records.put("Wallets", wallet("0xA", "u-1"));
    await records.put("WalletScans", score("0xa", "run-1"));
    await records.put("Cases", caseOf("wallet#1#0xa#1", "run-1"));
  });

  it("has its scores and cases held for each who had it, however often it was taken out", async () => {
    await remove();
    await records.put("Wallets", wallet("0xA", "u-2"));
    await remove();
    expect(await wallets.get({ projectId: 1, chainId: "1", address: "0xa" })).toBeUndefined();
    expect(await place("u-1")).toMatchObject({ counts: { cases: 1, scores: 1 } });
    expect(await held()).toEqual(KEPT);
    await place("u-2");
    await release("u-1");
    expect(await held()).toEqual(KEPT);
    await release("u-2");
    expect(await held()).toEqual([]);
  });

  it("while it is held is let go by the release, after any change of it and of its note", async () => {
    await place("u-1");
    expect(await held()).toEqual(KEPT);
    await remove();
    await records.client.send(
      new DeleteCommand({ TableName: "Wallets", Key: { shardKey: "1#removed", walletKey: "0xa#1" } }),
    );
    await release("u-1");
    expect(await held()).toEqual([]);
  });

  it("stays held for another user whom it was held for, too", async () => {
    await records.put("Wallets", wallet("0xA", "u-1", "u-2"));
    await place("u-1");
    await place("u-2");
    await records.client.send(
      new DeleteCommand({
        TableName: "Wallets",
        Key: keyOfWallet({ projectId: 1, chainId: "1", address: "0xa" }),
      }),
    );
    await release("u-2");
    expect(await held()).toEqual(KEPT);
    await release("u-1");
    expect(await held()).toEqual([]);
  });
});

it("takes users whose ids are too long for a key", async () => {
  const long = "u".repeat(3_000);
  await records.put("Notifications", content(long, 1, { said: { address: { id: "1", address: "0xA" } } }));
  await place(long);
  expect(await held()).toEqual(["Notifications 1#1 first"]);
  expect(await tools.holds.get(holdKeyOf(long))).toMatchObject({ userId: long });
  expect(holdKeyOf(long)).toMatch(/^sha256:[0-9a-f]{64}$/);
});

describe("a pass over many records", () => {
  const MANY = 502;

  const put = (count: number) =>
    records.put("Notifications", ...Array.from({ length: count }, (_, id) => content("u-1", id + 1)));

  it("goes on where the one before had no more time, and counts everything once", async () => {
    await put(MANY);
    await tools.holds.place("u-1", "Matter 7.", AT);
    const kinds: string[] = [];
    for (let kind = ""; kind !== "ended"; kinds.push(kind)) {
      ({ kind } = await applyHolds({ user: "u-1", seconds: 0 }, FIVE_MINUTES, tools));
    }
    // Pages of 250: the third has the last notifications, the wallet and the messages.
    expect(kinds).toEqual(["unfinished", "unfinished", "unfinished", "ended"]);
    expect((await tools.holds.get("u-1"))?.counts?.notifications).toBe(MANY);
    expect(await held()).toHaveLength(MANY);
  });

  it("begins no page so late that the calls of its invocation are given up meanwhile", async () => {
    await put(MANY);
    await tools.holds.place("u-1", "Matter 7.", AT);
    const quarterHour = 900_000;
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now);
    const note = tools.holds.note.bind(tools.holds);
    const noted = vi.spyOn(tools.holds, "note").mockImplementation((...args) => {
      // The first page takes until a minute before the calls are given up, which is at nine tenths.
      now += 750_000;
      return note(...args);
    });
    expect(await applyHolds({}, quarterHour, tools)).toEqual({ kind: "all", ended: 0, unfinished: 1 });
    expect(noted).toHaveBeenCalledTimes(1);
  });

  it("ends where its hold is released meanwhile, and all is let go by the night after", async () => {
    await put(30);
    await tools.holds.place("u-1", "Matter 7.", AT);
    const placed = await tools.holds.get("u-1");
    if (placed === undefined) throw new Error("There is no hold.");
    await passOver(placed, tools, 0);
    await release("u-1");
    // One that began before the release, and is slow.
    expect(await passOver(placed, tools, 0)).toMatchObject({ kind: "overtaken" });
    expect((await held()).length).toBeGreaterThan(0);
    await setApplied("u-1", AT);
    expect(await applyHolds({}, FIVE_MINUTES, tools)).toEqual({ kind: "all", ended: 1, unfinished: 0 });
    expect(await held()).toEqual([]);
    // And never again.
    expect(await applyHolds({}, FIVE_MINUTES, tools)).toEqual({ kind: "all", ended: 0, unfinished: 0 });
  });
});
