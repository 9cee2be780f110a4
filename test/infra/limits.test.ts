/** Settings that AWS would refuse half-way through a deployment are refused before it, in a sentence. */

import { describe, expect, test } from "vitest";
import { checkRegion } from "../../infra/constructs/deployment-limits.ts";
import { settingsFrom } from "../../lib/settings/settings.ts";
import { resourceOf, synthesize } from "./synthesized.ts";

function projects(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, mexico: true }));
}

describe("a stage", () => {
  /** Ids as long as those of a service with a million projects, all of them with Mexican compliance. */
  const hundred = Array.from({ length: 100 }, (_, index) => ({ id: 999_900 + index, mexico: true }));

  test("takes a hundred projects with a desk", () => {
    const { Resources, Outputs } = synthesize({
      projects: hundred,
      desk: true,
      escalationEmails: ["head@company.example"],
    });
    expect(Object.keys(Resources).length).toBeLessThan(500);
    expect(Outputs["Projects"]?.Value).toBe(JSON.stringify(hundred));
    const variables = (name: string) =>
      resourceOf({ Resources, Outputs }, "AWS::Lambda::Function", name)["Environment"].Variables;
    expect(variables("ServeDesk")).not.toHaveProperty("PROJECTS");
  });

  test("says so beyond what an output of a stack holds", () => {
    expect(() => synthesize({ projects: projects(200) })).toThrow(
      /^The settings do not fit into one stage: the list of projects takes \d{4} bytes, and CloudFormation allows an output 4096\. Deploy some of the projects as a stage of their own\.$/,
    );
  });

  test("has room in a secret for a hundred projects in the middle of a rotation", () => {
    const value = { value: "x".repeat(128), until: "2026-03-01T00:00:00.000Z" };
    const rotating = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [String(999_900 + index), [value, value]]),
    );
    expect(JSON.stringify(rotating).length).toBeLessThan(65_536);
  });
});

describe("a region", () => {
  const api = {
    domainName: "vigia.company.example",
    certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000",
  };
  const slack = { workspaceId: "T01", channelId: "C01" };

  test.each([
    [{}, "ap-east-2", "AWS has no HTTP APIs in the region ap-east-2"],
    [{}, "us-gov-west-1", "us-gov-west-1 is in another partition"],
    [{}, "cn-north-1", "cn-north-1 is in another partition"],
    [{}, "eusc-de-east-1", "eusc-de-east-1 is in another partition"],
    [{ api }, "eu-west-1", "the certificate is in us-east-1, and the stack goes to eu-west-1"],
  ])("that lacks what the settings %j ask for is refused: %s", (context, region, words) => {
    expect(() => checkRegion(settingsFrom(context, "Vigia-dev"), region)).toThrow(words);
  });

  test("that has it all, or is not known yet, is taken", () => {
    expect(() => checkRegion(settingsFrom({ api, slack }, "Vigia-dev"), "us-east-1")).not.toThrow();
    expect(() => checkRegion(settingsFrom({ api, slack }, "Vigia-dev"), undefined)).not.toThrow();
    expect(() => checkRegion(settingsFrom({}, "Vigia-dev"), "mx-central-1")).not.toThrow();
  });
});
