/** The page of a user. */

import { beforeAll, describe, expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { RateStore } from "../../../../lib/law/rates/rates.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const auditor = await desk.signedIn("auditors-1");
const ofProject2 = await desk.signedIn("officers-2");

const DAY_MS = 86_400_000;
const OFAC = [{ name: "OFAC SDN", countryCode: "US" }];
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** The item of a notification with an amount in dollars, or without. */
function notificationOf(id: number, usd: number | null, { userId = "u-1", days = 9 } = {}) {
  const address = { id: 1, userId, address: `0x${"c".repeat(40)}`, description: null };
  return storedNotification({ id, amount: { value: 5, usd }, address }, ago(days));
}

beforeAll(async () => {
  await new RateStore(desk.client, "Rates").set({ currency: "MXN", day: "2025-08-19", rate: "18.5" });
  await putItems(desk.client, "Notifications", [
    notificationOf(1, 1_000.3),
    notificationOf(2, 0.2),
    notificationOf(3, null),
  ]);
  const ofUser = (changes: object) => ({ userId: "u-1", ...changes });
  await desk.cases.open("late", ofUser({ receivedAt: ago(40), dueAt: ago(3) }));
  await desk.cases.open("listed", ofUser({ receivedAt: ago(20), laws: OFAC }));
  await desk.cases.open("decided", ofUser({ receivedAt: ago(30) }), newStep("a", ago(20), NOT_REPORTABLE));
  await desk.cases.open("other", ofUser({ projectId: 2, receivedAt: ago(5) }));
  await desk.cases.open("quiet", { userId: "u-2", receivedAt: ago(1) });
  await desk.cases.open("nobody", { receivedAt: ago(1) });
  for (const [end, score] of [
    ["a", 12],
    ["b", 74],
  ] as const) {
    const name = { projectId: 1, chainId: "1", address: `0x${end.repeat(40)}` };
    await putWallet(desk.client, "Wallets", name, {
      userId: "u-1",
      firstSeenAt: ago(50),
      scannedAt: ago(1),
      score,
    });
  }
});

const numbersIn = (text: string) =>
  [...text.matchAll(/class="open" href="\/c\/\d\.(\w+)[^"]*"/g)].map(([, id]) => id);

describe("the page of a user", () => {
  it("has everything in one load, the most severe first, with the exact sum of what was flagged", async () => {
    const { status, text } = await officer("/u/u-1");
    expect(status).toBe(200);
    expect(numbersIn(text)).toEqual(["listed", "late", "other", "decided"]);
    expect(text).toContain("1 flagged under a sanctions list");
    expect(text).toMatch(
      /Flagged transactions: 3<.*<span title="1,000.50">USD 1,000.50<\/span>.*1 amount unknown/,
    );
    // By the rate and the UMA of the day of each.
    expect(text).toContain("≈ MXN 18,509.25 · 163.59 UMA");
    expect(text).toMatch(
      /<th scope="rowgroup"[^>]*>Open cases <span>3<\/span>.*Notifications without a case <span>3<.*Decided <span>1</s,
    );
    expect(text).toMatch(
      /<h2>Wallets by address <span class="count">2<\/span>.*title="0xb{40}".*title="0xa{40}"/s,
    );
    expect(text.match(/href="\/n\//g)).toHaveLength(3);
    expect(text).toContain('href="/?user=u-1&amp;sheet=decide"');
    expect(text).toContain("Decide 3 open cases");
  });

  it("adds up every transaction of one number and hash", async () => {
    const address = { id: 1, userId: "u-twice", address: `0x${"c".repeat(40)}`, description: null };
    const amountOf = (value: number, usd: number) =>
      storedNotification({ id: 9_040, address, amount: { value, usd } }, ago(9));
    await putItems(desk.client, "Notifications", [amountOf(1_000, 3_000_000), amountOf(1, 3_000)]);
    const { text } = await officer("/u/u-twice");
    expect(text).toMatch(/Flagged transactions: 2<.*<span title="3,003,000.00">/);
  });

  it("adds up what a case keeps of a transaction, where the service left the amount out later", async () => {
    const later = notificationOf(9_050, null, { userId: "u-kept" });
    await putItems(desk.client, "Notifications", [later]);
    const { subject, opened } = caseOfNotification({ key: "1#9050", revision: later.revision });
    await desk.cases.open("kept", { subject, opened, userId: "u-kept", amount: { value: "5", usd: "7000" } });
    const { text } = await officer("/u/u-kept");
    expect(text).toMatch(/Flagged transactions: 1<.*<span title="7,000.00">USD 7,000.00<\/span>/);
    expect(text).not.toContain("amount unknown");
  });

  it("counts 1,000 of a kind, adds up as many, and leads to all of them", async () => {
    const items = Array.from({ length: 1_001 }, (_, id) =>
      notificationOf(10_000 + id, 1, { userId: "u-many" }),
    );
    await putItems(desk.client, "Notifications", items);
    const { text } = await officer("/u/u-many");
    expect(text).toContain("Notifications without a case <span>1,000+</span>");
    expect(text).toContain("Flagged transactions: 1,000<");
    expect(text).toContain("USD 1,000.00");
    expect(text).toContain("in the newest 1,000 notifications");
    expect(text).toContain('<a href="/notifications?user=u-many">All notifications</a>');
  });

  it("has the wallets of the user's operations too, which the list of wallets has under another user", async () => {
    const address = `0x${"f".repeat(40)}`;
    await putWallet(
      desk.client,
      "Wallets",
      { projectId: 1, chainId: "1", address },
      {
        userId: "u-first",
        firstSeenAt: ago(50),
        scannedAt: ago(1),
        score: 66,
      },
    );
    await desk.cases.open("shared", { userId: "u-second", address, chainId: "1", receivedAt: ago(2) });
    const { text } = await officer("/u/u-second");
    expect(text).toContain('Wallets by address <span class="count">1</span>');
    expect(text).toContain("scored addresses from 20 up: 1 of 1");
    expect((await officer("/u/u-2")).text).toContain("no wallet known");
  });

  it("counts an address once beside the table of addresses, on however many networks it is", async () => {
    const address = `0x${"d".repeat(40)}`;
    for (const [chainId, score] of [
      ["1", 30],
      ["137", 74],
      ["8453", 5],
    ] as const)
      await putWallet(
        desk.client,
        "Wallets",
        { projectId: 1, chainId, address },
        { userId: "u-nets", firstSeenAt: ago(50), scannedAt: ago(1), score },
      );
    const { text } = await officer("/u/u-nets");
    expect(text).toContain('Wallets by address <span class="count">1</span>');
    expect(text).toContain("scored addresses from 20 up: 1 of 1");
  });

  it("leads to the only case that can be decided, and offers nothing where none can", async () => {
    const { text } = await officer("/u/u-2");
    expect(text).toMatch(/<a class="btn main" href="\/c\/1\.quiet[^"]*" data-decide/);
    expect(text).not.toContain("sheet=decide");
  });

  it("is there for auditors, without what only officers may do and without other projects", async () => {
    const { status, text } = await auditor("/u/u-1");
    expect(status).toBe(200);
    expect(numbersIn(text)).toEqual(["listed", "late", "decided"]);
    expect(text).not.toContain("sheet=decide");
  });

  it("tells nothing of a user who is unknown in the projects that the reader sees", async () => {
    const { text } = await ofProject2("/u/u-1");
    expect(numbersIn(text)).toEqual(["other"]);
    const unknown = await ofProject2("/u/u-2");
    expect(unknown.status).toBe(200);
    expect(unknown.text).toContain("No case, notification or wallet that you can see names this user.");
    expect(await officer("/u/~20u-2~09")).toMatchObject({ status: 303, location: "/u/u-2" });
  });

  it("is the place to record a suspicion about a user whom no message named, for officers alone", async () => {
    const { status, text } = await officer("/u/client-99");
    expect(status).toBe(200);
    expect(text).toContain("No case, notification or wallet that you can see names this user.");
    expect(text).toMatch(
      /<select name="project"[^>]*><option value="1">1<\/option><option value="2">2<\/option>/,
    );
    const alone = await ofProject2("/u/client-99");
    expect(alone.text).toContain('name="project" value="2"');
    expect(alone.text).not.toContain("<select");
    const looking = await auditor("/u/client-99");
    expect(looking).toMatchObject({
      status: 404,
      text: expect.stringContaining("No case, notification or wallet of this user is known."),
    });
    for (const name of ["x".repeat(2_000), "client~0099", "client~e2~80~8b99"])
      expect(await officer(`/u/${name}`)).toMatchObject({ status: 404 });
  });

  it("leads to all cases by receipt, a page at a time", async () => {
    const first = await officer("/u/u-1?list=cases");
    expect(numbersIn(first.text)).toEqual(["other", "listed", "decided", "late"]);
    const { order: older } = await desk.cases.read({ subject: "notification#1#listed", opened: "once" });
    const second = await officer(`/u/u-1?list=cases&older=${encodeURIComponent(older)}`);
    expect(numbersIn(second.text)).toEqual(["decided", "late"]);
    expect(await officer("/u/u-1?list=cases&older=x")).toMatchObject({ status: 404 });
  });
});
