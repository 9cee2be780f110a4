/** What AWS would refuse half-way through a deployment is refused before it, in a sentence. */

import { describe, expect, test } from "vitest";
import { checkRegion } from "../../infra/limits.ts";
import { readSettings } from "../../lib/settings/settings.ts";
import { synthesize } from "./synthesized.ts";

function projects(count: number): string {
  return JSON.stringify(Array.from({ length: count }, (_, index) => ({ id: index + 1, mexico: true })));
}

describe("a stage", () => {
  test("takes as many projects as Lambda's environment holds, and says so beyond", () => {
    expect(() => synthesize({ projects: projects(50) })).not.toThrow();
    expect(() => synthesize({ projects: projects(120) })).toThrow(
      /^The settings do not fit into one stage: the environment of \w+ would take up to \d{4} bytes, 3\d{3} of them for projects, and Lambda gives it 4096\. Deploy some of the projects as a stage of their own\.$/,
    );
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
    [{ slack }, "us-gov-west-1", "AWS connects no Slack channels from the region us-gov-west-1"],
    [{ api }, "eu-west-1", "the certificate is in us-east-1, and the stack goes to eu-west-1"],
  ])("that lacks what the settings %j ask for is refused: %s", (context, region, words) => {
    expect(() => checkRegion(readSettings(context), region)).toThrow(words);
  });

  test("that has it all, or is not known yet, is taken", () => {
    expect(() => checkRegion(readSettings({ api, slack }), "us-east-1")).not.toThrow();
    expect(() => checkRegion(readSettings({ api, slack }), undefined)).not.toThrow();
    expect(() => checkRegion(readSettings({}), "mx-central-1")).not.toThrow();
  });
});
