/** Invented cases and contents of which evidence is made, without a table. */

import type { RawCase, StoredCase } from "../../lib/cases/case.ts";
import type { OpenedFacts } from "../../lib/cases/case-facts.ts";
import type { EvidenceSources } from "../../lib/cases/evidence/evidence-files.ts";
import { evidencePack } from "../../lib/cases/evidence/evidence-pack.ts";
import { evidencePage } from "../../lib/cases/evidence/evidence-page.ts";
import type { Language } from "../../lib/i18n/catalogue/language.ts";
import type { Translator } from "../../lib/i18n/translator.ts";
import type { FoundNotification } from "../../lib/intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../lib/intake/notifications/notification-schema.ts";
import { compressBody } from "../../lib/intake/notifications/raw-body.ts";
import { openedCase } from "./case-items.ts";

/** An open case of a notification without a step. */
export function inventedCase(
  name: string,
  changes: Partial<RawCase> = {},
  facts: Partial<OpenedFacts> = {},
): RawCase {
  const key = { subject: `notification#${name}`, opened: "once" };
  const receivedAt = "2026-03-01T12:00:00.000Z";
  return {
    ...openedCase(key, { kind: "notification", projectId: 1, receivedAt, ...facts }),
    ...changes,
  };
}

/** A revision of a notification of project 1, as it is stored. */
export function inventedRevision(id: string, digest: string): StoredNotification {
  const receivedAt = "2026-03-01T12:00:00.000Z";
  return {
    key: `1#${id}`,
    revision: "current#TTTTTTTTTTTTTTTT",
    id,
    kind: "notification",
    projectId: 1,
    risk: "illegal",
    riskNow: "illegal",
    laws: [],
    receivedAt,
    revisionReceivedAt: receivedAt,
    updatedAt: receivedAt,
    signedAt: receivedAt,
    repeats: 0,
    revisions: 0,
    alert: { state: "none" },
    delivery: "d",
    digest,
    v: 1,
    address: undefined,
    amount: undefined,
    token: undefined,
    expiresAt: 4_000_000_000,
    raw: compressBody(Buffer.from(`{"digest":"${digest}"}`)),
  };
}

/** A pack of cases whose notifications are found so, and that has no alerts and no scores. */
export async function inventedPack(
  items: readonly RawCase[],
  find: (name: string) => FoundNotification | undefined = () => undefined,
  mostFiles = 1_000,
  now = new Date("2026-03-01T12:00:00Z"),
  language: Language = "en",
) {
  const sources: EvidenceSources = Object.assign(Object.create(null), {
    notifications: { find: async (name: string) => find(name) },
    alerts: { find: async () => undefined },
    money: async () => () => [],
  });
  const pack = evidencePack(items, sources, {
    language,
    timeZone: "America/Mexico_City",
    now,
    mostFiles,
  });
  const pieces: Uint8Array[] = [];
  for (;;) {
    const { done, value } = await pack.next();
    if (done === true) return { zip: Buffer.concat(pieces), summary: value };
    pieces.push(value);
  }
}

/** The page of a pack with one case, and with nothing beside its events. */
export function evidencePageOf(storedCase: StoredCase, translator: Translator): Promise<string> {
  const page = {
    storedCase,
    notices: [],
    messages: [],
    operations: [],
    gaps: [],
    alerts: [],
    scores: [],
    chain: undefined,
    local: [],
  };
  return evidencePage(page, translator);
}
