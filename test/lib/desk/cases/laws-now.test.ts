/** The laws that the service says last are seen wherever a case is looked at, and the chain has them. */

import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { eventKeyOf } from "../../../../lib/cases/case-keys.ts";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { checkedChains } from "../../../../lib/cases/integrity/checked-chains.ts";
import type { ContentNews } from "../../../../lib/cases/revision.ts";
import { lfpiorpi } from "../../../support/deadlines.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { evidencePageOf } from "../../../support/invented-evidence.ts";
import { contentNews } from "../../../support/stored-cases.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const queries = new CaseQueries(desk.client, "Cases");
const LAWS = contentNews("d-1", ["Sanctions Act"]);
const WITHDRAWAL = contentNews("d-2", [], { receivedAt: "2026-03-03T12:00:00.000Z" });
const store = new CaseStore(desk.client, "Cases", 10);

async function seen(id: string, ...events: ContentNews[]) {
  const laws = ["LFPIORPI", "Sanctions Act"].map((name) => ({ name, countryCode: "MX" }));
  const key = await desk.cases.open(id, { laws, dueAt: "2026-04-18T05:59:59.999Z" });
  for (const event of events) await store.revise(key, [event]);
  const path = `/c/1.${id}`;
  const pages = await Promise.all(
    ["en", "es"].map(async (language) => (await officer(path, undefined, language)).text),
  );
  const storedCase = await desk.cases.read(key);
  const pack = await Promise.all(
    [ENGLISH, SPANISH].map((translator) => evidencePageOf(storedCase, translator)),
  );
  return [...pages, ...pack].map((page) => page.replaceAll(/<[^>]*>|[⁦-⁩]/g, ""));
}

it("the case and its evidence name them beside those of its opening, and its deadline stays", async () => {
  const [english, spanish, pack, paquete] = await seen("1", LAWS);
  for (const page of [english, pack]) {
    expect(page).toMatch(/Laws(Sanctions Act \(MX\), LFPIORPI \(MX\)|LFPIORPI \(MX\), Sanctions Act \(MX\))/);
    expect(page).toMatch(/Laws that the service names nowSanctions Act \(MX\)/);
    expect(page).toContain("the service flags it now under Sanctions Act (MX); no longer LFPIORPI (MX)");
  }
  for (const page of [spanish, paquete]) {
    expect(page).toMatch(/Leyes que el servicio indica ahoraSanctions Act \(MX\)/);
    expect(page).toContain("el servicio la señala ahora conforme a Sanctions Act (MX); ya no LFPIORPI (MX)");
  }
  expect(pack).toContain("2026-04-18 05:59:59");
});

it("says that no law is named now of what was withdrawn, and nothing of what never changed", async () => {
  for (const page of await seen("2", LAWS, WITHDRAWAL))
    expect(page).toMatch(/(names now|indica ahora)(none|ninguna)/);
  const price = contentNews("d-4", ["LFPIORPI", "Sanctions Act"], { usd: "11" });
  for (const page of [...(await seen("3")), ...(await seen("6", price))])
    expect(page).not.toMatch(/names now|indica ahora/);
});

it("a case is due by a law that was said later, and Deadlines has its rule", async () => {
  const added = contentNews("d-3", ["LFPIORPI"], { rules: [lfpiorpi()] });
  const key = await desk.cases.open("5", { laws: [{ name: "Other", countryCode: "MX" }] });
  await store.revise(key, [added]);
  const page = (await officer("/c/1.5")).text;
  expect(page).not.toContain("no deadline known");
  expect(page).toMatch(/LFPIORPI[^<]*day 17/);
  expect((await officer("/")).text).toContain("2026-04-17");
});

it("a step with changed laws is found", async () => {
  const key = await desk.cases.open("4");
  await store.revise(key, [LAWS]);
  expect(await Array.fromAsync(checkedChains(queries, [key]))).toMatchObject([{ problems: [] }]);
  const change = {
    UpdateExpression: "SET #event.facts.laws[0].#name = :law",
    ExpressionAttributeNames: { "#event": "event", "#name": "name" },
    ExpressionAttributeValues: { ":law": "LFPIORPI" },
  };
  await desk.client.send(new UpdateCommand({ TableName: "Cases", Key: eventKeyOf(key, 2), ...change }));
  const [chain] = await Array.fromAsync(checkedChains(queries, [key]));
  expect(chain?.problems).not.toEqual([]);
});
