import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cdkContext, placeOf, typedSettings, writtenSettings } from "../../../lib/settings/project-file.ts";
import { readSettings } from "../../../lib/settings/settings.ts";
import { settingsWith } from "../../infra/project-context.ts";

describe("settings", () => {
  test("deploy as they are, with no setting at all", () => {
    expect(readSettings({})).toEqual({
      stage: "dev",
      tags: {},
      logRetentionDays: 90,
      projects: [{ id: 1, mexico: false }],
      service: { baseUrl: "https://api.wavynode.com/v1", skipExisting: false },
      inbound: {
        authentication: "signature",
        signatureHeader: "x-wavynode-hmac",
        timestampHeader: "x-wavynode-timestamp",
        maximumConcurrency: 2,
      },
      language: "en",
      timeZone: "America/Mexico_City",
      currencies: ["MXN"],
      uma: {},
      alertEmails: [],
      operationsEmails: [],
      escalationEmails: [],
      reminders: { afterHours: 24 },
      retentionYears: 10,
      table: { class: "standard" },
      throttle: { rate: 100, burst: 200 },
      scan: {
        schedule: "cron(0 4 * * ? *)",
        timeZone: "America/Mexico_City",
        alertFrom: 60,
        maxDepth: 3,
        addressesPerRequest: 10,
        parallelRequests: 4,
        rescanAfterHours: 20,
        maximumConcurrency: 2,
      },
      tables: {},
      alarms: {
        authenticationFailures: 20,
        webhooksPerDay: 100_000,
        megabytesPerDay: 500,
        newWalletsPerDay: 1_000,
        silenceHours: 24,
      },
    });
  });

  test("of the desk add deadlines of laws, and refuse invalid ones", () => {
    const rule = { countryCode: "GT", law: "Ley LD", source: "counsel", readOn: "2026-02-01" };
    const hours = { ...rule, within: { hours: 48 } };
    expect(readSettings({ desk: true }).desk?.deadlines).toEqual([]);
    expect(readSettings({ desk: { deadlines: [hours] } }).desk?.deadlines).toEqual([hours]);
    for (const within of [
      { hours: 0 },
      { dayOfNextMonth: 29, timeZone: "UTC" },
      { dayOfNextMonth: 3, timeZone: "x" },
    ]) {
      expect(() => readSettings({ desk: { deadlines: [{ ...rule, within }] } })).toThrow(/desk\.deadlines/);
    }
    expect(() => readSettings({ desk: { deadlines: [{ ...hours, readOn: "2026-02-30" }] } })).toThrow(
      /readOn/,
    );
  });

  test("of language and money are read from text, and refuse invalid ones", () => {
    expect(
      readSettings({
        language: "es",
        timeZone: "America/Tijuana",
        currencies: "MXN, EUR",
        uma: '{"2027":"121.00"}',
      }),
    ).toMatchObject({
      ...{ language: "es", timeZone: "America/Tijuana", currencies: ["MXN", "EUR"], uma: { 2027: "121.00" } },
    });
    expect(() => readSettings({ language: "fr" })).toThrow('language: expected "en" or "es"');
    expect(() => readSettings({ currencies: "pesos" })).toThrow(
      "expected codes of currencies other than USD",
    );
    expect(readSettings({ "uma.2027": "121.00" }).uma).toEqual({ 2027: "121.00" });
    expect(() => readSettings({ uma: { 2027: 121.5 } })).toThrow("uma.2027: expected text");
  });

  test("of vigia.json are the defaults", () => {
    expect(settingsWith()).toEqual(readSettings({}));
  });

  test("leave CDK's own context alone", () => {
    expect(
      readSettings({
        "@aws-cdk/core:checkSecretUsage": true,
        "cli-telemetry": false,
        "aws:cdk:bundling-stacks": [],
      }),
    ).toEqual(readSettings({}));
  });

  test("are taken as text, as the command line hands them over", () => {
    const settings = readSettings({
      stage: "prod",
      retentionYears: "5",
      alertEmails: "a@x.example, b@y.example",
      operationsEmails: '["ops@x.example"]',
      projects: '[{"id":7,"mexico":true}]',
      slack: '{"workspaceId":"T01","channelId":"C01"}',
    });
    expect(settings).toMatchObject({
      stage: "prod",
      retentionYears: 5,
      alertEmails: ["a@x.example", "b@y.example"],
      operationsEmails: ["ops@x.example"],
      projects: [{ id: 7, mexico: true }],
      slack: { workspaceId: "T01", channelId: "C01" },
    });
  });

  test("are overridden one by one with dotted keys, in lists too", () => {
    const settings = readSettings({
      scan: { maxDepth: 2, parallelRequests: 8 },
      "scan.maxDepth": "5",
      "service.skipExisting": "true",
      projects: [{ id: 3, mexico: false }],
      "projects.0.mexico": "true",
      "inbound.signatureHeader": "X-Signature",
    });
    expect(settings.scan).toMatchObject({ maxDepth: 5, parallelRequests: 8 });
    expect(settings.service.skipExisting).toBe(true);
    expect(settings.projects).toEqual([{ id: 3, mexico: true }]);
    expect(settings.inbound.signatureHeader).toBe("x-signature");
  });

  test("name an entry of a list with brackets too", () => {
    const projects = [{ id: 3, mexico: false }];
    expect(readSettings({ projects, "projects[0].mexico": "true" }).projects).toEqual([
      { id: 3, mexico: true },
    ]);
    expect(readSettings({ projects, "projects[1].id": "4" }).projects).toEqual([
      { id: 3, mexico: false },
      { id: 4, mexico: false },
    ]);
  });

  test.each([
    [{ "scan.maxDepth": "8" }, "scan.maxDepth: expected at most 7"],
    [{ "scan.alertFrom": "100" }, "scan.alertFrom: expected at most 99"],
    [{ scan: { maxDepth: 0 } }, "scan.maxDepth: expected at least 1"],
    [{ scan: { maxDepth: 2.5 } }, "scan.maxDepth: expected a whole number"],
    [{ scan: { addressesPerRequest: 51 } }, "scan.addressesPerRequest: expected at most 50"],
    [{ scan: { maximumConcurrency: 1 } }, "scan.maximumConcurrency: expected at least 2"],
    [{ scan: { maxdepth: 3 } }, "scan.maxdepth: no such setting; write scan.maxDepth"],
    [
      { label: "x" },
      "label: no such setting; docs/reference/settings.md in the package vigia lists them all",
    ],
    [{ tagz: "x" }, "tagz: no such setting; write tags"],
    [{ stagee: "prod" }, "stagee: no such setting; write stage"],
    [
      { "scan.dept": "3" },
      "scan.dept: no such setting; docs/reference/settings.md in the package vigia lists them all",
    ],
    [{ "projects[].id": "2" }, "projects[].id: no such setting; write projects[0].id"],
    [{ "projects.id": "2" }, "projects.id: no such setting; write projects[0].id"],
    [{ "projects[99999999].id": "2" }, "projects[99999999].id: no such setting; write projects[0].id"],
    [{ "Scan.maxdepth": "2" }, "Scan.maxdepth: no such setting; write scan.maxDepth"],
    [{ "scan/maxDepth": "2" }, "scan/maxDepth: no such setting; write scan.maxDepth"],
    [{ "alert-emails": "a@b.example" }, "alert-emails: no such setting; write alertEmails"],
    [{ "alertEmail ": "a@b.example" }, "alertEmail : no such setting; write alertEmails"],
    [
      { "stages.prod.retentionYears": "2" },
      "stages.prod.retentionYears: not a setting of one run; choose the stage",
    ],
    [{ stage: "Prod!" }, "stage: expected up to 20 lowercase letters, digits and dashes"],
    [{ projects: [] }, "projects: expected at least 1 entry"],
    [{ projects: [{ mexico: true }] }, "projects.0.id: is missing"],
    [{ projects: [{ id: "one" }] }, "projects.0.id: expected a number"],
    [{ projects: [{ id: 1 }, { id: 1 }] }, "projects: expected each project once"],
    [
      { inbound: { authentication: "password" } },
      'inbound.authentication: expected "signature" or "api-key" or "none"',
    ],
    [{ inbound: { signatureHeader: "x y" } }, "inbound.signatureHeader: expected the name of a header"],
    [{ service: { baseUrl: "http://api.example" } }, "service.baseUrl: expected an https URL"],
    [{ service: { baseUrl: "api.example" } }, "service.baseUrl: expected an https URL"],
    [{ alertEmails: ["nobody"] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: ["a@b..example"] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: [".a@b.example"] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: ["a.@b.example"] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: ["a@b-.example"] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: ["a@example"] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: [`${"a".repeat(65)}@b.example`] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: [`a@${"b".repeat(64)}.example`] }, "alertEmails.0: expected an e-mail address"],
    [{ alertEmails: "a@x.example, A@x.example" }, "alertEmails: expected each address once"],
    [{ api: { domainName: "vigia.company.example" } }, "api.certificateArn: is missing"],
    [{ api: { domainName: "https://x.example" } }, "api.domainName: expected a domain in lower case"],
    [{ "slack.operationsChannelId": "C 1" }, "slack.operationsChannelId: expected a channel id"],
    [{ "scan.timeZone": "Mexico" }, "scan.timeZone: expected a time zone such as America/Mexico_City"],
    [{ "scan.schedule": "every night" }, "scan.schedule: expected cron("],
    [{ "scan.schedule": "cron(0 2 * * * *)" }, "scan.schedule: expected cron("],
    [{ scan: { maximumConcurrency: 17 } }, "scan.maximumConcurrency: expected at most 16: SNS suspends"],
    [{ throttle: { rate: 0 } }, "throttle.rate: expected at least 1"],
    [{ alarms: { silenceHours: 200 } }, "alarms.silenceHours: expected at most 168"],
    [{ inbound: { reservedConcurrency: 1 } }, "inbound.reservedConcurrency: expected at least 2"],
    [{ tables: { users: "users-restored" } }, "tables: expected users and usersKeyArn together"],
    [
      { tables: { cases: "Same", rates: "Same" } },
      "tables: expected another table for each: two settings name the same",
    ],
    [{ "tables.wallets": "no/table" }, "tables.wallets: expected the name of a table"],
    [{ slack: { workspaceId: "T01" } }, "slack.channelId: is missing"],
    [{ scan: 5 }, "scan: expected an object"],
  ])("refuses %j and names the key", (context, words) => {
    expect(() => readSettings(context)).toThrow(words);
  });

  test("name every wrong key, not the first alone", () => {
    expect(() => readSettings({ retentionYears: "many", throttle: { burst: -1 } })).toThrow(
      "retentionYears: expected a number; throttle.burst: expected at least 1",
    );
  });
});

describe("the settings of a stage", () => {
  const written = {
    alertEmails: ["officer@x.example", "second@x.example"],
    scan: { maxDepth: 2, parallelRequests: 8 },
    slack: { workspaceId: "T01", channelId: "C01" },
    retentionYears: 5,
    stages: {
      dev: {},
      prod: {
        account: "111122223333",
        alertEmails: ["chief@x.example"],
        scan: { maxDepth: 5 },
        slack: null,
        throttle: { rate: 7 },
      },
    },
  };

  test("are those of all stages where nothing is said of it", () => {
    const { stages: _, ...shared } = written;
    expect(readSettings({}, written)).toEqual(readSettings(shared));
  });

  test("are merged deep where they are objects, replaced where they are lists, and taken away by null", () => {
    const prod = readSettings({ stage: "prod" }, written);
    expect(prod.stage).toBe("prod");
    expect(prod.account).toBe("111122223333");
    expect(prod.alertEmails).toEqual(["chief@x.example"]);
    expect(prod.scan).toMatchObject({ maxDepth: 5, parallelRequests: 8, rescanAfterHours: 20 });
    expect(prod).not.toHaveProperty("slack");
    expect(prod.retentionYears).toBe(5);
    expect(prod.throttle).toEqual({ rate: 7, burst: 200 });
  });

  test("yield to what is typed, also where it is what all stages have", () => {
    const typed = {
      stage: "prod",
      alertEmails: "typed@x.example",
      "scan.maxDepth": "2",
      retentionYears: "7",
    };
    const prod = readSettings(typed, written);
    expect(prod.alertEmails).toEqual(["typed@x.example"]);
    expect(prod.scan).toMatchObject({ maxDepth: 2, parallelRequests: 8 });
    expect(prod.retentionYears).toBe(7);
    expect(prod).not.toHaveProperty("slack");
  });

  test.each([
    [
      { prod: { scan: { maxdepth: 3 } } },
      "stages.prod.scan.maxdepth: no such setting; write stages.prod.scan.maxDepth",
    ],
    [{ prod: { "scan.maxDepth": 3 } }, 'stages.prod.scan.maxDepth: write it as {"scan":{"maxDepth":"…"}}'],
    [{ prod: { alertMails: [] } }, "stages.prod.alertMails: no such setting; write stages.prod.alertEmails"],
    [{ prod: { retentionYears: 0 } }, "stages.prod.retentionYears: expected at least 1"],
    [{ prod: { stage: "dev" } }, "stages.prod: not allowed here: the key of stages is the stage's name"],
    [{ Prod: {} }, "stages.Prod: expected up to 20 lowercase letters, digits and dashes"],
    [{ prod: "scan" }, "stages.prod: expected an object"],
    [["prod"], "stages: expected an object"],
  ])("are refused as %j, also while another stage is deployed", (stages, words) => {
    const known = Array.isArray(stages) ? stages : { dev: {}, ...stages };
    expect(() => readSettings({}, { stages: known })).toThrow(words);
  });

  test("are those of a stage that vigia.json names, and no other", () => {
    expect(() => readSettings({ stage: "prodd" }, written)).toThrow(
      'There is no stage prodd in vigia.json, which names dev, prod. Choose one of these, or write "prodd": {} under stages there to add it.',
    );
    expect(() => readSettings({ stage: "prod" }, {})).toThrow("which names dev.");
    expect(readSettings({}, { stage: "test" }).stage).toBe("test");
  });
});

describe("a project's folder", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "vigia-settings-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));

  test("has the settings in vigia.json, and nothing of a cdk.json beside it", () => {
    write("cdk.json", { context: { "@aws-cdk/core:x": true, vpcId: "vpc-1" } });
    expect(writtenSettings(folder)).toBeUndefined();
    write("vigia.json", { $schema: "./vigia.schema.json", retentionYears: 5 });
    expect(readSettings({}, writtenSettings(folder)).retentionYears).toBe(5);
    const context = { "@aws-cdk/core:x": true, vpcId: "vpc-2", retentionYears: "7" };
    expect(typedSettings(context, cdkContext(folder))).toEqual({ retentionYears: "7" });
  });

  test("with settings left over in cdk.json is refused, and told what moves them", () => {
    write("vigia.json", {});
    write("cdk.json", {
      context: { "@aws-cdk/core:x": true, alertEmails: [], "scan.maxDepth": 2, stages: {} },
    });
    expect(() => writtenSettings(folder)).toThrow(
      'cdk.json holds settings of Vigía (alertEmails, scan.maxDepth, stages), which are in vigia.json now: run "vigia configure", which moves them.',
    );
  });

  test("says where a stage is, by its own settings before those of all", () => {
    write("vigia.json", {
      region: "us-east-1",
      stages: { dev: {}, prod: { account: "111122223333", stackName: "Risk" } },
    });
    expect(placeOf("prod", folder)).toEqual({
      ...{ stackName: "Risk", account: "111122223333", region: "us-east-1" },
    });
    expect(placeOf("dev", folder)).toEqual({
      ...{ stackName: "Vigia-dev", account: undefined, region: "us-east-1" },
    });
    expect(() => placeOf("test", folder)).toThrow(
      `There is no stage test in ${join(folder, "vigia.json")}, which names dev, prod.`,
    );
  });
});

test("takes the addresses that mail servers take", () => {
  const alertEmails = [
    "r&d@company.example",
    "o'neil+aml@a.b-c.example",
    "a@xn--mnchen-3ya.xn--p1ai",
    `${"a".repeat(64)}@b.example`,
  ];
  expect(readSettings({}, { alertEmails }).alertEmails).toEqual(alertEmails);
});
