/** The search of every page: which address each text leads to. */

import { beforeAll, describe, expect, it } from "vitest";
import { caseLink, notificationLink } from "../../../../lib/alerts/messages/desk-links.ts";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { type NotificationKey, nameOf } from "../../../../lib/intake/notifications/notification-keys.ts";
import { WalletStore } from "../../../../lib/screening/wallets/wallets.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const ofProject2 = await desk.signedIn("officers-2");

const HASH = `0x${"ab".repeat(32)}`;
const ADDRESS = `0x${"Ab".repeat(20)}`;
const TRON = "TV8kQ2mFzJ1sNnYk4bR7pWxLcVt9eDm2Qe";

const address = (userId: string) => ({ id: 1, userId, address: ADDRESS, description: null });

const seenAt = "2026-03-01T12:00:00.000Z";
const SEVEN = storedNotification({ id: 7, txHash: HASH, address: address("u-seven") }, seenAt);
const EIGHT = storedNotification(
  { id: 8, txHash: `0x${"cd".repeat(32)}`, address: address("u-eight") },
  seenAt,
);
const OTHER_SEVEN = storedNotification(
  { id: 7, projectId: 2, txHash: `0x${"ef".repeat(32)}`, address: address("U-seven") },
  seenAt,
);
const pageOf = (key: NotificationKey) => notificationLink(nameOf(key));
const CASE = caseLink(caseOfNotification(EIGHT));

beforeAll(async () => {
  await putItems(desk.client, "Notifications", [SEVEN, EIGHT, OTHER_SEVEN]);
  await desk.cases.open("8", { userId: "u-eight", ...caseOfNotification(EIGHT) });
  const known = new WalletStore(desk.client, "Wallets");
  for (const one of [ADDRESS, TRON])
    await known.remember({
      projectId: 1,
      chainId: "1",
      address: one,
      userId: "u-wallet",
      seenAt,
      source: "import",
    });
});

const search = (text: string) => `/search?${new URLSearchParams({ q: text })}`;

it.each([
  ["a notification", "1#7", pageOf(SEVEN)],
  ["the case of a notification, by an id that one project has", " 8 ", CASE],
  ["a case by its whole name", `notification#${nameOf(EIGHT)}`, CASE],
  ["a wallet", TRON, `/wallet?project=1&address=${TRON}&chain=1`],
  [
    "a wallet in capitals",
    `\t0x${"AB".repeat(20)}\n`,
    `/wallet?project=1&address=${ADDRESS.toLowerCase()}&chain=1`,
  ],
  ["a transaction", HASH, pageOf(SEVEN)],
  ["a transaction in capitals and without 0x", "AB".repeat(32), pageOf(SEVEN)],
  ["a user", "u-eight", "/users?user=u-eight"],
  ["a user with no other case of letters", "U-seven", "/users?user=U-seven"],
  ["a user who has wallets alone", "u-wallet", "/users?user=u-wallet"],
])("leads to %s: %s", async (_, text, location) => {
  const reply = await officer(search(text));
  expect(reply.location?.toLowerCase()).toBe(location.toLowerCase());
  expect(reply.status).toBe(303);
});

describe("the list", () => {
  it("has what fits in several projects", async () => {
    const { status, text } = await officer(search("7"));
    expect(status).toBe(200);
    expect(text.match(/href="\/notification\?[^"]+"/g)).toEqual([
      `href="${pageOf(SEVEN)}"`,
      `href="${pageOf(OTHER_SEVEN)}"`,
    ]);
  });

  it("has the first twenty of a transaction with more notifications", async () => {
    const txHash = `0x${"25".repeat(32)}`;
    const ids = Array.from({ length: 25 }, (_, at) => 2_500 + at);
    const many = ids.map((id) => storedNotification({ id, txHash, address: address("u-many") }, seenAt));
    await putItems(desk.client, "Notifications", many);
    const { text } = await officer(search(txHash));
    expect(text.match(/href="\/notification\?/g)).toHaveLength(20);
  });

  it.each([["no such thing"], [TRON.toLowerCase()], ["U-EIGHT"], ["x".repeat(3_000)], [""]])(
    "is empty, and says what can be typed: %s",
    async (wanted) => {
      const { status, text } = await officer(search(wanted));
      expect(status).toBe(200);
      expect(text).toContain("Type the complete id of a notification or case, such as 1#42");
    },
  );

  it.each([["1#7"], ["1#8"], ["8"], [TRON], [HASH], ["u-eight"], ["u-wallet"], ["wallet#1#0x1#1"]])(
    "has nothing of another project: %s",
    async (wanted) => {
      const { status, text } = await ofProject2(search(wanted));
      expect([status, text.includes("Type the complete id")]).toEqual([200, true]);
    },
  );
});
