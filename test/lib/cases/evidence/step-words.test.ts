import { expect, it } from "vitest";
import { stepWords } from "../../../../lib/cases/evidence/step-words.ts";
import type { Step } from "../../../../lib/cases/step.ts";
import { textTranslator } from "../../../../lib/i18n/translator.ts";

const placed = { number: 1, id: "a", at: "2026-03-02T15:00:00.000Z", previous: "", retentionYears: 10 };
const said = { ...placed, content: "1#42#4f1c", receivedAt: "2026-03-05T10:00:00.000Z" };
const deadlines = [{ dueAt: "2026-04-18T05:59:59.999Z", law: "LFPIORPI", countryCode: "MX" }];

it.each<[Step, string, string]>([
  [
    { ...said, kind: "change", facts: { usd: "12.5", tokenSymbol: "USDC", timestamp: null, deadlines } },
    "The service changed the notification in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c): amount in USD 12.5; time of the transaction none; token symbol USDC; due 2026-04-18T05:59:59.999Z (LFPIORPI)",
    "El servicio modificó la notificación en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c): monto en USD 12.5; hora de la operación ninguno; símbolo del activo virtual USDC; vence 2026-04-18T05:59:59.999Z (LFPIORPI)",
  ],
  [
    { ...said, kind: "change", facts: { deadlines: [] } },
    "The service changed the notification in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c): due none",
    "El servicio modificó la notificación en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c): vence ninguno",
  ],
  [
    { ...said, kind: "change", facts: { laws: [{ name: "LFPIORPI", countryCode: "MX" }], lawCount: 3 } },
    "The service changed the notification in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c): the service flags it now under LFPIORPI (MX) and 2 more",
    "El servicio modificó la notificación en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c): el servicio la señala ahora conforme a LFPIORPI (MX) y 2 más",
  ],
  [
    { ...said, kind: "withdrawal", risk: "none" },
    "The service withdrew it in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c), which flags it under no law",
    "El servicio la retiró en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c), que no la señala conforme a ninguna ley",
  ],
  [
    { ...said, kind: "return" },
    "The service flags it again in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c)",
    "El servicio la señala de nuevo en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c)",
  ],
  [
    { ...said, kind: "return", laws: [{ name: "LFPIORPI", countryCode: "MX" }], lawCount: 3 },
    "The service flags it again under LFPIORPI (MX) and 2 more, in a message received 2026-03-05T10:00:00.000Z (1#42#4f1c)",
    "El servicio la señala de nuevo conforme a LFPIORPI (MX) y 2 más, en un mensaje recibido el 2026-03-05T10:00:00.000Z (1#42#4f1c)",
  ],
  [
    { ...placed, kind: "crossing", run: "r1", score: 5, crossings: ["rise", "suspicious"] },
    "A scan sent another alert about the wallet: its score rose steeply, the service reports new suspicious activity; score 5, previously unknown (scan r1)",
    "Un escaneo envió otra alerta sobre la billetera: su calificación subió bruscamente, el servicio indica actividad sospechosa nueva; calificación 5, antes sin dato (escaneo r1)",
  ],
  [
    { ...placed, kind: "continuation", as: { subject: "notification#1#7", opened: "once" } },
    "It was replayed and continues as notification#1#7",
    "Se volvió a procesar y continúa como notification#1#7",
  ],
])("a step of the system is told in a sentence", (step, english, spanish) => {
  const words = (language: "en" | "es") => stepWords(step, textTranslator(language), (time) => time);
  expect([words("en"), words("es")].map((text) => text.replace(/[⁨⁩]/gu, ""))).toEqual([english, spanish]);
});
