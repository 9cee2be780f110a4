import { expect, it } from "vitest";
import type { SaidLaw } from "../../../../lib/cases/case-facts.ts";
import { stateWords, stepWords } from "../../../../lib/cases/evidence/step-words.ts";
import type { Step } from "../../../../lib/cases/step.ts";
import { textTranslator } from "../../../../lib/i18n/translator.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const placed = { number: 1, id: "a", at: "2026-03-02T15:00:00.000Z", previous: "", retentionYears: 10 };
const revisionFacts = {
  ...placed,
  content: "1#42#4f1c",
  signedAt: "2026-03-05T09:59:59.000Z",
  receivedAt: "2026-03-05T10:00:00.000Z",
  digest: "",
  rawSha256: "",
};
const LFPIORPI = { name: "LFPIORPI", countryCode: "MX" };

it.each<[Step, string, string, SaidLaw[]?]>([
  [
    {
      ...revisionFacts,
      kind: "revised",
      alerted: true,
      facts: {
        laws: [LFPIORPI],
        lawCount: 3,
        timestamp: "2026-03-01T04:00:00-06:00",
        usd: "123456789012345678.91",
      },
    },
    "The service says something else in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c): the service flags it now under LFPIORPI (MX) and 2 more; no longer Old (ES); the transaction happened 2026-03-01T10:00:00.000Z; it was worth USD 123,456,789,012,345,678.91",
    "El servicio dice otra cosa en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c): el servicio la señala ahora conforme a LFPIORPI (MX) y 2 más; ya no Old (ES); la operación se realizó el 2026-03-01T10:00:00.000Z; valía 123,456,789,012,345,678.91 USD",
    [{ name: "Old", countryCode: "ES" }],
  ],
  [
    { ...revisionFacts, kind: "revised", alerted: false, facts: { laws: [], usd: "11" } },
    "The service says something else in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c): it was worth USD 11.00",
    "El servicio dice otra cosa en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c): valía 11.00 USD",
  ],
  [
    { ...revisionFacts, kind: "revised", alerted: false, facts: { laws: [] } },
    "The service withdrew it in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c), which flags it under no law; no longer LFPIORPI (MX)",
    "El servicio la retiró en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c), que no la señala conforme a ninguna ley; ya no LFPIORPI (MX)",
    [LFPIORPI],
  ],
  [
    { ...revisionFacts, kind: "unreadable", delivery: "d" },
    "Another message of the service could not be read (received 2026-03-05T10:00:00.000Z, 1#42#4f1c)",
    "Otro mensaje del servicio no se pudo leer (recibido el 2026-03-05T10:00:00.000Z, 1#42#4f1c)",
  ],
  [
    { ...placed, kind: "exceeded", run: "r1", score: 5, exceedances: ["rise", "suspicious"] },
    "A scan sent another alert about the wallet: its score rose steeply, the service reports new suspicious activity; score 5, previously unknown (scan r1)",
    "Un escaneo envió otra alerta sobre la billetera: su calificación subió bruscamente, el servicio indica actividad sospechosa nueva; calificación 5, antes sin dato (escaneo r1)",
  ],
])("a step of the system is told in a sentence", (step, english, spanish, gone) => {
  const change = step.kind === "revised" && gone !== undefined ? { facts: step.facts, gone } : undefined;
  const words = (language: "en" | "es") => stepWords(step, textTranslator(language), (time) => time, change);
  expect([words("en"), words("es")].map((text) => text.replace(/[⁨⁩]/gu, ""))).toEqual([english, spanish]);
});

it("says of a message that changes no law, time or price that it says the same", () => {
  const step: Step = {
    ...revisionFacts,
    kind: "revised",
    alerted: true,
    facts: { laws: [LFPIORPI], usd: "11" },
  };
  expect(stepWords(step, ENGLISH.t, (time) => time, { facts: {}, gone: [] })).toMatch(
    / with the same laws, time and amount in USD$/,
  );
});

it.each([
  [undefined, undefined, "open", "abierto"],
  ["not-reportable", undefined, "no notice due", "no procede aviso"],
  ["not-reportable", true, "no notice due; revised since", "no procede aviso; actualizado después"],
] as const)(
  "says that a case of %s is decided, and whether it was revised since: %s",
  (outcome, isRevisedSince, en, es) => {
    expect(stateWords({ outcome, isRevisedSince }, ENGLISH.t)).toBe(en);
    expect(stateWords({ outcome, isRevisedSince }, SPANISH.t)).toBe(es);
  },
);

it("says how many operations a suspicion takes along", () => {
  const operations = ["1#1#T", "1#2#T"].map((name) => ({ name, receivedAt: placed.at, rawSha256: "4f1c" }));
  const officer = { subject: "olga", name: "olga.officer" };
  const step: Step = { ...placed, by: officer, kind: "suspect", knownSince: placed.at, operations };
  const words = (language: "en" | "es") => stepWords(step, textTranslator(language), (time) => time);
  expect([words("en"), words("es")].map((text) => text.replace(/[⁨⁩]/gu, ""))).toEqual([
    "olga.officer recorded a suspicion, known since 2026-03-02T15:00:00.000Z, about 2 transactions",
    "olga.officer registró conocimiento o sospecha desde el 2026-03-02T15:00:00.000Z, sobre 2 operaciones",
  ]);
});
