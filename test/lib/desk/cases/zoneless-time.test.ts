/** A deadline that is counted from a time without a zone says so wherever the case is looked at. */

import { expect, it } from "vitest";
import { CaseQueries } from "../../../../lib/cases/case-queries.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { evidencePage } from "../../../../lib/cases/evidence/evidence-page.ts";
import { checkedChains } from "../../../../lib/cases/integrity/checked-chains.ts";
import { newCase } from "../../../../lib/cases/new-case.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const cases = new CaseStore(desk.client, "Cases", 10);
const MARKED = /names no zone and is taken for UTC.*no indica zona horaria.*names no zone/s;

async function opened(id: number, timestamp: string, law: object = LFPIORPI) {
  const body = Buffer.from(JSON.stringify(notificationBody({ id, timestamp, inflictedLaws: [law] })));
  const delivery = { deliveryId: "d", receivedAt: "2026-03-02T12:00:00.000Z", projectId: 1, body };
  const { item } = readDelivery(delivery, { retentionYears: 10 });
  const found = newCase(item, "notification", []);
  await cases.open(found);
  return found;
}

/** The pages in both languages, and the evidence. */
async function pagesOf(id: number): Promise<string> {
  const path = `/case?subject=notification%231%23${id}&opened=once`;
  const one = await desk.cases.read({ subject: `notification#1#${id}`, opened: "once" });
  const nothing = { contents: [], gaps: [], alerts: [], scores: [] };
  return [
    (await officer(path)).text,
    (await officer(path, undefined, "es")).text,
    await evidencePage({ one, ...nothing, language: "en" }),
  ].join("\n");
}

it("a case and its evidence say it, and a case whose time has a zone or that has no deadline does not", async () => {
  await opened(1, "2026-02-28T23:30:00");
  expect(await pagesOf(1)).toMatch(MARKED);
  await opened(2, "2026-02-28T23:30:00Z");
  await opened(3, "2026-02-28T23:30:00", { ...FINTECH_LAW, risk: "illegal" });
  for (const id of [2, 3]) expect(await pagesOf(id)).not.toMatch(/no zone|zona horaria y se toma/);
});

it("a later time that moves the deadline decides, and the chain holds", async () => {
  const key = await opened(4, "2026-02-28T23:30:00Z");
  const change = (cause: string, timestamp: string) =>
    cases.append(key, {
      ...{ kind: "change", cause, content: "1#4#x", receivedAt: "2026-03-03T12:00:00.000Z" },
      facts: { timestamp, deadlines: [...key.deadlines] },
    });
  await change("a", "2026-03-01T23:30:00");
  expect(await pagesOf(4)).toMatch(MARKED);
  await change("b", "2026-03-01T23:30:00-06:00");
  expect(await pagesOf(4)).not.toMatch(/names no zone/);
  const chains = checkedChains(new CaseQueries(desk.client, "Cases"), [key]);
  expect(await Array.fromAsync(chains)).toMatchObject([{ problems: [] }]);
});
