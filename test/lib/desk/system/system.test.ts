/** The page System: whom it needs, what is not in order, the scans, and the wallets without a score. */

import { beforeAll, expect, it } from "vitest";
import { ScanRunStore } from "../../../../lib/screening/runs/runs.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

const desk = await startDesk();

/** The cells of a table's rows, as text. */
function rowsOf(text: string, caption: string): string[][] {
  const [, table = ""] = text.split(`<caption class="unseen">${caption}`);
  const [body = ""] = table.split("</table>");
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)]
    .map(([, row = ""]) => row.split(/<\/t[dh]>/).map((cell) => cell.replace(/<[^>]+>/g, "").trim()))
    .map((cells) => cells.slice(0, -1));
}

beforeAll(async () => {
  const runs = new ScanRunStore(desk.client, "ScanRuns");
  const run = { projectId: 1, runId: "2026-03-01T09:00:00.000Z" };
  await runs.create({ ...run, trigger: "manual", startedAt: run.runId }, 2_000_000_000);
  const totals = { known: 5_000, completed: 1_200, skipped: 1, failed: 30, missing: 0, exceeded: 2 };
  const cause = { kind: "no-api-key" } as const;
  await runs.close(run, { status: "stopped", endedAt: "2026-03-01T10:00:00.000Z", totals, cause });
  for (const [last, outcome, why] of [
    ["1", "failed", "three tries <b>failed</b>"],
    ["2", "completed", undefined],
    ["3", "skipped", "skipped by the service"],
  ] as const) {
    const name = { projectId: 1, chainId: "1", address: `0x${last.repeat(40)}` };
    await putWallet(desk.client, "Wallets", name, { outcome, ...(why && { why }) });
  }
});

it("says in one sentence what an engineer must hear, with the cause of a scan's end", async () => {
  const { text } = await (await desk.signedIn("officers-1"))("/system");
  expect(text).toContain("Send this sentence to an engineer");
  const [, sentence = ""] = /data-copy="(Vigía, stage [^"]*)"/.exec(text) ?? [];
  expect(sentence).toBe(
    "Vigía, stage prod: Last scan, project 1: stopped on 2026-03-01 04:00:00 UTC-6: 24 % of 5,000 known wallets; No API key is set for project 1; Last new message from the service, project 1: none received yet.",
  );
  expect(text).toContain(`<p class="law">${sentence}</p>`);
  expect(rowsOf(text, "What is not in order")).toContainEqual([
    "Last new message from the service, project 1",
    "check",
    "none received yet",
    "Send an engineer the sentence above.",
  ]);
});

it("begins with what waits for the reader and for an engineer, and shows what is not in order alone", async () => {
  const officer = await desk.signedIn("officers-2");
  const first = (text: string) =>
    text.split('<div class="head">')[1]?.match(/<p class="panel">(.*?)<\/p>/s)?.[1];
  const { text } = await officer("/system");
  const troubles = rowsOf(text, "What is not in order").slice(1);
  // Without AWS some parts could not be checked, which an officer tries again.
  const engineer = troubles.filter(([, , , toDo]) => toDo === "Send an engineer the sentence above.");
  const problemCount = troubles.length - engineer.length;
  expect([engineer.length, problemCount > 1]).toEqual([1, true]);
  expect(first(text)).toBe(`<b>You: ${problemCount} things.</b> <b>An engineer: 1 thing.</b>`);
  expect(first((await officer("/system", undefined, "es")).text)).toBe(
    `<b>Usted: ${problemCount} cosas.</b> <b>Quien opera Vigía: 1 cosa.</b>`,
  );
  const auditor = await desk.signedIn("auditors-2");
  expect(first((await auditor("/system")).text)).toBe(
    `<b>An officer: ${problemCount} things.</b> <b>An engineer: 1 thing.</b>`,
  );
  expect(new Set(troubles.map(([, state]) => state))).toEqual(new Set(["act", "check"]));
  expect(text).toContain('<a href="/system/parts">');
  const wholePage = (await officer("/system/parts")).text;
  const parts = rowsOf(wholePage, "Parts, the most urgent first").slice(1);
  expect(parts.slice(0, troubles.length).map(([part]) => part)).toEqual(troubles.map(([part]) => part));
  expect(parts).toContainEqual([
    "Daily brief",
    "no result",
    "none yet: the next morning brings it",
    "nothing",
  ]);
  expect(parts).toContainEqual([
    "Quarantine",
    "in order",
    "no message of the last 30 days is waiting",
    "nothing",
  ]);
});

it.each(["officers", "auditors"])(
  "names commands to %s behind the fold for engineers alone",
  async (group) => {
    const { text } = await (await desk.signedIn(group))("/system");
    const [shown = "", folded] = text.split('<details class="fold alone">');
    expect(shown).not.toMatch(/vigia [a-z]/);
    expect(folded).toContain("vigia secrets set --project 1 --kind api-key --stage");
  },
);

it("lists for engineers what the first line counts for them, and nothing else", async () => {
  const { text } = await (await desk.signedIn("officers-2"))("/system");
  const [, folded = ""] = text.split('<details class="fold alone">');
  expect(text).toContain("<b>An engineer: 1 thing.</b>");
  expect([...folded.matchAll(/<dt>(.*?)<\/dt>/gs)].map(([, about]) => about)).toEqual([
    "Last new message from the service, project 2",
  ]);
});

it("advises no scan that was just started, and does not say that no scan ran", async () => {
  const officer = await desk.signedIn("officers-2");
  const before = (await officer("/system")).text;
  expect(before).toContain("Start a scan, with the button of its project:");
  expect(before).toContain("No run yet.");
  const { location = "" } = await officer("/system", "project=2");
  const { text } = await officer(location);
  expect(text).toContain("A scan is running.");
  expect(text).not.toContain("No run yet.");
  expect(text).not.toContain("Start a scan, with the button of its project:");
});

it("tells an auditor what an officer does", async () => {
  const heading = async (group: string) =>
    rowsOf((await (await desk.signedIn(group))("/system")).text, "What is not in order")[0]?.at(-1);
  expect([await heading("officers-2"), await heading("auditors-2")]).toEqual([
    "What you do",
    "What an officer does",
  ]);
});

it("counts as not scored also the wallets that a stopped run did not reach", async () => {
  const { text } = await (await desk.signedIn("officers"))("/system");
  expect(rowsOf(text, "Runs, the newest first").slice(1)).toEqual([
    ["Mar 1, 03:00", "stopped", "1,200 of 5,000"],
  ]);
  expect(text).toContain("<p>No API key is set for project 1.</p>");
  expect(text).toContain("<p>failed: 30; skipped by the service: 1</p>");
});

it("names wallets that the last scan gave no score, with the reason, to those who see the project", async () => {
  const officer = await desk.signedIn("officers");
  const { text } = await officer("/system");
  const rows = [
    ...text.matchAll(/<li>.*?title="(0x\w+)".*?<span lang="en" dir="auto">(.*?)<\/span><\/li>/gs),
  ];
  expect(rows.map(([, address, why]) => `${address?.slice(0, 4)}: ${why}`).toSorted()).toEqual([
    "0x11: three tries &lt;b&gt;failed&lt;/b&gt;",
    "0x33: skipped by the service",
  ]);
  expect(text).toContain("These are the first ones; the CSV has the rest.");
  const csv = (await officer("/system/unscored.csv?project=1")).text.trim().split("\n").slice(1);
  expect(csv.map((line) => line.slice(0, 8)).toSorted()).toEqual(["1,1,0x11", "1,1,0x33"]);
  const elsewhere = await desk.signedIn("officers-2");
  for (const path of ["/system/unscored.csv?project=1", "/system/runs?project=1"])
    expect(await elsewhere(path)).toMatchObject({ status: 404 });
  const own = (await elsewhere("/system")).text;
  expect(own).toContain("No run yet.");
  expect(own).not.toContain("project 1");
});

it("shows auditors no button that starts a scan, and asks again where one was just started", async () => {
  const auditor = await desk.signedIn("auditors");
  expect((await auditor("/system")).text).not.toContain("Start a scan<");
  const officer = await desk.signedIn("officers");
  expect((await officer("/system")).text).not.toContain("data-refresh");
  const { location = "" } = await officer("/system", "project=2");
  expect(location).toMatch(/^\/system\?project=2&begun=/);
  const again = `data-refresh="${location.replace("/system", "/system/runs").replaceAll("&", "&amp;")}"`;
  expect((await officer(location)).text).toContain(again);
  expect((await officer(location.replace("/system", "/system/runs"))).text).toContain(again);
});

it("says of a running scan whose request could not be done how long its wallets wait", async () => {
  const runs = new ScanRunStore(desk.client, "ScanRuns");
  const run = { projectId: 1, runId: "2026-03-01T11:00:00.000Z" };
  await runs.create({ ...run, trigger: "manual", startedAt: run.runId }, 2_000_000_000);
  const officer = await desk.signedIn("officers-1");
  const wait = "Its wallets wait for up to 90 minutes, and are asked for again then.";
  expect((await officer("/system/runs?project=1")).text).not.toContain(wait);
  await runs.troubled(run, "Project 1: no answer.");
  expect((await officer("/system/runs?project=1")).text).toContain(wait);
});
