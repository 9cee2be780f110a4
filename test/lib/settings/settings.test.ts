import { describe, expect, test } from "vitest";
import { settingsFrom, type VigiaProps } from "../../../lib/settings/settings.ts";

const read = (props: VigiaProps) => settingsFrom(props, "Vigia-prod");

/** As a JavaScript caller hands them over, whom no type holds back. */
function untyped(json: string): VigiaProps {
  return JSON.parse(json);
}

const ownIssuer = { issuer: "https://login.company.example", clientId: "vigia-desk" };

describe("settings", () => {
  test("deploy as they are, with no property at all", () => {
    expect(read({})).toEqual({
      stage: "prod",
      projects: [{ id: 1, mexico: false }],
      alertEmails: [],
      operationsEmails: [],
      escalationEmails: [],
      language: "en",
      timeZone: "America/Mexico_City",
      currencies: ["MXN"],
      retentionYears: 10,
      logRetentionDays: 90,
      deadlines: [],
      service: { baseUrl: "https://api.wavynode.com/v1", explorerHosts: [] },
      inbound: { authentication: "signature", maximumConcurrency: 2 },
      throttle: { rate: 100 },
      scan: {
        schedule: "cron(0 4 * * ? *)",
        alertAbove: 60,
        maxDepth: 3,
        addressesPerRequest: 10,
        maximumConcurrency: 2,
      },
      tables: {},
    });
  });

  test("take the stage from the stack's name, or the name of a company's own stack", () => {
    expect(settingsFrom({}, "Vigia-eu-prod").stage).toBe("eu-prod");
    expect(settingsFrom({}, "Payments").stage).toBe("Payments");
  });

  test("have a desk where it is true or has properties, and none where it is false or absent", () => {
    const userLink = "https://back.company.example/{userId}";
    const desks = [true, {}, { userLink }, false, undefined].map((desk) => read({ desk }).desk);
    expect(desks).toEqual([{}, {}, { userLink }, undefined, undefined]);
  });

  test("refuse one domain for the desk and the endpoints, which API Gateway maps once", () => {
    const domain = (domainName: string) => ({
      domainName,
      certificateArn: "arn:aws:acm:us-east-1:111122223333:certificate/1111-2222",
    });
    const api = domain("vigia.company.example");
    expect(() => read({ api, desk: { domain: api } })).toThrow(
      "desk.domain.domainName: expected another domain for the desk than for the endpoints",
    );
    expect(read({ api, desk: { domain: domain("desk.company.example") } }).api).toEqual({
      ...api,
      keepOwnAddress: false,
    });
  });

  test("count no project that left among those that none authenticates", () => {
    const projects = [{ id: 1 }, { id: 2, retired: true }];
    expect(read({ inbound: { authentication: "none" }, projects }).projects).toEqual([
      { id: 1, mexico: false },
      { id: 2, mexico: false, retired: true },
    ]);
  });

  test("add deadlines of laws, and refuse invalid ones", () => {
    const rule = { countryCode: "GT", law: "Ley LD", source: "counsel", readOn: "2026-02-01" };
    const hours = { ...rule, within: { kind: "hours", hours: 48 } as const };
    expect(read({ deadlines: [hours] }).deadlines).toEqual([hours]);
    for (const within of [
      { kind: "hours", hours: 0 },
      { kind: "day-of-next-month", day: 29, timeZone: "UTC" },
      { kind: "day-of-next-month", day: 3, timeZone: "x" },
    ] as const) {
      expect(() => read({ deadlines: [{ ...rule, within }] })).toThrow(/deadlines\.0\.within/);
    }
    expect(() => read({ deadlines: [{ ...hours, readOn: "2026-02-30" }] })).toThrow(
      "deadlines.0.readOn: expected a date as YYYY-MM-DD",
    );
    expect(() => read({ deadlines: [hours, { ...hours, countryCode: "gt", law: "LEY LD" }] })).toThrow(
      "deadlines: expected each law of a country once",
    );
  });

  test("take a deadline of a country as ISO 3166 has it, in any case, and CLF among currencies", () => {
    const rule = {
      law: "Ley LD",
      within: { kind: "hours", hours: 48 } as const,
      source: "counsel",
      readOn: "2026-02-01",
    };
    for (const countryCode of ["GB", "cl"])
      expect(read({ deadlines: [{ ...rule, countryCode }] }).deadlines).toEqual([{ ...rule, countryCode }]);
    for (const countryCode of ["UK", "XX"])
      expect(() => read({ deadlines: [{ ...rule, countryCode }] })).toThrow(
        "deadlines.0.countryCode: expected a country's code of ISO 3166, such as MX, and GB for the United Kingdom",
      );
    expect(read({ currencies: ["MXN", "CLF"] }).currencies).toEqual(["MXN", "CLF"]);
  });

  test("refuse an issuer with a query or fragment, and a password in any address of the desk", () => {
    for (const issuer of ["https://x.example/a?b=1", "https://x.example/#a", "https://u:p@x.example"])
      expect(() => read({ desk: { issuer, clientId: "vigia" } })).toThrow(
        "desk.issuer: expected a URL without a user, password, query or fragment",
      );
    expect(() => read({ desk: { userLink: "https://u:p@x.example/{userId}" } })).toThrow(
      "desk.userLink: expected a URL without a user or password",
    );
    const userLink = "https://back.company.example/@all?user={userId}#risk";
    expect(read({ desk: { userLink } }).desk).toEqual({ userLink });
  });

  test("take an https service, and an http one on this machine alone", () => {
    expect(read({ service: { baseUrl: "http://127.0.0.1:3001/v1" } }).service.baseUrl).toContain("127");
    expect(() => read({ service: { baseUrl: "http://example.com" } })).toThrow(
      "service.baseUrl: expected an https URL",
    );
    for (const baseUrl of ["https://u:p@x.example", "https://x.example/v1?key=1", "https://x.example/v1#a"])
      expect(() => read({ service: { baseUrl } })).toThrow(
        "service.baseUrl: expected a URL without a user, password, query or fragment",
      );
  });

  test("say once what is wrong with an address", () => {
    expect(() => read({ alertEmails: ["nope"] })).toThrow(
      /invalid\. alertEmails\.0: expected an e-mail address$/,
    );
  });

  test("take names that CDK fills in at the deployment", () => {
    const certificateArn = "$" + "{Token[TOKEN.12]}";
    expect(read({ api: { domainName: "vigia.company.example", certificateArn } }).api).toMatchObject({
      certificateArn,
    });
  });

  test("take an issuer's own claim, scope and names of groups, as they are written", () => {
    const desk = {
      ...ownIssuer,
      groupsClaim: "https://company.example/groups",
      groupsScope: "urn:zitadel:iam:org:project:roles",
      groupNames: { officers: "auditors", auditors: "/Company/Auditors", "officers-1": "officers-1" },
    };
    expect(read({ desk }).desk).toMatchObject(desk);
  });

  const api = { domainName: "vigia.company.example", certificateArn: "arn:aws:acm:x" };

  test.each<[VigiaProps, string]>([
    [{ scan: { maxDepth: 8 } }, "scan.maxDepth: expected at most 7"],
    [{ scan: { maxDepth: 2.5 } }, "scan.maxDepth: expected a whole number"],
    [{ scan: { addressesPerRequest: 11 } }, "scan.addressesPerRequest: expected at most 10"],
    [{ scan: { alertAbove: 100 } }, "scan.alertAbove: expected at most 99"],
    [{ scan: { schedule: "daily" } }, "scan.schedule: expected cron("],
    [{ timeZone: "Mexico" }, "timeZone: expected a time zone such as America/Mexico_City"],
    [{ currencies: ["MXN", "EUR", "MXN"] }, "currencies: expected each currency once"],
    [{ currencies: ["pesos"] }, "currencies.0: expected codes of currencies other than USD"],
    [{ currencies: ["MXN", "XXQ"] }, "currencies.1: expected codes of currencies other than USD"],
    [{ projects: [] }, "projects: expected at least 1 entry"],
    [{ projects: [{ id: 0 }] }, "projects.0.id: expected at least 1"],
    [{ projects: [{ id: 1 }, { id: 1 }] }, "projects: expected each project once"],
    [{ alertEmails: ["officer"] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: ["a@x.example", "A@x.example"] }, "alertEmails: expected each address once"],
    [
      { operationsEmails: Array.from({ length: 51 }, (_, at) => `a${at}@x.example`) },
      "expected at most 50 entries",
    ],
    [{ slack: { workspaceId: "T1", channelId: "#x" } }, "slack.channelId: expected a channel id"],
    [{ throttle: { rate: 0 } }, "throttle.rate: expected at least 1"],
    [{ inbound: { maximumConcurrency: 7 } }, "inbound.maximumConcurrency: expected at most 6: each worker"],
    [{ scan: { maximumConcurrency: 17 } }, "scan.maximumConcurrency: expected at most 16"],
    [
      { inbound: { authentication: "none" }, projects: [{ id: 1 }, { id: 2 }] },
      'expected one project with inbound.authentication "none"',
    ],
    [{ api }, "api.certificateArn: expected the ARN of a certificate in ACM"],
    [
      { api: { ...api, certificateArn: "arn:aws-cn:acm:cn-north-1:111122223333:certificate/1111-2222" } },
      "api.certificateArn: expected the ARN of a certificate in ACM, which begins with arn:aws:acm:",
    ],
    [
      { tables: { users: "old", usersKeyArn: "arn:aws-cn:kms:cn-north-1:111122223333:key/1111-2222" } },
      "tables.usersKeyArn: expected the ARN of the key of the Users table, which begins with arn:aws:kms:",
    ],
    [{ desk: { issuer: "https://login.company.example" } }, "desk: expected issuer and clientId together"],
    [
      { desk: { issuer: "https://x.example", clientId: "a", userPoolId: "us-east-1_Ab1" } },
      "desk: expected issuer or userPoolId",
    ],
    [
      { desk: { groupsClaim: "roles" } },
      "desk: expected groupsClaim, groupsScope and groupNames beside issuer",
    ],
    [{ desk: { ...ownIssuer, groupsClaim: "" } }, "desk.groupsClaim: expected at least 1 character"],
    [{ desk: { ...ownIssuer, groupsScope: "a b" } }, "desk.groupsScope: expected one scope, without blanks"],
    [
      { desk: { ...ownIssuer, groupNames: { Officers: "x" } } },
      "desk.groupNames: expected groups of the desk",
    ],
    [
      { desk: { ...ownIssuer, groupNames: { "officers-02": "x" } } },
      "desk.groupNames: expected groups of the desk",
    ],
    [
      { desk: { ...ownIssuer, groupNames: { auditors: "" } } },
      "desk.groupNames.auditors: expected at least 1",
    ],
    [
      { desk: { ...ownIssuer, groupNames: { auditors: "officers" } } },
      "desk.groupNames: expected another name",
    ],
    [
      { desk: { ...ownIssuer, groupNames: { officers: "a", "auditors-1": "a" } } },
      "desk.groupNames: expected another name for each group",
    ],
    [
      { desk: { ...ownIssuer, groupNames: { "officers-9": "x" } } },
      "desk.groupNames: expected groups of projects that the settings name",
    ],
    [{ desk: { userLink: "https://x.example" } }, "desk.userLink: expected an https URL with {userId}"],
    [{ tables: { users: "old" } }, "tables: expected users and usersKeyArn together"],
    [{ tables: { wallets: "old", chains: "old" } }, "tables: expected another table for each"],
  ])("refuse %j", (props, sentence) => {
    expect(() => read(props)).toThrow(sentence);
  });

  test.each([
    ['{"stackName":"x"}', "stackName: no such property"],
    ['{"scan":{"maxdepth":3},"alarms":{}}', "scan.maxdepth: no such property; alarms: no such property"],
    ['{"projects":[{"id":1,"alarms":{}}]}', "projects.0.alarms: no such property"],
    ['{"desk":{"groupClaim":"g"}}', "desk.groupClaim: no such property"],
    ['{"desk":"yes"}', "desk: expected true, false or an object"],
    ['{"desk":[]}', "desk: expected true, false or an object"],
    ['{"toString":1}', "toString: no such property"],
    ['{"retentionYears":"5"}', "retentionYears: expected a number"],
    ['{"language":"fr"}', 'language: expected "en" or "es"'],
    ['{"logRetentionDays":91}', "logRetentionDays: expected 1 or 3"],
    ['{"slack":{"workspaceId":"T1"}}', "slack.channelId: is missing"],
  ])("name what is wrong to a JavaScript caller: %s", (json, sentence) => {
    expect(() => read(untyped(json))).toThrow(
      `Some properties of Vigia in the stack Vigia-prod are invalid. ${sentence}`,
    );
  });
});
