import { expect, it } from "vitest";
import { unknownKeyAlert } from "../../../../lib/alerts/messages/unknown-key-alert.ts";
import { shown } from "../../../support/shown-message.ts";
import { origin } from "../one-chain.ts";

// docs/reference/messages.md has its full text, which test/readme.test.ts compares.
it("names the key, and links nothing", () => {
  const { subject, email } = shown(unknownKeyAlert("data.overallRisk", origin));
  expect(subject).toBe("[UNKNOWN KEY] A key that the contract does not have - project 1");
  expect(email).toContain("\nKey\n  data › overallRisk\n");
});

it("cuts a key of any length, and masks what looks personal", () => {
  const key = `https://evil.example.ana@example.com.${"x".repeat(500)}`;
  const { email, event } = shown(unknownKeyAlert(key, origin));
  expect(email).not.toMatch(/evil\.example|ana@|x{120}/);
  expect(JSON.stringify(event)).not.toMatch(/ana@|x{120}/);
});
