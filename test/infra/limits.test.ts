/** Settings that AWS would refuse half-way through a deployment are refused before it, in a sentence. */

import { Token } from "aws-cdk-lib";
import { describe, expect, test } from "vitest";
import { checkLimits, checkNode } from "../../infra/constructs/deployment-limits.ts";
import { fitEnvironment } from "../../infra/constructs/function-environment.ts";
import { settingsFrom, type VigiaProps } from "../../lib/settings/settings.ts";
import { resourceOf, resourcesOf, synthesize } from "./synthesized.ts";

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

  test("takes the longest lists of people and laws with a desk: what has no room is beside the code", () => {
    const emails = (mailbox: string) =>
      Array.from({ length: 50 }, (_, index) => `${mailbox}.${index}@company.example`);
    const law = {
      countryCode: "GT",
      within: { kind: "hours", hours: 48 } as const,
      source: "the opinion of counsel, ".repeat(4),
    };
    const full = synthesize({
      desk: true,
      alertEmails: emails("officer"),
      operationsEmails: emails("engineer"),
      escalationEmails: emails("head"),
      deadlines: Array.from({ length: 20 }, (_, index) => ({
        ...law,
        law: `Ley ${index}`,
        readOn: "2026-02-01",
      })),
    });
    for (const [name, { Properties }] of resourcesOf(full, "AWS::Lambda::Function")) {
      const bytes = JSON.stringify(Properties["Environment"].Variables).length;
      expect([name, bytes <= 4_096]).toEqual([name, true]);
    }
    expect(String(full.Outputs["Subscribers"]?.Value).length).toBeLessThanOrEqual(4_096);
  });

  test("puts the lists beside the code if they do not fit into an environment together with the names of resources", () => {
    const environment = { STAGE: "dev", TABLE: Token.asString({ Ref: "Users" }) };
    expect(fitEnvironment({ ...environment, PROJECTS: "[]" })).toEqual({
      environment: { ...environment, PROJECTS: "[]" },
    });
    const lists = { PROJECTS: JSON.stringify(["x".repeat(4_000)]), SUBSCRIBERS: "{}" };
    expect(fitEnvironment({ ...environment, ...lists })).toEqual({ environment, inFile: lists });
  });

  test.each([
    ["Vigia-laws", { desk: true }, "The name of the stage laws holds aws, which Cognito reserves"],
    ["Vigia-Amazonas", { desk: {} }, "The name of the stage Amazonas holds Amazon, which Cognito reserves"],
    [`Vigia-${"a".repeat(45)}`, {}, "has 45 characters, and the names of its resources have room for 44"],
  ])("of the stack %s with %j is refused by its name", (stack, props, words) => {
    expect(() => checkLimits(settingsFrom(props, stack), {})).toThrow(words);
  });

  test("may be named so where no user pool of the stack has its name", () => {
    const issuer = { issuer: "https://sign-in.company.example", clientId: "vigia" };
    expect(() => checkLimits(settingsFrom({}, "Vigia-laws"), {})).not.toThrow();
    expect(() => checkLimits(settingsFrom({ desk: issuer }, "Vigia-laws"), {})).not.toThrow();
    expect(() => checkLimits(settingsFrom({}, "a".repeat(44)), {})).not.toThrow();
  });

  test("has room in a secret for a hundred projects in the middle of a rotation", () => {
    const value = { value: "x".repeat(128), until: "2026-03-01T00:00:00.000Z" };
    const rotating = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [String(999_900 + index), [value, value]]),
    );
    expect(JSON.stringify(rotating).length).toBeLessThan(65_536);
  });
});

test("an app on an older Node is told which one it takes", () => {
  expect(() => checkNode("20.20.2")).toThrow(
    "Vigía needs Node 24 or later, and this app runs on Node 20.20.2",
  );
  for (const version of ["24.0.0", "26.1.0"]) expect(() => checkNode(version)).not.toThrow();
});

describe("a region", () => {
  const api = {
    domainName: "vigia.company.example",
    certificateArn: "arn:aws:acm:us-east-1:000000000000:certificate/00000000-0000-0000-0000-000000000000",
  };
  const slack = { workspaceId: "T01", channelId: "C01" };
  const usersKeyArn = "arn:aws:kms:us-east-1:000000000000:key/00000000-0000-0000-0000-000000000000";
  const tables = { users: "users", usersKeyArn };

  test.each([
    [{}, "us-gov-west-1", "us-gov-west-1 is in another partition"],
    [{}, "cn-north-1", "cn-north-1 is in another partition"],
    [{}, "eusc-de-east-1", "eusc-de-east-1 is in another partition"],
    [
      { desk: { userPoolId: "us-east-1_AbCdEf123" } },
      "eu-west-1",
      "desk.userPoolId: the user pool is in us-east-1",
    ],
    [{ api }, "eu-west-1", "the certificate is in us-east-1, and the stack goes to eu-west-1"],
    [{ tables }, "eu-west-1", "tables.usersKeyArn: the key is in us-east-1, and the stack goes to eu-west-1"],
    [{}, "us-east-1a", "env.region: us-east-1a is no region of AWS: write one such as us-east-1."],
    [{}, "virginia", "env.region: virginia is no region of AWS"],
  ] satisfies [VigiaProps, string, string][])(
    "that lacks what %j asks for is refused: %s",
    (props, region, words) => {
      expect(() => checkLimits(settingsFrom(props, "Vigia-dev"), { region })).toThrow(words);
    },
  );

  test("that has it all, or is not known yet, is taken", () => {
    expect(() =>
      checkLimits(settingsFrom({ api, slack, tables }, "Vigia-dev"), { region: "us-east-1" }),
    ).not.toThrow();
    expect(() => checkLimits(settingsFrom({ api, slack, tables }, "Vigia-dev"), {})).not.toThrow();
    for (const region of ["mx-central-1", "ap-east-2"])
      expect(() => checkLimits(settingsFrom({}, "Vigia-dev"), { region })).not.toThrow();
    const desk = { userPoolId: "us-east-1_AbCdEf123" };
    expect(() => checkLimits(settingsFrom({ desk }, "Vigia-dev"), { region: "us-east-1" })).not.toThrow();
  });
});

describe("an account", () => {
  const env = { account: "111122223333", region: "us-east-1" };
  const domain = (account: string) => ({
    domainName: "vigia.company.example",
    certificateArn: `arn:aws:acm:us-east-1:${account}:certificate/00000000-0000-0000-0000-000000000000`,
  });

  test("that is not 12 digits is refused", () => {
    for (const account of ["12345678901", "prod"])
      expect(() => synthesize({ env: { account } })).toThrow(
        `env.account: ${account} is no account of AWS: write its 12 digits.`,
      );
  });

  test("other than that of a certificate is refused, for the endpoints and for the desk", () => {
    const words =
      "the certificate is in the account 000000000000, and the stack goes to 111122223333: create a certificate in 111122223333.";
    expect(() => synthesize({ env, api: domain("000000000000") })).toThrow(`api.certificateArn: ${words}`);
    expect(() => synthesize({ env, desk: { domain: domain("000000000000") } })).toThrow(
      `desk.domain.certificateArn: ${words}`,
    );
  });

  test("of the certificate, and one that is not known yet, are taken", () => {
    const taken = (props: VigiaProps, account?: string) =>
      expect(() => checkLimits(settingsFrom(props, "Vigia-dev"), { account })).not.toThrow();
    taken({ api: domain("111122223333") }, "111122223333");
    taken({ api: domain("111122223333") });
    taken(
      { api: { ...domain("1"), certificateArn: Token.asString({ Ref: "Certificate" }) } },
      "111122223333",
    );
  });
});
