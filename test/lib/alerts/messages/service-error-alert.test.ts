/** Alerts for operations about errors that the service reports, from their delivery on. */

import { expect, it } from "vitest";
import {
  forOfficers,
  groupsOf,
  isForOperations,
  operationsMessageOf,
} from "../../../../lib/alerts/webhook-alerts.ts";
import type { Recorded } from "../../../../lib/intake/recording.ts";
import { readBodyAt, recordedNew } from "../../../support/deliveries.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const ORIGIN = { stage: "dev", projectId: 1, desk: "https://desk.example", translator: ENGLISH };

/** An error as it is recorded when it comes. */
function reported(deliveryId: string, receivedAt: string): Recorded {
  const body = JSON.stringify({ type: "error", data: "The record of Ana Invented failed." });
  const read = readBodyAt(receivedAt, body, { deliveryId });
  return recordedNew(read, { alertDue: read.item.alert.state === "pending" });
}

const ERRORS = [reported("d-1", "2026-03-01T12:00:00.000Z"), reported("d-2", "2026-03-01T12:05:00.000Z")];

it("is owed to operations, one message for all errors of a project, and to no officer", () => {
  const [group, ...others] = groupsOf(ERRORS.filter(({ alertDue }) => alertDue));
  expect(others).toEqual([]);
  if (group === undefined) throw new Error("Nothing is owed.");
  expect(group.recorded).toHaveLength(2);
  expect(isForOperations(group)).toBe(true);
  expect(forOfficers(group)).toEqual([]);
  const { subject, email, attributes } = operationsMessageOf(group, ORIGIN);
  expect(subject).toBe("[SERVICE ERROR] 2 errors reported by the service - project 1");
  expect(email).toBe(`The service reported 2 errors in its monitoring of project 1.
The newest was received 2026-03-01 12:05:00 UTC.

Notifications may be late or missing. This message leaves the service's text out, since it may name a person. Read it with the command below, and ask the service's support.

Look closer
  https://desk.example/notification?name=1%23error-d-2
  vigia notifications list --kind error --project 1 --stage dev
`);
  expect(attributes).toEqual({ kind: "service-error", projectId: 1 });
});

it("carries no text of an error, which may name a person, in any form or language", () => {
  const [group] = groupsOf(ERRORS);
  if (group === undefined) throw new Error("Nothing is owed.");
  for (const translator of [ENGLISH, SPANISH]) {
    const { event, ...message } = operationsMessageOf(group, { ...ORIGIN, translator });
    expect(JSON.stringify([message, ...event.subjects()])).not.toMatch(/Ana|Invented/);
  }
});
