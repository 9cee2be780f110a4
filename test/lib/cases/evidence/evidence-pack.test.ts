import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { AlertStore } from "../../../../lib/alerts/alerts.ts";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { evidenceSourcesOf } from "../../../../lib/cases/evidence/evidence-files.ts";
import { evidencePack, folderOf } from "../../../../lib/cases/evidence/evidence-pack.ts";
import { verifierPage, verifierProgram } from "../../../../lib/cases/evidence/verifiers.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { WalletScanStore } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { unpack, verify } from "../../../support/evidence.ts";
import { inventedCase, inventedPack, inventedRevision } from "../../../support/invented-evidence.ts";

/** Of the pages. */
const READERS = { language: "en", timeZone: "America/Mexico_City" } as const;

const INDEX = ["index.html", "index.csv"];

const ROOT = join(import.meta.dirname, "../../../..");

it("is checked by a program and a page whose digests SECURITY.md names", async () => {
  const files = {
    "`verify.mjs`": verifierProgram(),
    "`verify.html` in English": await verifierPage("en"),
    "`verify.html` in Spanish": await verifierPage("es"),
  };
  const lines = Object.entries(files).map(
    ([name, { content }]) => `- ${name}: \`${createHash("sha256").update(content).digest("hex")}\``,
  );
  expect(readFileSync(join(ROOT, "SECURITY.md"), "utf8").match(/^- `verify\..*$/gm)).toEqual(lines);
});

it("has folders that every file system takes, one a case", () => {
  expect(folderOf({ subject: "notification#1#42#ZjOOie8SXfW--oXA", opened: "once" })).toMatch(
    /^1-42-[0-9a-f]{8}$/,
  );
  expect(folderOf({ subject: "unreadable#7", opened: "once" })).toMatch(/^7-[0-9a-f]{8}$/);
  const hostile = { subject: `notification#1#../../${"x".repeat(300)}`, opened: "once" };
  expect(folderOf(hostile)).toMatch(/^[A-Za-z0-9-]{1,35}$/);
  const folder = folderOf({ subject: "wallet#1#0xa#1", opened: "a" });
  expect(folder).not.toBe(folderOf({ subject: "wallet#1#0xa#1", opened: "b" }));
});

it("has a folder for each case, even if the short digests of two ids are equal or a case comes twice", async () => {
  const sevens = "7".repeat(46);
  const two = [`1#${sevens}000000015436`, `1#${sevens}000000049866`].map((name) => inventedCase(name));
  const { zip } = await inventedPack([...two, ...two]);
  const { folder, paths } = unpack(zip);
  expect(paths.filter((path) => path.endsWith("/case.json"))).toHaveLength(4);
  expect(verify(folder)).toMatchObject({ code: 0, out: expect.stringContaining("cases: 4;") });
});

it("of no case at all holds too", async () => {
  const nothing = () => Promise.reject(new Error("Nothing is to be read."));
  const sources: Parameters<typeof evidencePack>[1] = Object.assign(Object.create(null), {
    alerts: { find: nothing, list: nothing },
  });
  const pack = await Array.fromAsync(
    evidencePack([], sources, { ...READERS, now: new Date("2026-03-01T12:00:00Z") }),
  );
  const zip = Buffer.concat(pack);
  expect(Object.keys(unzipSync(zip))).toEqual([
    ...INDEX,
    "verify.html",
    "verify.mjs",
    "manifest.json",
    "manifest.sha256",
  ]);
  expect(verify(unpack(zip).folder)).toMatchObject({ code: 0 });
});

it("of a wallet has the alerts and the scores of its exceedances, in spite of later alerts", async () => {
  const { client: database, stop } = await startTables({
    Cases: TABLE_SHAPES.cases,
    Alerts: TABLE_SHAPES.alerts,
    WalletScans: TABLE_SHAPES.walletScans,
    Chains: TABLE_SHAPES.chains,
  });
  try {
    const run = "2026-03-01T02:00:00.000Z-aaaaaa";
    const wallet = { projectId: 1, chainId: "1", address: "0xA" };
    const at = "2026-03-01T02:01:00.000Z";
    const key = { subject: "wallet#1#0xa#1", opened: run };
    await new CaseStore(database, "Cases", 10).openForWallet({
      ...key,
      ...wallet,
      kind: "wallet",
      score: 61,
      lastExceeded: run,
      receivedAt: at,
    });
    const alert = (id: string, address: string) => ({
      projectId: "1",
      id,
      kind: "wallet",
      state: "sent" as const,
      sentAt: at,
      expiresAt: 1,
      subjects: [{ address, chainId: "1" }],
      message: {
        subject: "A wallet",
        email: "It exceeded the line.",
      },
    });
    const alerts = new AlertStore(database, "Alerts");
    await alerts.add(alert("2026-03-01T02:01:00.000Z-1-00000001", "0xA"));
    // A year of other alerts since.
    const others = Array.from({ length: 1_001 }, (_, index) => String(index).padStart(8, "0"));
    const since = others.map((end) => alert(`2026-03-02T02:00:00.000Z-1-${end}`, "0xB"));
    await putItems(database, "Alerts", since);
    const scan = { ...wallet, runId: run, scannedAt: at, outcome: "completed" as const, score: 61 };
    await new WalletScanStore(database, "WalletScans").put([scan], 1);
    const tables = { alerts: "Alerts", walletScans: "WalletScans", chains: "Chains" };
    const notifications = new NotificationQueries(database, "None");
    const cases = new CaseQueries(database, "Cases");
    const none = { cases, notifications, money: async () => () => [] };
    const reads: unknown[] = [];
    database.middlewareStack.add(
      (next, { commandName }) =>
        (args) => {
          if (commandName === "GetItemCommand") reads.push(args.input);
          return next(args);
        },
      { step: "initialize" },
    );
    const item = await cases.raw(key);
    if (item === undefined) throw new Error("The case was not opened.");
    const pack = evidencePack([item], evidenceSourcesOf(database, tables, none), {
      ...READERS,
      language: "es",
      now: new Date("2026-03-01T12:00:00Z"),
    });
    const { folder, paths } = unpack(Buffer.concat(await Array.fromAsync(pack)));
    expect(paths.map((path) => path.replace(/^.*\//, ""))).toEqual([
      "case.json",
      "alert-1.json",
      "alert-1.txt",
      "scores.json",
      "page.html",
      ...INDEX,
      "verify.html",
      "verify.mjs",
      "manifest.json",
      "manifest.sha256",
    ]);
    const page = readFileSync(join(folder, paths[4] ?? ""), "utf8");
    expect(page).toContain("<li>28 de febrero de 2026, 20:01:00: 61</li>");
    // No message of the service is about a wallet.
    expect(page).not.toContain("<h2>Lo que se recibió");
    expect(verify(folder)).toMatchObject({ code: 0 });
    // The case is read once, as it is at that moment: the pack contains exactly what was checked.
    expect(reads).toMatchObject([{ TableName: "Cases", ConsistentRead: true }, { TableName: "Chains" }]);
  } finally {
    await stop();
  }
});

it("of a notification has the alerts of its revisions beside its own", async () => {
  const alerted = (content: string, id: string) => ({
    ...inventedRevision("7", content),
    alert: { state: "sent" as const, id },
  });
  const [notification, revision] = [alerted("now", "own"), alerted("before", "of-revision")];
  const message = { subject: "An alert", email: "Flagged as ILLEGAL." };
  const about = { key: "1#7", revision: "current#TTTTTTTTTTTTTTTT" };
  const sources: Parameters<typeof evidencePack>[1] = Object.assign(Object.create(null), {
    notifications: { find: async () => ({ notification, revisions: [revision], others: [] }) },
    alerts: { find: async (id: string) => ({ id, state: "sent", subjects: [about], message }) },
    money: async () => () => [],
  });
  const now = new Date("2026-03-01T12:00:00Z");
  const pack = evidencePack([inventedCase("1#7")], sources, { ...READERS, now });
  const { folder, paths } = unpack(Buffer.concat(await Array.fromAsync(pack)));
  const ids = paths
    .filter((path) => /alert-\d\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")).id);
  expect(ids).toEqual(["own", "of-revision"]);
});
