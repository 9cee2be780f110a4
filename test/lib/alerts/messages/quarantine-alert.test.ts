import { describe, expect, it } from "vitest";
import { quarantineAlert } from "../../../../lib/alerts/messages/quarantine-alert.ts";
import { unknownKeysAlert } from "../../../../lib/alerts/messages/unknown-keys-alert.ts";
import { shown } from "../../../support/shown-message.ts";
import { quarantineOf, sixQuarantined } from "../invented.ts";
import { origin } from "../one-chain.ts";

const { alertId: _, ...operations } = origin;

// docs/reference/messages.md has its full text, which test/readme.test.ts compares.
describe("the message about bodies in quarantine", () => {
  it("is the same for officers and operations, but for the record's reference", () => {
    const [officers, engineers] = [origin, operations].map(
      (to) => shown(quarantineAlert(quarantineOf(sixQuarantined()), to)).email,
    );
    expect(officers).toContain(`  Reference ${origin.alertId}\n`);
    expect(officers?.replace(`  Reference ${origin.alertId}\n`, "")).toBe(engineers);
  });

  it("passes a filter by any risk or country, since a flag may be in what cannot be read", () => {
    const { attributes } = quarantineAlert(quarantineOf(sixQuarantined()), origin);
    expect(attributes).toEqual({ kind: "quarantine", risk: "illegal", projectId: 1, countries: ["*"] });
  });

  it("counts all that came since the first, and names those that it is about", () => {
    const bodies = sixQuarantined().slice(0, 2);
    const { subject, email, slack } = shown(
      quarantineAlert({ bodies, count: 40, since: "2025-08-19T23:00:00.000Z" }, origin),
    );
    expect(subject).toBe("[QUARANTINE] 40 unreadable messages in project 1");
    expect(email).toContain("\nSince:  2025-08-19 23:00:00 UTC\n");
    expect(email).toContain(`
 1. 1#quarantined#1
    Received:  2025-08-20 05:01:00 UTC
    Errors:    data.inflictedLaws.0: expected an object

 2. 1#quarantined#2
`);
    expect(email).toContain("\n... and 38 more.\n");
    expect(slack.description).toContain("\n• `1#quarantined#1`, received 2025-08-20 05:01:00 UTC\n");
    expect(email).toContain("vigia notifications list --kind quarantined --project 1 --stage dev");
  });
});

describe("the message about unknown keys", () => {
  it("names the keys, says that the body is whole, and what to do", () => {
    const { subject, email } = shown(unknownKeysAlert(["data.overallRisk", "data.laws.0.level"], operations));
    expect(subject).toBe("[UNKNOWN KEYS] 2 keys that the contract does not have - project 1");
    expect(email).toBe(`The service sent 2 keys that Vigía does not know in project 1.

Keys
  data › overallRisk
  data › laws › 0 › level

The message was accepted and stored whole, and alerts went out as usual. What these keys say is in no alert. Read one of the messages, and tell the maintainers of Vigía if it matters.

Look closer
  vigia notifications list --project 1 --stage dev
`);
  });

  it("names twenty keys at most, cut, masked and without links", () => {
    const keys = Array.from(
      { length: 30 },
      (_, n) => `${n}.https://evil.example.ana@example.com.${"x".repeat(500)}`,
    );
    const { email, event } = shown(unknownKeysAlert(keys, operations));
    expect(email).toContain("  ... and 10 more.\n");
    expect(email).not.toMatch(/evil\.example|ana@|x{120}/);
    expect(JSON.stringify(event)).not.toMatch(/ana@|x{120}/);
  });
});
