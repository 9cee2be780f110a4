import { describe, expect, it } from "vitest";
import { serviceErrorAlert } from "../../../../lib/alerts/messages/service-error-alert.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH } from "../../../support/translators.ts";

const ORIGIN = { stage: "dev", projectId: 1, desk: "https://desk.example", translator: ENGLISH };

const ERROR = { key: "1#error#d-1", receivedAt: "2026-03-01T12:05:00.000Z" };

describe("the message about an error of the service", () => {
  it("leads to the error, tells nothing of its text, and says where the others of the hour are counted", () => {
    const { subject, email } = shown(serviceErrorAlert(ERROR, ORIGIN));
    expect(subject).toBe("[SERVICE ERROR] The service reported an error - project 1");
    expect(email).toBe(`The service reported an error in its monitoring of project 1.

It was received 2026-03-01 12:05:00 UTC.
Further errors of this hour trigger no message; the daily brief counts them.
Notifications may be late or missing. This message leaves the service's text out, since it may name a person. Read it as shown below, and ask the service's support.

Look closer
  https://desk.example/n/1.error.d-1
  vigia notifications list --kind error --project 1 --stage dev
`);
  });

  it("has its record's reference for officers, and passes their filter by risk", () => {
    const message = serviceErrorAlert(ERROR, { ...ORIGIN, alertId: "an-alert" });
    expect(shown(message).email).toContain("\n  Reference an-alert\n");
    expect(message.attributes).toEqual({ kind: "service-error", projectId: 1, risk: "illegal" });
    expect(serviceErrorAlert(ERROR, ORIGIN).attributes).toEqual({ kind: "service-error", projectId: 1 });
  });
});
