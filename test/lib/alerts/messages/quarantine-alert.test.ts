import { describe, expect, it } from "vitest";
import { illegalQuarantineAlert, quarantineAlert } from "../../../../lib/alerts/messages/quarantine-alert.ts";
import type { StoredNotification } from "../../../../lib/intake/notifications/notification-schema.ts";
import { compressBody } from "../../../../lib/intake/notifications/raw-body.ts";
import { origin } from "../one-chain.ts";

function quarantined(risk: "none" | "illegal"): StoredNotification {
  return {
    key: "1#quarantined-AAAAAAAAAAAAAAAAAAAAAA",
    version: "first",
    kind: "quarantined",
    risk,
    projectId: 1,
    id: "quarantined-AAAAAAAAAAAAAAAAAAAAAA",
    laws: [],
    issues: [{ path: "data.inflictedLaws.0.risk", is: "oneOf", values: ['"warn"', '"illegal"'] }],
    receivedAt: "2025-08-20T05:11:02.000Z",
    repeats: 0,
    alert: { state: "pending" },
    delivery: "a-delivery",
    content: "AAAAAAAAAAAAAAAAAAAAAA",
    raw: new Uint8Array(),
    expiresAt: 0,
  };
}

describe("the alert about quarantined webhooks", () => {
  // The README has its full text, which test/readme.test.ts compares.
  it("names the project to operations", () => {
    const { subject, attributes } = quarantineAlert([quarantined("none")], origin);
    expect(subject).toBe("[QUARANTINE] 1 unreadable message in project 1");
    expect(attributes).toEqual({ countries: ["*"], kind: "quarantine", risk: "none", projectId: 1 });
  });

  it("alerts the officer where a law in it says illegal, in Slack too", () => {
    const { subject, slack, attributes } = illegalQuarantineAlert([quarantined("illegal")], origin);
    expect(subject).toBe("[ILLEGAL] 1 unreadable message mentions illegal - project 1");
    expect(slack).toEqual({
      title:
        "1 message from the service in project 1 could not be read, but it says “illegal” of at least one law.",
      description: `\`1#quarantined-AAAAAAAAAAAAAAAAAAAAAA\`, received 2025-08-20 05:11:02 UTC
Vigía keeps the message whole. Open it as shown below, and decide by its contents.`,
      nextSteps: [
        "Look closer: `vigia notifications list --stage dev`",
        "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
      ],
      threadId: "quarantine-1",
    });
    expect(attributes.risk).toBe("illegal");
  });

  it("names the countries of the laws in all bodies, and that there may be others", () => {
    const saying = (...laws: object[]) => ({
      ...quarantined("illegal"),
      raw: compressBody(Buffer.from(JSON.stringify({ data: { inflictedLaws: laws } }))),
    });
    const bodies = [
      saying({ name: "LFPIORPI", countryCode: "MX", risk: "illegal" }),
      // A risk that is not known, a warning, and a country of an odd type.
      saying(
        { name: "Lei 9613", countryCode: "BR", risk: "grave" },
        { name: "A", countryCode: "US", risk: "warn" },
      ),
      saying({ name: "B", countryCode: 7, risk: "illegal" }),
    ];
    expect(illegalQuarantineAlert(bodies, origin).attributes.countries).toEqual(["BR", "MX", "*"]);
  });

  it("advises the officer to read all of several bodies", () => {
    const { email, slack } = illegalQuarantineAlert(Array(7).fill(quarantined("illegal")), origin);
    const advice = "Vigía keeps the messages whole. Open them as shown below, and decide by their contents.";
    expect(email).toContain(`\n\n${advice}\n`);
    expect(slack.description.split("\n").at(-1)).toBe(advice);
  });

  it("says nothing of more where all are listed", () => {
    const { email, slack } = quarantineAlert(Array(5).fill(quarantined("none")), origin);
    expect(`${email}${slack.description}`).not.toContain("more.");
  });

  it("is one message for many bodies", () => {
    const { email } = quarantineAlert(
      Array.from({ length: 25 }, () => quarantined("none")),
      origin,
    );
    expect(email).toContain("  ... and 5 more.");
    expect(email).toContain("vigia notifications list --kind quarantined --project 1 --stage dev");
  });
});
