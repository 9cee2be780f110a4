/** Notices of months in a pack: its cases' own ones whole, of every other event of the month the digest, and what was changed is named. */

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TABLE_SHAPES } from "../../../../lib/aws/tables/table-shapes.ts";
import type { StoredCase } from "../../../../lib/cases/case.ts";
import { eventKeyOf, monthKey, OPENED_ONCE } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { evidenceSourcesOf } from "../../../../lib/cases/evidence/evidence-files.ts";
import { type EvidenceSummary, evidencePack } from "../../../../lib/cases/evidence/evidence-pack.ts";
import { MonthStore } from "../../../../lib/cases/months.ts";
import { correctNotice, noticeIn, recordNotice } from "../../../../lib/cases/record-notice.ts";
import type { Filing } from "../../../../lib/cases/step.ts";
import { NotificationQueries } from "../../../../lib/intake/notifications/notification-queries.ts";
import { OLGA } from "../../../support/case-steps.ts";
import { startTables } from "../../../support/emulated-tables.ts";
import { unpack, verify } from "../../../support/evidence.ts";
import { StoredCases } from "../../../support/stored-cases.ts";

const { client, stop } = await startTables(TABLE_SHAPES);
afterAll(stop);
const cases = new StoredCases(client, "cases");
const queries = new CaseQueries(client, "cases");
const months = new MonthStore(client, "cases", 10);
const stores = { months, steps: cases.store, projectIds: [1] };
const MONTH = "2026-02";

/** Each act is a minute after the one before it, from 12:00 on. */
let minute = 0;
const acting = () => {
  const now = `2026-03-10T12:${String(minute++).padStart(2, "0")}:00.000Z`;
  return { by: OLGA, at: { now, today: "2026-03-10", officer: "olga" }, actsIn: [1] };
};

function receipt(reference: string, day = "2026-03-09", kind: Filing["kind"] = "monthly"): Filing {
  return { kind, reference, receivedOn: day, receivedAt: `${day}T06:00:00.000Z` };
}

const caseOf = (id: string) =>
  cases.open(id, {
    receivedAt: "2026-02-10T12:00:00.000Z",
    timestamp: "2026-02-10T11:00:00.000Z",
    dueAt: "2026-03-18T05:59:59.999Z",
    userId: `u-${id}`,
  });

/** Records a notice of the month, or adds to it. @returns its id */
async function file(formId: string, filing: Filing, ticked: readonly StoredCase[], amends?: string) {
  const order = { formId, filing, note: undefined, month: MONTH, projectIds: [1], ticked, amends };
  const outcome = await recordNotice(stores, { ...order, ...acting(), decisionNote: "In the notice." });
  if (outcome.kind !== "recorded") throw new Error(`The notice was not recorded: ${JSON.stringify(outcome)}`);
  return outcome.noticeId;
}

async function correct(formId: string, id: string, filing: Filing) {
  const noticeInMonths = await noticeIn(months, { month: MONTH, id, projectIds: [1] });
  if (noticeInMonths === undefined) throw new Error("There is no such notice.");
  const after = noticeInMonths.months.map(({ stepCount }) => stepCount);
  const order = { formId, filing, note: "Typed wrongly.", ...acting(), covered: [], after };
  expect(await correctNotice(stores, noticeInMonths, order)).toBe("made");
}

let own: StoredCase;
/** A case that was added to the notice after its correction. */
let added: StoredCase;

/** Events of the month: 1 another notice, 2 the own one, 3 its correction, 4 another's correction, 5 an addition, 6 an amendment, 7 another notice. */
beforeAll(async () => {
  own = await caseOf("7");
  const otherId = await file("other", receipt("AVI-OTHER"), [await caseOf("8")]);
  const ownId = await file("own", receipt("AVI-WRONG"), [own]);
  await correct("own-mended", ownId, receipt("AVI-RIGHT", "2026-03-08"));
  await correct("other-mended", otherId, receipt("AVI-OTHER-2"));
  added = await caseOf("9");
  await file("own-more", receipt("AVI-RIGHT", "2026-03-08"), [added]);
  await file("amended", receipt("AVI-AMENDS", "2026-03-10", "amendment"), [], ownId);
  await file("last", receipt("AVI-LAST"), [await caseOf("10")]);
});

async function packed(language: "en" | "es" = "en", of = own) {
  const item = await queries.raw(of);
  if (item === undefined) throw new Error("The case is gone.");
  const notifications = new NotificationQueries(client, "notifications");
  const sources = evidenceSourcesOf(
    client,
    { alerts: "alerts", walletScans: "walletScans", chains: "chains" },
    { cases: queries, notifications, money: async () => () => [] },
  );
  const pieces: Uint8Array[] = [];
  let summary: EvidenceSummary | undefined;
  async function* collected() {
    const options = { language, timeZone: "America/Mexico_City", now: new Date("2026-03-11T12:00:00Z") };
    summary = yield* evidencePack(item === undefined ? [] : [item], sources, options);
  }
  for await (const piece of collected()) pieces.push(piece);
  const { folder, paths } = unpack(Buffer.concat(pieces));
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  return { folder, paths, read, summary };
}

const PATH = `months/1-${MONTH}.json`;

interface MonthEntry {
  number: number;
  sha256: string;
  event?: Record<string, unknown>;
}

/** Changes the month's file, and lets the manifest fit it. */
function changeMonth(
  { folder, read }: Awaited<ReturnType<typeof packed>>,
  change: (entries: MonthEntry[]) => MonthEntry[],
): void {
  const file = JSON.parse(read(PATH));
  const text = JSON.stringify({ ...file, events: change(file.events) });
  const manifest = JSON.parse(read("manifest.json"));
  const digest = (content: string) => createHash("sha256").update(content).digest("hex");
  for (const packedFile of manifest.files) if (packedFile.path === PATH) packedFile.sha256 = digest(text);
  writeFileSync(join(folder, PATH), text);
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "manifest.sha256"), digest(JSON.stringify(manifest)));
}

it("has the events of the case's notice and of what amends it whole, and of the others the digests", async () => {
  const { folder, read, paths } = await packed();
  const { events } = JSON.parse(read(PATH));
  expect(events.map(({ event }: MonthEntry) => event?.["kind"])).toEqual([
    undefined,
    "notice",
    "correct",
    undefined,
    "add",
    "notice",
    undefined,
  ]);
  for (const { sha256 } of events) expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.parse(read("manifest.json")).months).toEqual([
    {
      ...monthKey(1, MONTH),
      path: PATH,
      events: 7,
      whole: [2, 3, 5, 6],
      last: events[6].sha256,
    },
  ]);
  const allTexts = paths.map(read).join("\n");
  for (const mark of ["AVI-OTHER", "AVI-LAST", "u-8", "u-9", "u-10", "1#8", "ticked"])
    expect(allTexts).not.toContain(mark);
  expect(verify(folder)).toMatchObject({ code: 0 });
});

it.each([
  [
    "en",
    "in the notice of February 2026: monthly notice, reference AVI-WRONG, receipt (acuse) of March 9, 2026 (receipt corrected 2026-03-10 06:02:00: monthly notice, reference AVI-RIGHT, receipt (acuse) of March 8, 2026)",
    "in the notice of February 2026: monthly notice, reference AVI-RIGHT, receipt (acuse) of March 8, 2026",
  ],
  [
    "es",
    "en el aviso de febrero de 2026: aviso mensual, folio AVI-WRONG, acuse del 9 de marzo de 2026 (acuse corregido el 10 de marzo de 2026, 06:02:00: aviso mensual, folio AVI-RIGHT, acuse del 8 de marzo de 2026)",
    "en el aviso de febrero de 2026: aviso mensual, folio AVI-RIGHT, acuse del 8 de marzo de 2026",
  ],
] as const)(
  "shows of a decision the receipt as it was then, and that it was corrected since: %s",
  async (language, before, after) => {
    const decisionIn = async (of: StoredCase) => {
      const { read, paths } = await packed(language, of);
      const page = read(paths.find((path) => path.endsWith("page.html")) ?? "");
      return /<p>([^<]*(?:in the notice|en el aviso)[^<]*)<\/p>/.exec(page)?.[1];
    };
    expect(await decisionIn(own)).toBe(before);
    expect(await decisionIn(added)).toBe(after);
  },
);

it.each([
  [
    "en",
    "February 2026: monthly notice, reference AVI-RIGHT, receipt (acuse) of March 8, 2026</h3>",
    "In place of: monthly notice, reference AVI-WRONG, receipt (acuse) of March 9, 2026",
    "It amends AVI-RIGHT",
  ],
  [
    "es",
    "febrero de 2026: aviso mensual, folio AVI-RIGHT, acuse del 8 de marzo de 2026</h3>",
    "En lugar de: aviso mensual, folio AVI-WRONG, acuse del 9 de marzo de 2026",
    "Modifica a AVI-RIGHT",
  ],
] as const)("shows the receipt as it stands, and what it replaced: %s", async (language, ...words) => {
  const { read, paths } = await packed(language);
  const page = read(paths.find((path) => path.endsWith("page.html")) ?? "");
  for (const phrase of words) expect(page).toContain(phrase);
  expect(page).toContain("Typed wrongly.");
  // The deadline is met by the receipt that stands.
  expect(page).toMatch(language === "en" ? /MX\): [^<]*in time/ : /MX\): [^<]*a tiempo/);
});

it.each<[string, (entries: MonthEntry[]) => MonthEntry[], string]>([
  [
    "an edited folio",
    (entries) =>
      entries.map((entry) =>
        entry.number === 3 ? { ...entry, event: { ...entry.event, filing: receipt("AVI-FORGED") } } : entry,
      ),
    "event 3 was changed: it does not have its digest.",
  ],
  [
    "an edited folio whose digest fits",
    (entries) =>
      entries.map((entry) => {
        if (entry.number !== 5) return entry;
        const event = { ...entry.event, note: "x" };
        return { ...entry, event, sha256: "ab".repeat(32) };
      }),
    "event 6 is not intact: it does not follow the digest before it.",
  ],
  ["a removed event", (entries) => entries.toSpliced(3, 1), "event 4 was removed."],
  [
    "a correction of which the digest alone is left",
    (entries) =>
      entries.map(({ event, ...entry }) =>
        entry.number === 3 || event === undefined ? entry : { ...entry, event },
      ),
    "event 3 was removed: only its digest is there.",
  ],
  [
    "a digest in the place of another",
    (entries) =>
      entries.map((entry) => (entry.number === 1 ? { ...entry, sha256: entries[3]?.sha256 ?? "" } : entry)),
    "event 2 is not intact: it does not follow the digest before it.",
  ],
  [
    "another last digest",
    (entries) => entries.map((entry) => (entry.number === 7 ? { ...entry, sha256: "0".repeat(64) } : entry)),
    "the last event was changed, removed or added.",
  ],
  [
    "its notice taken out",
    (entries) =>
      entries.map(({ event, ...entry }) =>
        entry.number === 2 || event === undefined ? entry : { ...entry, event },
      ),
    "no month in the pack has the notice that event 2 names (",
  ],
])("names %s, though the digests of the files were made to fit", async (_, change, problem) => {
  const pack = await packed();
  changeMonth(pack, change);
  const { code, out } = verify(pack.folder);
  expect(out).toContain(problem);
  expect(out).not.toContain(`${PATH} was changed`);
  expect(code).toBe(1);
});

it("names a month that the manifest does not list", async () => {
  const { folder, read } = await packed();
  const manifest = JSON.stringify({ ...JSON.parse(read("manifest.json")), months: [] });
  writeFileSync(join(folder, "manifest.json"), manifest);
  expect(verify(folder).out).toContain(`${PATH}: the manifest does not list this month.`);
});

it("names a month that cannot be read as a gap, and a notice that the month lost", async () => {
  const key = monthKey(1, MONTH);
  const change = (number: number, name: string, value: unknown) =>
    client.send(
      new UpdateCommand({
        TableName: "cases",
        Key: eventKeyOf({ ...key, opened: OPENED_ONCE }, number),
        UpdateExpression: "SET #event.#name = :value",
        ExpressionAttributeNames: { "#event": "event", "#name": name },
        ExpressionAttributeValues: { ":value": value },
      }),
    );
  await change(2, "id", "forged");
  const lost = await packed();
  expect(lost.summary?.lacking).toMatchObject([{ corrupt: true }]);
  const { code, out } = verify(lost.folder);
  expect(code).toBe(1);
  expect(out).toContain("No notice of 2026-02 is the one that an event names");
  expect(out).toContain("has the notice that event 2 names (");
  await change(2, "kind", "bogus");
  const unreadable = await packed();
  expect(unreadable.paths).not.toContain(PATH);
  expect(unreadable.summary?.lacking).toMatchObject([
    {
      corrupt: true,
      packed: { lacks: [{ kind: "notification gone" }, { kind: "month unreadable", month: MONTH }] },
    },
  ]);
  expect(verify(unreadable.folder)).toMatchObject({
    code: 0,
    out: expect.stringContaining("The notices of 2026-02 that an event names cannot be read"),
  });
});
