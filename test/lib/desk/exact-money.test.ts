/** An amount of which a double would lose digits, on every page and in every file that shows it. */

import { beforeAll, describe, expect, it } from "vitest";
import { caseLink, notificationLink } from "../../../lib/alerts/messages/desk-links.ts";
import { putItems } from "../../../lib/aws/tables/batch-write.ts";
import { caseOfNotification } from "../../../lib/cases/case-keys.ts";
import { nameOf } from "../../../lib/intake/notifications/notification-keys.ts";
import { readStored } from "../../../lib/intake/notifications/notification-schema.ts";
import { startDesk } from "../../support/desk/desk-app.ts";
import { storedNotification } from "../../support/desk/stored-notification.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const UNITS = "12.34567890123456789 ETH";
const USD = "123,456,789,012,345,678.91";

let [casePath, notificationPath] = ["", ""];

beforeAll(async () => {
  const at = "2026-02-03T12:00:00.000Z";
  const amount = { value: JSON.rawJSON("12345678901234567890"), usd: JSON.rawJSON("123456789012345678.91") };
  const item = storedNotification({ id: 1, chainId: 1, timestamp: at, amount }, at);
  // Its page is shown: that of a notification with a case leads to the case.
  const warning = storedNotification({ id: 2, chainId: 1, timestamp: at, amount, inflictedLaws: [] }, at);
  await putItems(desk.client, "Notifications", [item, warning]);
  const stored = readStored(item);
  const key = caseOfNotification(stored);
  await desk.cases.open("1", {
    ...key,
    risk: "illegal",
    laws: [{ name: "LFPIORPI", countryCode: "MX" }],
    userId: "u-1",
    address: `0x${"1".repeat(40)}`,
    chainId: "1",
    timestamp: at,
    receivedAt: at,
    dueAt: "2026-03-18T05:59:59.999Z",
    amount: stored.amount,
    token: { symbol: "ETH", decimals: 18 },
  });
  casePath = caseLink(key);
  notificationPath = notificationLink(nameOf(readStored(warning)));
});

describe("dollars are whole", () => {
  it.each([
    ["in the inbox", () => "/"],
    ["on the page of the case", () => casePath],
    ["on the page of the notification", () => notificationPath],
    ["in the list of notifications", () => "/notifications"],
    ["in the month", () => "/month?month=2026-02&project=1"],
    ["in the user's totals", () => "/u/u-1"],
  ])("%s", async (_, path) => {
    expect((await officer(path())).text).toContain(USD);
  });
});

describe("units of the token are whole", () => {
  it.each([
    ["on the page of the case", () => casePath],
    ["on the page of the notification", () => notificationPath],
    ["in the list of notifications", () => "/notifications"],
  ])("%s", async (_, path) => {
    expect((await officer(path())).text).toContain(UNITS);
  });
});

it("dollars are whole behind the units on the page of the notification", async () => {
  const text = (await officer(notificationPath)).text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  expect(text).toMatch(new RegExp(`${UNITS.replace(".", "\\.")} [^A-Z]*USD ${USD.replace(".", "\\.")}`));
});

it.each([["/inbox.csv"], ["/notifications.csv"]])("both are whole in %s", async (path) => {
  const { text } = await officer(path);
  for (const digits of ["12345678901234567890", "12.34567890123456789", "123456789012345678.91"])
    expect(text).toContain(`,${digits},`);
});
