/** The tab of a case with the messages of its notification. */

import { expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { partsOfRevision, pastKey } from "../../../../lib/intake/notifications/notification-keys.ts";
import { readAt, storedItem } from "../../../support/deliveries.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const TAB = "/c/1.7?tab=messages";

it("has the contents side by side, marks what changed, and leads to the body of each", async () => {
  const revision = (usd: number) => ({ id: 7, amount: { value: 1_000_000, usd } });
  const first = storedItem(readAt("2026-03-02T12:00:00.000Z", revision(17_610)));
  const { ofProject, ofUser, ofWallet, ofHash, ...before } = first;
  const { transaction } = partsOfRevision(first.revision);
  const now = storedItem(readAt("2026-03-02T12:20:00.000Z", revision(17_640)));
  await putItems(desk.client, "Notifications", [
    { ...now, revisions: 1 },
    { ...before, ...pastKey(first.key, transaction, "c".repeat(22)), content: "c".repeat(22) },
  ]);
  await desk.cases.open("7", { userId: "u-1" });
  const { status, text } = await officer(`${TAB}&list=%2F%3Fview%3Dmine`);
  expect(status).toBe(200);
  expect(text).toMatch(/<del>17,610(\.00)?<\/del>/);
  expect(text).toMatch(/<ins>17,640(\.00)?<\/ins>/);
  expect(text).toMatch(/aria-current="page">Messages <span class="count">2</);
  expect(text.match(/href="\/notification-body\?name=1%237/g)).toHaveLength(3);
  expect(text).toContain('href="/c/1.7?list=%2F%3Fview%3Dmine"');
  const { text: ofCase } = await officer(TAB.replace("&tab=messages", ""));
  expect(ofCase).toContain(`href="${TAB.replaceAll("&", "&amp;")}"`);
});

it("says where the notification is gone, and has no tab where there is none", async () => {
  await desk.cases.open("8");
  expect((await officer(TAB.replace("7", "8"))).text).toContain("The notification is gone");
  const user = { subject: "user#1#u-9", opened: "2026-03-01T12:00:00.000Z", userId: "u-9" } as const;
  await desk.cases.open("9", { ...user, kind: "user" });
  const { text } = await officer("/c/user.1.u-9.2026-03-01T12~3a00~3a00~2e000Z");
  expect(text).not.toContain("tab=messages");
});
