/** Why a run does not do its work, as people read it in their language. */

import { describe, expect, it } from "vitest";
import { problemIn, readerOf, stuckIn } from "../../../../lib/alerts/messages/run-problem.ts";
import { scanProblem, scanStuck } from "../../../../lib/alerts/messages/scan-problem.ts";
import type { EndCause } from "../../../../lib/screening/scans/runs/run-cause.ts";
import { type ScanRun, UNTOUCHED } from "../../../../lib/screening/scans/runs/scan-run.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const RUN: ScanRun = {
  projectId: 1,
  runId: "2026-03-01T08:00:00.000Z-abcdef",
  status: "stopped",
  trigger: "schedule",
  startedAt: "2026-03-01T08:00:00.000Z",
  endedAt: "2026-03-01T09:00:00.000Z",
  shards: [],
};
const CALL = "POST https://service.example/v1/projects/1/addresses/scan-risk";
const toSpanish = { stage: "dev", translator: SPANISH };
const inEnglish = readerOf({ stage: "dev", translator: ENGLISH });
const inSpanish = readerOf(toSpanish);

const CAUSES: [cause: EndCause, english: string, spanish: string][] = [
  [
    { kind: "stopped-by-hand" },
    'It was stopped with "vigia scan stop --stage dev". Wallets that it did not reach keep their scores until the next run.',
    'Se detuvo con "vigia scan stop --stage dev". Las billeteras que faltaban conservan su calificación hasta el siguiente escaneo.',
  ],
  [
    { kind: "still-open", stuck: { kind: "not-moved", since: "2026-03-01T08:00:00.000Z" } },
    'It was still running when the next run was due. It was stuck. It has made no progress since 2026-03-01 08:00:00 UTC. Look at the failed messages of the scan queue with "vigia dlq list --stage dev". If the list is empty, the service is too slow for this many wallets: raise scan.maximumConcurrency.',
    'Seguía en curso cuando debía iniciar el siguiente. Estaba atorado. No avanza desde el 1 de marzo de 2026, 02:00:00 (UTC-6). Revise con "vigia dlq list --stage dev" los mensajes fallidos de la cola del escaneo. Si no hay ninguno, el servicio es demasiado lento para tantas billeteras: aumente scan.maximumConcurrency.',
  ],
  [
    { kind: "handed-on", shard: 3, times: 500 },
    "Shard 3 was continued 500 times and has not ended. Check how long the service takes to answer a request, and raise scan.maximumConcurrency.",
    "La parte 3 se continuó 500 veces y no ha terminado. Vea cuánto tarda el servicio en cada solicitud y aumente scan.maximumConcurrency.",
  ],
  [
    { kind: "unauthorized", call: CALL, status: 401, said: '"API key revoked"' },
    `Project 1: ${CALL} was refused with status 401. The service said "API key revoked". Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --project 1 --kind api-key --stage dev".`,
    `Proyecto 1: el servicio rechazó ${CALL} con el código 401. El servicio respondió "API key revoked". Copie la clave de API del proyecto desde su configuración en el panel del servicio y ejecute "vigia secrets set --project 1 --kind api-key --stage dev".`,
  ],
  [
    { kind: "unusable-key", call: CALL },
    `Project 1: ${CALL} was not sent, because the stored key is empty or contains a space or an accent. Copy the project's API key from its settings in the service's dashboard and run "vigia secrets set --project 1 --kind api-key --stage dev".`,
    `Proyecto 1: no se envió ${CALL}, porque la clave guardada está vacía o contiene un espacio o un acento. Copie la clave de API del proyecto desde su configuración en el panel del servicio y ejecute "vigia secrets set --project 1 --kind api-key --stage dev".`,
  ],
  [
    { kind: "not-found", call: CALL, said: "" },
    `Project 1: ${CALL} found nothing (status 404). Check the project's id under projects and service.baseUrl in app.ts.`,
    `Proyecto 1: ${CALL} no encontró nada (código 404). Revise en app.ts el identificador del proyecto en projects, y service.baseUrl.`,
  ],
  [
    { kind: "redirected", call: CALL, status: 302 },
    `Project 1: ${CALL} was redirected (status 302). Vigía sends its key to no other address. Set service.baseUrl in app.ts to the service's final address.`,
    `Proyecto 1: el servicio redirigió ${CALL} (código 302). Vigía no envía su clave a otra dirección. Ponga en service.baseUrl de app.ts la dirección definitiva del servicio.`,
  ],
  [
    { kind: "secret-unreadable", secret: "Outbound", error: "AccessDeniedException" },
    "The secret Outbound could not be read (AccessDeniedException).",
    "No se pudo leer el secreto Outbound (AccessDeniedException).",
  ],
  [
    { kind: "secret-malformed", secret: "Outbound" },
    'The secret Outbound does not have the expected format: write it again with "vigia secrets set --project 1 --kind api-key --stage dev".',
    'El secreto Outbound no tiene el formato esperado: escríbalo de nuevo con "vigia secrets set --project 1 --kind api-key --stage dev".',
  ],
  [
    { kind: "no-api-key" },
    'No API key is set for project 1: run "vigia secrets set --project 1 --kind api-key --stage dev".',
    'El proyecto 1 no tiene clave de API: ejecute "vigia secrets set --project 1 --kind api-key --stage dev".',
  ],
];

describe("the problem of a run", () => {
  it.each(CAUSES)("is said in both languages: %o", (cause, english, spanish) => {
    const run = { ...RUN, cause };
    expect(problemIn(run, inEnglish)).toBe(english);
    expect(problemIn(run, inSpanish)).toBe(spanish);
    expect(shown(scanProblem(run, toSpanish)).email).toContain(`\n\n${spanish}\n\n`);
  });

  it("is quoted as a version before recorded it, in words", () => {
    expect(problemIn({ ...RUN, problem: "As it is recorded." }, inSpanish)).toBe("As it is recorded.");
  });

  it("is what its counts say where nothing is recorded", () => {
    const withCounts = (counts: Partial<ScanRun["shards"][number]["counts"]>) => ({
      ...RUN,
      shards: [{ ...UNTOUCHED, counts: { ...UNTOUCHED.counts, ...counts } }],
    });
    const skipped = withCounts({ known: 2_000, skipped: 1_500 });
    expect([problemIn(skipped, inEnglish), problemIn(skipped, inSpanish)]).toEqual([
      "The service skipped 1,500 of 2,000 wallets, so their scores are as old as before. Ask the service why.",
      "El servicio omitió 1,500 de 2,000 billeteras, así que sus calificaciones no se actualizaron. Pregunte al servicio por qué.",
    ]);
    const failed = withCounts({ known: 4, failed: 2, missing: 1 });
    expect([problemIn(failed, inEnglish), problemIn(failed, inSpanish)]).toEqual([
      'Of 4 wallets, 2 failed and 1 were missing from the service\'s answers, in three attempts each. Check the service, then start a run with "vigia scan run --project 1 --stage dev".',
      'De 4 billeteras, 2 fallaron y 1 no estaban en las respuestas del servicio, en tres intentos cada una. Revise el servicio y luego inicie otro escaneo con "vigia scan run --project 1 --stage dev".',
    ]);
    expect(problemIn(withCounts({ known: 4, completed: 4 }), inSpanish)).toBe("");
  });

  it("stays in English in what programs read", () => {
    const { event } = scanProblem({ ...RUN, cause: { kind: "no-api-key" } }, toSpanish);
    expect([...event.subjects()]).toMatchObject([
      {
        problem:
          'No API key is set for project 1: run "vigia secrets set --project 1 --kind api-key --stage dev".',
      },
    ]);
  });
});

it("says why a run is stuck in both languages, the error in its own words", () => {
  const cause = { kind: "dead-letter", shard: 3, reason: "TimeoutError: no answer" } as const;
  expect(stuckIn(cause, inEnglish)).toBe(
    "The message of shard 3 failed too often and was moved to the dead-letter queue (TimeoutError: no answer).",
  );
  const { email } = shown(scanStuck(RUN, cause, toSpanish));
  expect(email).toContain(
    'El mensaje de la parte 3 falló demasiadas veces y quedó entre los mensajes fallidos (TimeoutError: no answer). Busque sus mensajes con "vigia dlq list --stage dev"',
  );
});
