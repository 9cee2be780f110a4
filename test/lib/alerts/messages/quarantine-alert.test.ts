import { describe, expect, it } from "vitest";
import { quarantineAlert } from "../../../../lib/alerts/messages/quarantine-alert.ts";
import { shown } from "../../../support/shown-message.ts";
import { sixQuarantined, UNREADABLE_CASE } from "../invented.ts";
import { origin } from "../one-chain.ts";

const { alertId: _, ...operations } = origin;

// docs/reference/messages.md has its full text, which test/readme.test.ts compares.
describe("the message about bodies in quarantine", () => {
  it("is the same for officers and operations, but for the record's reference", () => {
    const [officers, engineers] = [origin, operations].map(
      (to) => shown(quarantineAlert(sixQuarantined(), UNREADABLE_CASE, to)).email,
    );
    expect(officers).toContain(`  Reference ${origin.alertId}\n`);
    expect(officers?.replace(`  Reference ${origin.alertId}\n`, "")).toBe(engineers);
  });

  it("passes a filter by any risk or country, since a flag may be in what cannot be read", () => {
    const { attributes } = quarantineAlert(sixQuarantined(), UNREADABLE_CASE, origin);
    expect(attributes).toEqual({ kind: "quarantine", risk: "illegal", projectId: 1, countries: ["*"] });
  });

  it("counts all that came since the first, and names twenty", () => {
    const [first] = sixQuarantined();
    if (first === undefined) throw new Error("There is no invented body.");
    const later = Array.from({ length: 24 }, (_, n) => ({
      ...first,
      key: `1#quarantined#later-${n}`,
      receivedAt: "2025-08-20T06:00:00.000Z",
    }));
    const { subject, email, slack } = shown(quarantineAlert([...later, first], UNREADABLE_CASE, origin));
    expect(subject).toBe("[QUARANTINE] 25 unreadable messages in project 1");
    expect(email).toContain("\nSince:  2025-08-20 05:01:00 UTC\n");
    expect(email).toContain(`
 1. 1#quarantined#later-0
    Received:  2025-08-20 06:00:00 UTC
    Errors:    data.inflictedLaws.0: expected an object

 2. 1#quarantined#later-1
`);
    expect(email).toContain("\n... and 5 more.\n");
    expect(slack.description).toContain("\n• `1#quarantined#later-0`, received 2025-08-20 06:00:00 UTC\n");
    expect(email).toContain("vigia notifications list --kind quarantined --project 1 --stage dev");
  });
});
