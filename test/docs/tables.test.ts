/** The items on the page of tables are those that the code stores. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod/mini";
import { TABLE_SHAPES } from "../../lib/aws/tables/table-shapes.ts";
import { checkedItem } from "../../lib/cases/integrity/checked-chains.ts";
import { NotificationStore } from "../../lib/intake/notifications/notifications.ts";
import { matchResults } from "../../lib/screening/risk-service/results.ts";
import { RunWallets } from "../../lib/screening/runs/run-wallets.ts";
import { ScanRunStore } from "../../lib/screening/runs/runs.ts";
import { screened } from "../../lib/screening/runs/screened.ts";
import { WalletStore } from "../../lib/screening/wallets/wallets.ts";
import { readBodyAt, recordRead } from "../support/deliveries.ts";
import { startTables } from "../support/emulated-tables.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../support/notifications.ts";
import { type Item, TableInMemory } from "../support/table-in-memory.ts";

const PAGE = readFileSync(join(import.meta.dirname, "../../docs/reference/tables.md"), "utf8");

/** The item under a heading, as the command prints it. */
function shown(heading: string): Record<string, unknown> {
  const [, section = ""] = PAGE.split(`# ${heading}\n`);
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(section) ?? [];
  return JSON.parse(json).Item;
}

/** `attribute: type` of the item under a heading, in order. */
function typesShown(heading: string): string[] {
  return Object.entries(shown(heading))
    .map(([name, value]) => `${name}: ${Object.keys(Object(value)).join()}`)
    .sort();
}

function typesStored(item: Item): string[] {
  return Object.entries(item)
    .map(([name, value]) => `${name}: ${typeOf(value)}`)
    .sort();
}

function typeOf(value: unknown): string {
  if (value instanceof Uint8Array) return "B";
  if (Array.isArray(value)) return "L";
  return typeof value === "number" ? "N" : "S";
}

it("shows a current item, a revision, an error and a quarantined body as they are stored", async () => {
  const table = new TableInMemory(() => Promise.resolve());
  const store = new NotificationStore(table.client, "notifications");
  const bodies = [
    notificationBody({ inflictedLaws: [LFPIORPI] }),
    notificationBody({ inflictedLaws: [LFPIORPI, { ...FINTECH_LAW, risk: "illegal" }] }),
    { type: "error", data: "The index of chain 137 is behind." },
    notificationBody({ inflictedLaws: [{ ...LFPIORPI, risk: "severe" }] }),
  ];
  for (const [second, body] of bodies.entries()) {
    const at = `2026-03-01T12:00:0${second}.000Z`;
    const { stored } = await recordRead(readBodyAt(at, JSON.stringify(body)), store);
    // Operations alone hear of this error: no message to officers names it.
    await store.markAlerted(stored, { at, id: stored.kind === "error" ? undefined : "an alert" });
  }
  const items = [...table.items.values()];
  const found = (matches: (key: string, revision: string) => boolean) =>
    items.filter(({ key, revision }) => matches(String(key), String(revision))).map(typesStored);
  expect(found((key, revision) => key === "1#42" && revision.startsWith("current#"))).toEqual([
    typesShown("A current item"),
  ]);
  expect(found((_, revision) => revision.startsWith("revision#"))).toEqual([typesShown("A revision")]);
  expect(found((key) => key.startsWith("1#error#"))).toEqual([typesShown("An error of the service")]);
  expect(found((key) => key.startsWith("1#quarantined#"))).toEqual([typesShown("A quarantined body")]);
});

it("shows a wallet that exceeds and a run that was stopped as they are stored", async () => {
  const { wallets: Wallets, scanRuns: ScanRuns } = TABLE_SHAPES;
  const tables = await startTables({ Wallets, ScanRuns });
  onTestFinished(() => tables.stop());
  const name = { projectId: 1, chainId: "42161", address: `0x${"1".repeat(40)}` };
  const store = new WalletStore(tables.client, "Wallets");
  const wallets = new RunWallets(tables.client, "Wallets");
  const [runId, key] = ["2026-03-02T03:00:00.000Z", `${name.address}#42161`];
  await store.remember({
    ...name,
    userId: "u-1",
    source: "notification",
    seenAt: "2026-03-01T12:00:01.000Z",
  });
  const answered = async (riskScore: number, ofRun: string, at: string) => {
    const status = { status: "completed", riskLevel: "high", riskReason: "Mixer nearby" };
    const result = { ...name, ...status, riskScore, suspiciousActivity: false, patterns: ["mixer"] };
    const [answer] = matchResults([name], [result], 60);
    const before = await store.get(name);
    if (before === undefined || answer === undefined) throw new Error("There is no wallet, or no answer.");
    await wallets.record(
      1,
      key,
      screened(before, answer, { runId: ofRun, now: new Date(at), threshold: 60 }).facts,
    );
  };
  await answered(35, "2026-03-01T13:00:00.000Z", "2026-03-01T13:10:00.000Z");
  await answered(72.5, runId, "2026-03-02T03:10:00.000Z");
  const [pending] = await wallets.pending(1, 1);
  if (pending === undefined) throw new Error("No alert is pending.");
  await wallets.alerted(1, pending, { status: "clean", tags: "[]", statusAt: "2026-03-02T04:00:00.000Z" });
  const runs = new ScanRunStore(tables.client, "ScanRuns");
  const begun = { trigger: "schedule", startedAt: "2026-03-02T03:00:01.000Z" } as const;
  const run = { projectId: 1, runId, ...begun };
  await runs.replaceCurrent(1, { openRun: runId, ...begun }, undefined);
  await runs.create(run, 2_088_039_601);
  await runs.queued(run, 3, undefined);
  await runs.troubled(run, "the API key was replaced");
  const cause = {
    kind: "unpaid",
    call: "POST https://api.wavynode.com/v1/…",
    said: '"Quota used up."',
  } as const;
  const totals = { known: 3, completed: 2, skipped: 0, failed: 1, missing: 0, exceeded: 1 };
  await runs.close(run, { status: "stopped", endedAt: "2026-03-02T03:20:00.000Z", totals, cause });
  await runs.reported(run);
  const itemsOf = async (TableName: string) =>
    (await tables.client.send(new ScanCommand({ TableName }))).Items ?? [];
  expect(await itemsOf("Wallets")).toEqual([plain({ M: shown("Wallets") })]);
  expect(await itemsOf("ScanRuns")).toEqual([
    plain({ M: shown("Scan runs") }),
    plain({ M: shown("The current run of a project") }),
  ]);
});

it("shows a case whose every attribute follows from its events", () => {
  const key = { subject: "notification#1#42#ZjOOie8SXfW--oXA", opened: "once" };
  const [head, ...items] = ["A case in lists", "The opening of a case", "A later event"].map((heading) =>
    item.parse(plain({ M: shown(heading) })),
  );
  expect(head).toMatchObject(key);
  expect(checkedItem({ ...key, head, items })).toMatchObject({ events: 2, problems: [] });
});

const item = z.record(z.string(), z.unknown());

/** The value of an attribute without its types. */
function plain(typed: unknown): unknown {
  const [[type, value] = []] = Object.entries(Object(typed));
  if (type === "N") return Number(value);
  if (type === "BOOL") return value;
  if (type === "L") return z.array(z.unknown()).parse(value).map(plain);
  if (type !== "M") return value;
  return Object.fromEntries(Object.entries(Object(value)).map(([name, one]) => [name, plain(one)]));
}
