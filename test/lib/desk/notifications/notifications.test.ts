/** The list of notifications: what each row leads to, and what a filter finds; and the page of one. */

import { beforeAll, expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { ChainStore } from "../../../../lib/screening/chains.ts";
import { NOT_REPORTABLE, newStep } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

beforeAll(async () => {
  const chain = { rpc_url: null, explorer_url: null, currency_symbol: "ETH", currency_decimals: 18 };
  await new ChainStore(desk.client, "Chains").put([
    { id: "1", name: "Ethereum", ...chain },
    { id: "137", name: "Polygon", ...chain },
  ]);
  const at = "2026-03-01T12:00:00.000Z";
  const sentAlert = { alert: "sent", alertAt: at } as const;
  const first = storedNotification({ id: 1, chainId: 137 }, at, sentAlert);
  const second = storedNotification({ id: 2, chainId: 1 }, at, sentAlert);
  const harmless = storedNotification({ id: 3, chainId: 1, inflictedLaws: [] }, at);
  await putItems(desk.client, "Notifications", [first, second, harmless]);
  const decided = newStep("a", "2026-03-02T12:00:00.000Z", NOT_REPORTABLE);
  await desk.cases.open("1", { userId: "u-1", ...caseOfNotification(first) }, decided);
  await desk.cases.open("2", { userId: "u-1", ...caseOfNotification(second) });
});

const namesIn = (text: string) => [...text.matchAll(/href="\/n\/1\.(\d)\.[\w-]{16}"/g)].map(([, id]) => id);

it("leads from each row to its notification, user, wallet and case, whose state it says", async () => {
  const { text } = await officer("/notifications");
  const row = text.split("<tr>").find((candidate) => candidate.includes("/n/1.1.")) ?? "";
  expect(row).toContain('<a href="/u/u-1">');
  expect(row).toMatch(/href="\/w\/1\.0x1{40}"/);
  expect(row).toMatch(/href="\/c\/1\.1\.[\w-]{16}".*no notice due/);
  expect(row).toContain("<small>Polygon</small>");
  expect(text.split("<tr>").find((row) => row.includes("/n/1.2."))).toMatch(/href="\/c\/.*open/);
  expect(text.split("<tr>").find((row) => row.includes("/n/1.3."))).not.toContain('href="/c/');
});

it.each([
  ["a chain by its name", "chain=polygon", ["1"]],
  ["a chain by its number", "chain=137", ["1"]],
  ["a law that was pasted with blanks", "law=+lfpiorpi%09", ["2", "1"]],
  ["a wallet that was pasted with blanks", `wallet=+0x${"1".repeat(40)}%0A&risk=none`, ["3"]],
  ["what came on a day, the last one included", "since=2026-03-01&until=2026-03-01", ["3", "2", "1"]],
  ["nothing of days before", "until=2026-02-28", []],
  ["nothing of days to come", "since=2026-03-02", []],
  ["no chain that there is not", "chain=Polygonia", []],
])("finds %s", async (_, query, names) => {
  expect(namesIn((await officer(`/notifications?${query}`)).text)).toEqual(names);
});

it("has lists of the networks, and of the laws that the other filters leave", async () => {
  const { text } = await officer("/notifications?law=lfpiorpi&chain=137");
  const optionsOf = (name: string) =>
    new RegExp(`<select name="${name}">(.*?)</select>`, "s")
      .exec(text)?.[1]
      ?.match(/<option[^>]*>[^<]*/g)
      ?.map((option) =>
        option
          .replace(/<option value="[^"]*"/, "")
          .replace(">", "")
          .trim(),
      );
  expect(optionsOf("chain")).toEqual(["any", "Ethereum", expect.stringMatching(/^selected.*Polygon$/)]);
  expect(optionsOf("law")).toEqual(["any", expect.stringMatching(/^selected.*LFPIORPI$/)]);
  // An address may have what no list has.
  const { text: ofOther } = await officer("/notifications?law=Elsewhere");
  expect(ofOther).toMatch(/<option value="Elsewhere" selected/);
  expect(ofOther).toContain('<option value="LFPIORPI">');
});

it("keeps the user or wallet of a link, says it, and asks for none", async () => {
  const { text } = await officer("/notifications?user=u-1");
  expect(text).toMatch(/<span class="badge"><input type="hidden" name="user" value="u-1"\/?>User /);
  expect((await officer("/notifications")).text).not.toMatch(/name="(user|wallet|txHash)"/);
});

it("keeps the filters of the menu in the same form, and says how many of them are set", async () => {
  const { text } = await officer("/notifications?country=MX&since=2026-03-01");
  expect(text).toMatch(
    /<form class="filters".*<summary class="btn">More <b>2<\/b>.*name="country" value="MX".*<\/form>/s,
  );
  expect(namesIn(text)).toEqual(["2", "1"]);
});

it("leads from the page of a notification to the messages of its case, and shows one that has none", async () => {
  const { text } = await officer("/notifications");
  const [, path = ""] = /href="(\/n\/1\.1\.[^"]+)"/.exec(text) ?? [];
  const reply = await officer(path);
  expect(reply).toMatchObject({ status: 303, location: expect.stringMatching(/^\/c\/.*tab=messages$/) });
  expect((await officer(reply.location ?? "")).status).toBe(200);
  const [, harmless = ""] = /href="(\/n\/1\.3\.[^"]+)"/.exec(text) ?? [];
  const page = await officer(harmless);
  expect(page.text).toContain("No case");
  expect(page.text).toContain('action="/open-case"');
  expect(page.text).toContain('href="/notification-body?name=1%233%23');
});
