import { describe, expect, it } from "vitest";
import { serviceErrorAlert } from "../../../../lib/alerts/messages/service-error-alert.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH } from "../../../support/translators.ts";

const ORIGIN = { stage: "dev", projectId: 1, desk: "https://desk.example", translator: ENGLISH };

const ERRORS = [
  { key: "1#error#d-2", receivedAt: "2026-03-01T12:05:00.000Z" },
  { key: "1#error#d-1", receivedAt: "2026-03-01T12:00:00.000Z" },
];

describe("the message about errors of the service", () => {
  it("counts the errors, leads to the newest, and tells nothing of their text", () => {
    const { subject, email } = shown(serviceErrorAlert(ERRORS, ORIGIN));
    expect(subject).toBe("[SERVICE ERROR] 2 errors reported by the service - project 1");
    expect(email).toBe(`The service reported 2 errors in its monitoring of project 1.

The newest was received 2026-03-01 12:05:00 UTC.
Notifications may be late or missing. This message leaves the service's text out, since it may name a person. Read it as shown below, and ask the service's support.

Look closer
  https://desk.example/notification?name=1%23error%23d-2
  vigia notifications list --kind error --project 1 --stage dev
`);
  });

  it("has its record's reference for officers, and passes their filter by risk", () => {
    const message = serviceErrorAlert(ERRORS, { ...ORIGIN, alertId: "an-alert" });
    expect(shown(message).email).toContain("\n  Reference an-alert\n");
    expect(message.attributes).toEqual({ kind: "service-error", projectId: 1, risk: "illegal" });
    expect(serviceErrorAlert(ERRORS, ORIGIN).attributes).toEqual({ kind: "service-error", projectId: 1 });
  });

  it("is not written about nothing", () => {
    expect(() => serviceErrorAlert([], ORIGIN)).toThrow("An alert about errors needs at least one error.");
  });
});
