/** CDK's own rules and cdk-nag's judge the template, and a violation fails the synthesis. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CfnResource, Validations } from "aws-cdk-lib";
import { Queue } from "aws-cdk-lib/aws-sqs";
import { BUNDLING_STACKS } from "aws-cdk-lib/cx-api";
import { AwsSolutionsChecks } from "cdk-nag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import cdkJson from "../../cdk.json" with { type: "json" };
import type { VigiaStackProps } from "../../infra/vigia.ts";
import { buildApp } from "../support/assembly/app.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vigia-rules-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function build(name: string, props: VigiaStackProps = {}) {
  const context = { ...cdkJson.context, [BUNDLING_STACKS]: [] };
  const built = buildApp({ props, context, outdir: join(folder, name), rules: true });
  Validations.of(built.app).addPlugins(new AwsSolutionsChecks(built.app));
  return built;
}

describe("the rules", () => {
  test("are kept, with every part that a setting can add", () => {
    const { app } = build("all", {
      env: { account: "000000000000", region: "us-east-1" },
      tags: { team: "risk" },
      slack: { workspaceId: "T01", channelId: "C01", operationsChannelId: "C02" },
      api: {
        domainName: "vigia.company.example",
        certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000",
      },
      alertEmails: ["officer@x.example"],
      escalationEmails: ["head@x.example"],
      desk: true,
      backups: true,
    });
    expect(() => app.synth()).not.toThrow();
  });

  test("of cdk-nag and of CloudFormation fail a synthesis that breaks one of each", () => {
    const { app, stack } = build("broken");
    new Queue(stack, "OpenQueue");
    new CfnResource(stack, "Odd", { type: "AWS::SNS::Topic", properties: { NoSuchProperty: 1 } });
    let report = "";
    try {
      app.synth();
    } catch (error) {
      report = String(error);
    }
    expect(report).toContain("AwsSolutions-SQS4");
    expect(report).toContain("NoSuchProperty");
  });

  test("warn of an endpoint without authentication", () => {
    expect(warnings("open", { inbound: { authentication: "none" } })).toContainEqual(
      expect.stringContaining('inbound.authentication is "none"'),
    );
  });

  test("warn while no subscriber is alerted to illegal transactions, or to trouble", () => {
    expect(warnings("nobody")).toEqual([
      expect.stringContaining("No one is alerted to flagged transactions in stage dev"),
      expect.stringContaining("No one is alerted to failures of stage dev itself"),
    ]);
    const people = { alertEmails: ["officer@x.example"], operationsEmails: ["engineer@x.example"] };
    expect(warnings("somebody", people)).toEqual([]);
    expect(warnings("engineers", { operationsEmails: people.operationsEmails })).toHaveLength(1);
  });

  test("name the day on which the clocks skip the time of the scan", () => {
    const people = { alertEmails: ["officer@x.example"], operationsEmails: ["engineer@x.example"] };
    const settings = { ...people, timeZone: "America/Tijuana", scan: { schedule: "cron(30 2 * * ? *)" } };
    expect(warnings("skipped", settings)).toEqual([
      expect.stringMatching(
        /^No scan starts on \d{4}-03-\d\d at 02:30, because the clocks of America\/Tijuana skip that time, /,
      ),
    ]);
  });
});

function warnings(name: string, props: VigiaStackProps = {}): string[] {
  const { metadata } = build(name, props).stack.vigia.node;
  return metadata.filter(({ type }) => type === "aws:cdk:warning").map(({ data }) => String(data));
}
