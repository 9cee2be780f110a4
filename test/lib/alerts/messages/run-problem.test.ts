/** Why a run does not do its work, as people read it in their language. */

import { describe, expect, it } from "vitest";
import { problemIn, unendedIn } from "../../../../lib/alerts/messages/run-problem.ts";
import { scanProblem, scanUnended } from "../../../../lib/alerts/messages/scan-problem.ts";
import type { EndCause, RunTotals, ScanRun } from "../../../../lib/screening/runs/run.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const RUN: ScanRun = {
  projectId: 1,
  runId: "2026-03-01T08:00:00.000Z",
  status: "stopped",
  trigger: "schedule",
  startedAt: "2026-03-01T08:00:00.000Z",
  endedAt: "2026-03-01T09:00:00.000Z",
  queued: 2_000,
};
const CALL = "POST https://service.example/v1/projects/1/addresses/scan-risk";
const toSpanish = { stage: "dev", translator: SPANISH };
const inEnglish = { stage: "dev", t: ENGLISH.t };
const inSpanish = { stage: "dev", t: SPANISH.t };

const CAUSES: [cause: EndCause, english: string, spanish: string][] = [
  [
    { kind: "stopped-by-hand" },
    "It was stopped by hand. Wallets that it did not reach keep their scores until the next run.",
    "Se detuvo a mano. Las billeteras que faltaban conservan su calificación hasta el siguiente escaneo.",
  ],
  [
    { kind: "unauthorized", call: CALL, status: 401, said: '"API key revoked"' },
    `Project 1: ${CALL} was refused with status 401. The service said "API key revoked". Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --project 1 --kind api-key --stage dev".`,
    `Proyecto 1: el servicio rechazó ${CALL} con el código 401. El servicio respondió "API key revoked". Copie la clave de API del proyecto desde su configuración en el panel del servicio y ejecute "vigia secrets set --project 1 --kind api-key --stage dev".`,
  ],
  [
    { kind: "bad-key", call: CALL },
    `Project 1: ${CALL} was not sent, because the stored key is empty or contains a space or an accent. Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --project 1 --kind api-key --stage dev".`,
    `Proyecto 1: no se envió ${CALL}, porque la clave guardada está vacía o contiene un espacio o un acento. Copie la clave de API del proyecto desde su configuración en el panel del servicio y ejecute "vigia secrets set --project 1 --kind api-key --stage dev".`,
  ],
  [
    { kind: "unpaid", call: CALL, said: '"Quota used up"' },
    `Project 1: ${CALL} was refused, because its plan is not paid (status 402). The service said "Quota used up". Check the plan and its limits in the service's dashboard, then start a run.`,
    `Proyecto 1: el servicio rechazó ${CALL} por el plan contratado (código 402). El servicio respondió "Quota used up". Revise el plan y sus límites en el panel del servicio e inicie otro escaneo.`,
  ],
  [
    { kind: "not-found", call: CALL, said: "" },
    `Project 1: ${CALL} found nothing (status 404). Check the project's id under projects and service.baseUrl in app.ts.`,
    `Proyecto 1: ${CALL} no encontró nada (código 404). Revise en app.ts el identificador del proyecto en projects, y service.baseUrl.`,
  ],
  [
    { kind: "secret-malformed", secret: "Outbound" },
    "The secret Outbound does not have the expected format. Copy the project's API key from its settings in the service's dashboard and run \"vigia secrets set --project 1 --kind api-key --stage dev\".",
    'El secreto Outbound no tiene el formato esperado. Copie la clave de API del proyecto desde su configuración en el panel del servicio y ejecute "vigia secrets set --project 1 --kind api-key --stage dev".',
  ],
  [
    { kind: "no-api-key" },
    "No API key is set for project 1. Copy the project's API key from its settings in the service's dashboard and run \"vigia secrets set --project 1 --kind api-key --stage dev\".",
    'El proyecto 1 no tiene clave de API. Copie la clave de API del proyecto desde su configuración en el panel del servicio y ejecute "vigia secrets set --project 1 --kind api-key --stage dev".',
  ],
];

describe("the problem of a run", () => {
  it.each(CAUSES)("is said in both languages: %o", (cause, english, spanish) => {
    const run = { ...RUN, cause };
    expect(problemIn(run, inEnglish)).toBe(english);
    expect(problemIn(run, inSpanish)).toBe(spanish);
    expect(shown(scanProblem(run, toSpanish)).email).toContain(`\n\n${spanish}\n\n`);
  });

  it("is what its counts say where nothing is recorded", () => {
    const withCounts = (counts: Partial<RunTotals>): ScanRun => ({
      ...RUN,
      status: "completed",
      totals: { known: 0, completed: 0, skipped: 0, failed: 0, missing: 0, exceeded: 0, ...counts },
    });
    const skipped = withCounts({ known: 2_000, skipped: 1_500 });
    expect([problemIn(skipped, inEnglish), problemIn(skipped, inSpanish)]).toEqual([
      "The service skipped 1,500 of 2,000 wallets, so their scores are as old as before. Ask the service why.",
      "El servicio omitió 1,500 de 2,000 billeteras, así que sus calificaciones no se actualizaron. Pregunte al servicio por qué.",
    ]);
    const failed = withCounts({ known: 4, failed: 2, missing: 1 });
    expect([problemIn(failed, inEnglish), problemIn(failed, inSpanish)]).toEqual([
      'Of 4 wallets: 2 failed, 1 missing from the service\'s answers. Check the service, then start a run with "vigia scan run --project 1 --stage dev".',
      'De 4 billeteras: 2 con falla, 1 sin respuesta del servicio. Revise el servicio y luego inicie otro escaneo con "vigia scan run --project 1 --stage dev".',
    ]);
    expect(problemIn(withCounts({ known: 4, completed: 4 }), inSpanish)).toBe("");
  });

  it("stays in English in what programs read", () => {
    const { event } = scanProblem({ ...RUN, cause: { kind: "no-api-key" } }, toSpanish);
    expect([...event.subjects()]).toMatchObject([
      {
        problem:
          "No API key is set for project 1. Copy the project's API key from its settings in the service's dashboard and run \"vigia secrets set --project 1 --kind api-key --stage dev\".",
      },
    ]);
  });
});

it("says in both languages how far a run is that still goes on when the next one is due, and what holds it up", () => {
  const progress = { queued: 2_000, waiting: 1_500, isCut: false };
  expect(unendedIn({ ...RUN, trouble: "no answer" }, progress, inEnglish)).toBe(
    'A run lasts until every wallet was asked for, so that none waits while another is asked for twice. It has asked for 500 of 2,000 wallets. The last request that could not be done: no answer If the service is slow, raise scan.maximumConcurrency. Or stop it with "vigia scan stop --project 1 --stage dev".',
  );
  expect(unendedIn(RUN, { ...progress, isCut: true }, inEnglish)).toContain("at most 500 of 2,000 wallets");
  const { subject, email } = shown(scanUnended({ ...RUN, status: "running" }, progress, toSpanish));
  expect(subject).toBe("[ESCANEO EN CURSO] Proyecto 1: el escaneo requiere atención");
  expect(email).toContain("El escaneo del proyecto 1 sigue en curso, así que no se inició el siguiente.");
  expect(email).toContain("Ya consultó 500 de 2,000 billeteras.");
});
