/** A suspicion about a user that takes their operations along: one case, one clock, one sheet. */

import { readSheet } from "read-excel-file/node";
import { beforeAll, describe, expect, it } from "vitest";
import { notificationLink } from "../../../../lib/alerts/messages/desk-links.ts";
import { OPENED_ONCE, userSubject } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { NotificationStore } from "../../../../lib/intake/notifications/notifications.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { newStep } from "../../../support/case-steps.ts";
import { readBodyAt, recordRead } from "../../../support/deliveries.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { filledForm } from "../../../support/desk/desk-visitor.ts";
import { LFPIORPI, notificationBody } from "../../../support/notifications.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const ofProject2 = await desk.signedIn("officers-2");
const auditor = await desk.signedIn("auditors-1");
const queries = new CaseQueries(desk.client, "Cases");

const NOTE = "Five deposits just below the line, in two days.";
const FORM = 'action="/open-case"';

let received = 0;

/** Receives a transaction of a user, a warning unless it says otherwise. @returns its name */
async function sendNotification({
  userId,
  projectId = 1,
  risk = "warn",
  usd = 8_930,
}: {
  userId: string;
  projectId?: number;
  risk?: string;
  /** Null where the service gives none. */
  usd?: number | null;
}) {
  const id = 700 + received++;
  const body = notificationBody({
    id,
    projectId,
    timestamp: "2026-02-03T17:20:05.000Z",
    amount: { value: 2_941_180, usd },
    address: { id: 1, userId, address: `0x${"7".repeat(40)}`, description: "" },
    inflictedLaws: [{ ...LFPIORPI, risk }],
  });
  const store = new NotificationStore(desk.client, "Notifications");
  const read = readBodyAt("2026-02-03T17:21:00.000Z", JSON.stringify(body), {
    projectId,
    deliveryId: `d-${id}`,
  });
  return nameOf((await recordRead(read, store)).delivered);
}

/** The form of a page with what is ticked. */
async function ticked(path: string, operations: readonly string[], fields: Record<string, string> = {}) {
  const { text } = await officer(path);
  const form = new URLSearchParams(filledForm(text, FORM, { note: NOTE, act: "suspect", ...fields }));
  for (const name of operations) form.append("operation", name);
  return form.toString();
}

async function caseOfUser(user: string) {
  const [listedCase, ...others] = await queries.ofSubject(userSubject(1, user));
  if (listedCase === undefined || others.length > 0) throw new Error("The user has not one case.");
  return desk.cases.read(listedCase);
}

const namesIn = ({ suspicions }: Awaited<ReturnType<typeof caseOfUser>>) =>
  suspicions.map(({ operations }) => operations.map(({ name }) => name));

beforeAll(async () => {
  await new RateStore(desk.client, "Rates").set({ currency: "MXN", day: "2026-02-03", rate: "18.50" });
});

describe("at the page of a user", () => {
  it("takes what is ticked along in one case with one clock, once", async () => {
    const names = [await sendNotification({ userId: "u-one" }), await sendNotification({ userId: "u-one" })];
    const { text } = await officer("/u/u-one");
    for (const name of names)
      expect(text).toMatch(
        new RegExp(`type="checkbox" name="operation" value="${name}" form="open-user-1-u-one"`),
      );
    const form = await ticked("/u/u-one", names);
    for (const _ of ["sent", "sent again"])
      expect(await officer("/open-case", form)).toMatchObject({
        status: 303,
        location: expect.stringContaining("/c/user.1.u-one.0"),
      });
    const storedCase = await caseOfUser("u-one");
    expect(storedCase.steps.map(({ kind }) => kind)).toEqual(["suspect"]);
    expect(storedCase.dues).toHaveLength(1);
    expect(namesIn(storedCase)).toEqual([names]);
  });

  it("says of what it takes along which case has it, at the user, at the notification and in the list", async () => {
    const [name, other] = [
      await sendNotification({ userId: "u-taken" }),
      await sendNotification({ userId: "u-taken" }),
    ];
    await officer("/open-case", await ticked("/u/u-taken", [name]));
    const { text } = await officer("/u/u-taken");
    expect(text).toMatch(
      /Transactions of a suspicion, without a case of their own <span>1<\/span>.*Notifications without a case <span>1<\/span>/s,
    );
    const taken = await officer(`/n/${name.replaceAll("#", ".")}`);
    expect(taken.text).toMatch(
      /href="\/c\/user\.1\.u-taken\.0">Goes along with the suspicion of case 1#u-taken</,
    );
    expect(taken.text).not.toContain("No case<");
    expect((await officer(`/n/${other.replaceAll("#", ".")}`)).text).toContain("No case<");
    const list = (await officer("/notifications?user=u-taken")).text;
    expect(list.match(/href="\/c\/user\.1\.u-taken\.0"/g)).toHaveLength(1);
  });

  it("adds to the suspicion that runs, whose 24 hours go on, and shows what is in it", async () => {
    const [first, second] = [
      await sendNotification({ userId: "u-more" }),
      await sendNotification({ userId: "u-more" }),
    ];
    await officer("/open-case", await ticked("/u/u-more", [first]));
    const [before] = (await caseOfUser("u-more")).dues;
    const { text } = await officer("/u/u-more");
    expect(text).toContain("Record a suspicion in case 1#u-more");
    expect(text).toMatch(
      new RegExp(
        `value="${first}"[^>]* checked="" disabled="" aria-label="\\d#\\d+ is in the suspicion already"`,
      ),
    );
    const form = await ticked("/u/u-more", [second], { note: "A sixth one came." });
    for (const _ of ["sent", "sent again"])
      expect(await officer("/open-case", form)).toMatchObject({ status: 303 });
    const storedCase = await caseOfUser("u-more");
    expect(storedCase.steps).toMatchObject([
      { kind: "suspect" },
      { kind: "suspect", note: "A sixth one came." },
    ]);
    expect(storedCase.dues).toEqual([before]);
    expect(namesIn(storedCase)).toEqual([[first, second]]);
  });

  it("loses nothing of an officer who was second, and records it once they have seen the case", async () => {
    const [first, second] = [
      await sendNotification({ userId: "u-two" }),
      await sendNotification({ userId: "u-two" }),
    ];
    const other = await ticked("/u/u-two", [second], { note: "Asked by the bank." });
    await officer("/open-case", await ticked("/u/u-two", [first]));
    const refused = await officer("/open-case", other);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain("Asked by the bank.");
    expect(refused.text).toContain('href="/c/user.1.u-two.0"');
    expect(refused.text).toMatch(new RegExp(`name="operation" value="${second}" checked`));
    const again = new URLSearchParams(
      filledForm(refused.text, FORM, { note: "Asked by the bank.", act: "suspect" }),
    );
    again.append("operation", second);
    expect(await officer("/open-case", again.toString())).toMatchObject({ status: 303 });
    expect(namesIn(await caseOfUser("u-two"))).toEqual([[first, second]]);
  });

  it("has boxes and forms in those projects alone in which the officer may act", async () => {
    const [own, others] = [
      await sendNotification({ userId: "u-both", projectId: 2 }),
      await sendNotification({ userId: "u-both", projectId: 1 }),
    ];
    const { text } = await ofProject2("/u/u-both");
    expect(text).toContain(`name="operation" value="${own}"`);
    expect(text).not.toContain(others);
    expect((await auditor("/u/u-both")).text).not.toContain('name="operation"');
    const form = (await ticked("/u/u-both", [others], { project: "1" })).toString();
    expect(await auditor("/open-case", form)).toMatchObject({ status: 403 });
    expect(await ofProject2("/open-case", form)).toMatchObject({ status: 403 });
  });
});

describe("takes along no operation", () => {
  it("of another user, of another project, or that is not there", async () => {
    const others = [
      await sendNotification({ userId: "u-other" }),
      await sendNotification({ userId: "u-strict", projectId: 2 }),
      "1#999999#TTTTTTTTTTTTTTTT",
      "1#1",
    ];
    await sendNotification({ userId: "u-strict" });
    for (const name of others)
      expect(await officer("/open-case", await ticked("/u/u-strict", [name]))).toMatchObject({ status: 404 });
    expect(await queries.ofSubject(userSubject(1, "u-strict"))).toEqual([]);
  });

  it("beyond a hundred at a time, nor where a case is opened without a suspicion", async () => {
    const name = await sendNotification({ userId: "u-many" });
    const names = Array.from({ length: 101 }, (_, index) => `1#${index}#TTTTTTTTTTTTTTTT`);
    const many = await officer("/open-case", await ticked("/u/u-many", [name, ...names.slice(1)]));
    expect(many.status).toBe(422);
    expect(many.text).toContain("More than 100 transactions are ticked");
    expect(many.text.match(/name="operation"/g)).toHaveLength(101);
    const opening = new URLSearchParams(await ticked("/u/u-many", [name]));
    opening.delete("act");
    const refused = await officer("/open-case", opening.toString());
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Transactions are ticked, and they go along with a suspicion only");
    expect(await queries.ofSubject(userSubject(1, "u-many"))).toEqual([]);
  });
});

describe("the case of a suspicion", () => {
  it("shows its operations, also one that is gone or was revised since, and leads to each", async () => {
    const [unchanged, revised] = [
      await sendNotification({ userId: "u-seen" }),
      await sendNotification({ userId: "u-seen" }),
    ];
    await officer("/open-case", await ticked("/u/u-seen", [unchanged, revised]));
    const key = await caseOfUser("u-seen");
    const at = new Date().toISOString();
    const operations = [
      { name: revised, receivedAt: at, rawSha256: "ab".repeat(32) },
      { name: "1#999998#TTTTTTTTTTTTTTTT", receivedAt: at, rawSha256: "cd".repeat(32) },
    ];
    await desk.cases.step(key, newStep("b", at, { kind: "suspect", knownSince: at, operations }));
    const { text } = await officer("/c/user.1.u-seen.0");
    expect(text).toMatch(/Transactions of the suspicion <span class="count">3</);
    expect(text).toMatch(/scope="rowgroup"[^>]*>24-hour notice due .*, not recorded yet/);
    expect(text).toContain(`title="${unchanged}"`);
    expect(text).toMatch(
      new RegExp(`title="${revised}".*?revised since.*?1#999998.*?The notification is gone`),
    );
  });

  it("shows the amount that the case of a transaction keeps, as its sheet does", async () => {
    const name = await sendNotification({ userId: "u-kept", risk: "illegal", usd: null });
    await desk.cases.open("kept", {
      subject: `notification#${name}`,
      opened: OPENED_ONCE,
      userId: "u-kept",
      amount: { value: "5", usd: "7000" },
    });
    await officer("/open-case", await ticked("/u/u-kept", [name]));
    const { text } = await officer("/c/user.1.u-kept.0");
    expect(text).toContain("1 transaction · USD 7,000.00");
  });

  it("has a sheet of what is to be filed, row by row as the service sent it, with its CSV", async () => {
    const names = [
      await sendNotification({ userId: "u-sheet" }),
      await sendNotification({ userId: "u-sheet", risk: "illegal" }),
    ];
    await officer("/open-case", await ticked("/u/u-sheet", names));
    expect((await officer(notificationLink(names[0] ?? ""))).text).toMatch(
      /<a href="\/c\/user\.1\.u-sheet\.0">Goes along with the suspicion of case 1#u-sheet</,
    );
    const path = "/suspicion.xlsx?subject=user%231%23u-sheet&opened=0";
    const { text } = await officer("/c/user.1.u-sheet.0");
    expect(text).toContain(`href="${path.replaceAll("&", "&amp;")}"`);
    const { file = new Uint8Array() } = await officer(path);
    const [title, remark, headings = [], ...rows] = await readSheet(Buffer.from(file));
    expect(title?.[0]).toMatch(/^24-hour notice sheet · case 1#u-sheet · made .* by olga\.officer@company/);
    expect(remark?.[0]).toMatch(/^Known or suspected since .*; the 24 hours end [^.]*\.$/);
    const [[about] = []] = await readSheet(Buffer.from(file), 2);
    expect(about).toMatch(/^The RFC is not at the desk/);
    expect(headings).toContain("Address");
    const cells = (row: typeof headings, ...columns: string[]) =>
      columns.map((name) => row[headings.indexOf(name)]);
    const numbers = names.map((name) => name.split("#").slice(0, 2).join("#"));
    expect(rows.map((row) => cells(row, "Case", "USD", "MXN", "User", "Law"))).toEqual([
      [numbers[0], 8930, 165205, "u-sheet", "LFPIORPI"],
      [numbers[1], 8930, 165205, "u-sheet", "LFPIORPI"],
      ["2 rows", 17860, 330410, null, null],
    ]);
    const csv = await officer(path.replace(".xlsx", ".csv"));
    expect(csv.text.trimEnd().split("\n")).toHaveLength(3);
    expect(await ofProject2(path)).toMatchObject({ status: 404 });
  });

  it("has a sheet of operations that were known after a receipt, without those of that notice", async () => {
    const [filed, later] = [
      await sendNotification({ userId: "u-next" }),
      await sendNotification({ userId: "u-next" }),
    ];
    const opening = new URLSearchParams(await ticked("/u/u-next", []));
    opening.delete("act");
    await officer("/open-case", opening.toString());
    const key = await caseOfUser("u-next");
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const suspicion = (id: string, knownSince: string, name: string) => {
      const operations = [{ name, receivedAt: knownSince, rawSha256: "ab".repeat(32) }];
      return newStep(id, new Date().toISOString(), { kind: "suspect", knownSince, operations });
    };
    const receivedAt = hoursAgo(2);
    const filing = {
      kind: "24-hour",
      reference: "AVI-1",
      receivedOn: receivedAt.slice(0, 10),
      receivedTime: "10:00",
      receivedAt,
    } as const;
    await desk.cases.step(key, suspicion("first", hoursAgo(3), filed));
    await desk.cases.step(key, newStep("file", new Date().toISOString(), { kind: "file", filing }));
    const path = "/suspicion.xlsx?subject=user%231%23u-next&opened=0";
    const rowsOf = async () =>
      (await readSheet(Buffer.from((await officer(path)).file ?? new Uint8Array()))).slice(3);
    expect((await rowsOf())[0]).toEqual(
      expect.arrayContaining([filed.split("#").slice(0, 2).join("#"), "AVI-1"]),
    );
    await desk.cases.step(key, suspicion("second", hoursAgo(1), later));
    const [row, ...others] = await rowsOf();
    expect(row).toContain(later.split("#").slice(0, 2).join("#"));
    expect(row).not.toContain("AVI-1");
    expect(others).toHaveLength(1);
    const note = "It was another person.";
    await desk.cases.step(key, newStep("withdrawn", new Date().toISOString(), { kind: "retract", note }));
    expect(await officer(path)).toMatchObject({ status: 404 });
  });
});
