/** The page of a month: what was filed stays on it, however its case goes on. */

import { expect, it } from "vitest";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { checkedChains } from "../../../../lib/cases/integrity/checked-chains.ts";
import { NOT_REPORTABLE, newStep, REPORTED } from "../../../support/case-steps.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const receivedAt = "2026-03-02T12:00:00.000Z";
const at = (minute: number) => `2026-03-03T12:0${minute}:00.000Z`;
const filed = (reference: string) => ({ ...REPORTED, filing: { ...REPORTED.filing, reference } });
const REOPEN = { kind: "reopen", note: "Looked at again." } as const;

async function section(title: RegExp, language?: string): Promise<string> {
  const { text } = await officer("/month?month=2026-03", undefined, language);
  const found = text.split("<h3>").find((part) => title.test(part)) ?? "";
  return found.replaceAll(/<[^>]*>/g, " ").replaceAll(/ +/g, " ");
}

it("is listed with its receipt where the case is open again or decided otherwise", async () => {
  const returned = await desk.cases.open(
    "1",
    { userId: "u-1", receivedAt },
    newStep("a", at(1), filed("R-100")),
  );
  const said = { content: "1#1", receivedAt: at(2) };
  const store = new CaseStore(desk.client, "Cases", 10);
  await store.append(returned, { kind: "withdrawal", cause: "x", ...said, risk: "none" });
  expect(await section(/^Notice filed: 1/)).toContain("R-100");
  expect(await section(/^Notice filed, but/)).toBe("");
  await store.append(returned, { kind: "return", cause: "y", ...said });
  await desk.cases.open("2", { userId: "u-2", receivedAt }, newStep("b", at(1), filed("R-200")), {
    ...newStep("c", at(2), REOPEN),
  });
  await desk.cases.open(
    "3",
    { userId: "u-3", receivedAt },
    newStep("d", at(1), filed("R-300")),
    newStep("e", at(2), REOPEN),
    newStep("f", at(3), NOT_REPORTABLE),
  );
  await desk.cases.open("4", { userId: "u-4", receivedAt }, newStep("g", at(1), NOT_REPORTABLE));
  await desk.cases.open(
    "5",
    { userId: "u-5", receivedAt },
    newStep("h", at(1), {
      kind: "file",
      filing: { kind: "24-hour", reference: "R-500", receivedOn: "2026-03-03" },
    }),
  );

  // Each case is counted once: three undecided and two no notice due.
  expect(await section(/^Undecided: 3/)).toContain("u-2");
  expect(await section(/^Notice filed: 0/)).toContain("No notice due: 2. False positives: 0.");
  const list = await section(/^Notice filed, but/);
  expect(list).toMatch(
    /^Notice filed, but undecided, decided otherwise or continued as another case: 4\. The counts above use their present state/,
  );
  expect(list).toMatch(/u-1 ?, undecided monthly notice, reference R-100, receipt of March 2, 2026/);
  expect(list).toMatch(/u-2 ?, undecided monthly notice, reference R-200/);
  expect(list).toMatch(/u-3 ?, no notice due monthly notice, reference R-300/);
  expect(list).toMatch(/u-5 ?, undecided 24-hour notice, reference R-500/);
  expect(list).not.toContain("u-4");
  expect(await section(/^Con aviso presentado/, "es")).toMatch(/como otro caso: 4.*sin dictaminar/s);
});

it("is listed where the body was in quarantine and its case goes on as another, filed before that or after it", async () => {
  const store = new CaseStore(desk.client, "Cases", 10);
  const month = { receivedAt: "2026-05-02T12:00:00.000Z" };
  const time = (minute: number) => `2026-05-03T12:0${minute}:00.000Z`;
  const suspect = { kind: "suspect", knownSince: time(0) } as const;
  const notice = (reference: string) =>
    ({ kind: "file", filing: { kind: "24-hour", reference, receivedOn: "2026-05-03" } }) as const;
  const continued = async (id: string, ...steps: Parameters<typeof desk.cases.step>[1][]) => {
    const found = await desk.cases.open(id, { ...month, kind: "quarantine", userId: `u-${id}` }, ...steps);
    const as = { subject: "notification#1#60", opened: "once" };
    await store.append(found, { kind: "continuation", cause: "60", as }, new Date(time(5)));
    return found;
  };
  await continued("51", newStep("a", time(1), notice("R-51")));
  const later = await continued("52", newStep("b", time(1), suspect));
  await continued("53");
  await desk.cases.step(later, newStep("c", time(6), notice("R-52")));

  const { text } = await officer("/month?month=2026-05");
  const found = text.replaceAll(/<[^>]*>/g, " ").replaceAll(/ +/g, " ");
  expect(found).toMatch(/Notice filed, but [^:]*: 2/);
  expect(found).toMatch(/u-51 ?, continued as another case 24-hour notice, reference R-51/);
  expect(found).toMatch(/u-52 ?, continued as another case 24-hour notice, reference R-52/);
  expect(found).not.toContain("u-53");
  const queries = new CaseQueries(desk.client, "Cases");
  const keys = ["51", "52", "53"].map((id) => ({ subject: `notification#1#${id}`, opened: "once" }));
  for await (const { problems } of checkedChains(queries, keys)) expect(problems).toEqual([]);
});

it.each([
  ["/month", "2026-03", ["2026-02", "2026-04"]],
  ["/month", "9999-12", ["9999-11"]],
  ["/month", "9999-11", ["9999-10", "9999-12"]],
  ["/month", "0000-01", ["0000-02"]],
  ["/overview", "2026-12", ["2026-11", "2027-01"]],
  ["/overview", "2999-12", ["2999-11"]],
  ["/overview", "1000-01", ["1000-02"]],
])("%s of %s leads to the months beside it that there are", async (path, month, beside) => {
  const { status, text } = await officer(`${path}?month=${month}`);
  expect(status).toBe(200);
  const [nav = ""] = text.match(/<nav class="pages".*?<\/nav>/s) ?? [];
  const links = [...nav.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
  expect(links.filter((link) => link !== `${path}?month=${month}`)).toEqual(
    beside.map((other) => `${path}?month=${other}`),
  );
  for (const link of links) expect([link, (await officer(link ?? "")).status]).toEqual([link, 200]);
});
