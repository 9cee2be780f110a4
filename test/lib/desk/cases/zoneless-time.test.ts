/** A deadline that is counted from a time without a zone says so wherever the case is looked at. */

import { expect, it } from "vitest";
import { caseLink } from "../../../../lib/alerts/messages/desk-links.ts";
import type { CaseKey } from "../../../../lib/cases/case-keys.ts";
import { CaseStore } from "../../../../lib/cases/cases.ts";
import { newCase } from "../../../../lib/cases/new-case.ts";
import { readDelivery } from "../../../../lib/intake/delivery.ts";
import { recordedNew } from "../../../support/deliveries.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { evidencePageOf } from "../../../support/invented-evidence.ts";
import { FINTECH_LAW, LFPIORPI, notificationBody } from "../../../support/notifications.ts";
import { ENGLISH } from "../../../support/translators.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const cases = new CaseStore(desk.client, "Cases", 10);
const MARKED = /names no zone and is taken for UTC.*no indica zona horaria.*names no zone/s;

async function opened(id: number, timestamp: string, law: object = LFPIORPI) {
  const body = Buffer.from(JSON.stringify(notificationBody({ id, timestamp, inflictedLaws: [law] })));
  const receivedAt = "2026-03-02T12:00:00.000Z";
  const delivery = { deliveryId: "d", receivedAt, signedAt: receivedAt, projectId: 1, body };
  const { delivered } = recordedNew(readDelivery(delivery, { retentionYears: 10, deadlines: [] }));
  const opening = newCase({ stored: delivered, firstReceivedAt: delivered.receivedAt }, []);
  await cases.open(opening);
  return opening;
}

/** The pages in both languages, and the evidence. */
async function pagesOf(key: CaseKey): Promise<string> {
  const path = caseLink(key);
  const storedCase = await desk.cases.read(key);
  return [
    (await officer(path)).text,
    (await officer(path, undefined, "es")).text,
    await evidencePageOf(storedCase, ENGLISH),
  ].join("\n");
}

it("a case and its evidence say it, and a case whose time has a zone or that has no deadline does not", async () => {
  expect(await pagesOf(await opened(1, "2026-02-28T23:30:00"))).toMatch(MARKED);
  const zoned = await opened(2, "2026-02-28T23:30:00Z");
  const without = await opened(3, "2026-02-28T23:30:00", { ...FINTECH_LAW, risk: "illegal" });
  for (const key of [zoned, without])
    expect(await pagesOf(key)).not.toMatch(/no zone|zona horaria y se toma/);
});
