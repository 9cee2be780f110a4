/** `vigia configure`: settings come into vigia.json, and everything else in it keeps its value and its place. */

import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { settingsIn } from "../../../../lib/settings/project-file.ts";
import { readSettings } from "../../../../lib/settings/settings.ts";
import { makePlace, type Place } from "../support/test-context.ts";

const BEFORE = `{
  "$schema": "./vigia.schema.json",
  "alertEmails": [],
  "scan": { "maxDepth": 2,   "parallelRequests": 8 },
  "uma": {"2027": "121.50"}
}
`;

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
beforeEach(async () => {
  await place.file("vigia.json", BEFORE);
  await rm(join(place.root, "cdk.json"), { force: true });
});
afterAll(() => place.remove());

function file(): Promise<string> {
  return readFile(join(place.root, "vigia.json"), "utf8");
}

test("what is given with --set is written in its place, in the form of the setting", async () => {
  const { code, out } = await place.vigia([
    ...["configure", "--set", "alertEmails=a@x.example,b@x.example", "--set", "scan.maxDepth=5"],
    ...["--set", "throttle.rate=7"],
  ]);
  expect([code, out]).toEqual([
    0,
    "vigia.json now says alertEmails, scan.maxDepth, throttle.rate for all stages: deploy for it to take effect.\n",
  ]);
  expect(await file()).toBe(`{
  "$schema": "./vigia.schema.json",
  "alertEmails": [
    "a@x.example",
    "b@x.example"
  ],
  "scan": { "maxDepth": 5,   "parallelRequests": 8 },
  "uma": {
    "2027": "121.50"
  },
  "throttle": {
    "rate": 7
  }
}
`);
});

test("an entry that is added for a stage leaves it the entries of all stages", async () => {
  await place.vigia("configure --set projects.0.id=7");
  await place.vigia("configure --stage dev --set projects.1.id=8");
  expect(settingsIn(await file())["stages"]).toMatchObject({ dev: { projects: [{ id: 7 }, { id: 8 }] } });
});

test("one entry of a list is written by its number", async () => {
  await place.vigia(["configure", "--set", 'projects=[{"id":1},{"id":2}]']);
  expect((await place.vigia("configure --set projects[1].mexico=true")).code).toBe(0);
  expect(settingsIn(await file())["projects"]).toMatchObject([{ id: 1 }, { id: 2, mexico: true }]);
});

test("a UMA is written under its year", async () => {
  const { code } = await place.vigia("configure --set uma.2027=121.50");
  expect(code).toBe(0);
  expect(settingsIn(await file())["uma"]).toEqual({ "2027": "121.50" });
  expect((await place.vigia("configure --stage prod --set uma.2027=122")).code).toBe(0);
  expect((await place.vigia(["configure", "--set", "uma.2027=122 pesos"])).err).toContain(
    'uma.2027: expected pesos a day as text, such as "117.31"',
  );
});

test("warns when no subscriber is left to be alerted, also of one stage alone", async () => {
  await place.vigia("configure --set alertEmails=a@x.example,b@x.example");
  const ofStage = await place.vigia("configure --stage prod --set alertEmails=");
  expect([ofStage.code, ofStage.err]).toEqual([
    0,
    "Warning: alertEmails is empty now for stage prod; it had 2 addresses. Once deployed, no one gets those mails. To undo, name the addresses with --set alertEmails=….\n",
  ]);
  expect((await place.vigia("configure --set alertEmails=[]")).err).toContain(
    "alertEmails is empty now for all stages; it had 2 addresses",
  );
  // The list was empty before.
  expect((await place.vigia("configure --set operationsEmails=")).err).toBe("");
});

test("a stage gets what is set although all stages together have the same", async () => {
  await place.vigia("configure --set language=en");
  await place.vigia("configure --stage prod --set language=es");
  await place.vigia("configure --stage prod --set language=en");
  expect(settingsIn(await file())["stages"]).toEqual({ dev: {}, prod: { language: "en" } });
});

test("with --stage it is written for that stage alone", async () => {
  expect((await place.vigia("configure --stage prod --set retentionYears=7")).code).toBe(0);
  expect((await place.vigia("configure --stage prod --set scan.maxDepth=3")).code).toBe(0);
  const context = settingsIn(await file());
  expect(context["stages"]).toEqual({ dev: {}, prod: { retentionYears: 7, scan: { maxDepth: 3 } } });
  expect(readSettings({ stage: "prod" }, context).scan).toMatchObject({
    maxDepth: 3,
    parallelRequests: 8,
  });
});

test("null removes a setting, of one stage also what all stages have", async () => {
  expect((await place.vigia("configure --stage prod --set scan.maxDepth=null")).code).toBe(0);
  const context = settingsIn(await file());
  expect(context["stages"]).toEqual({ dev: {}, prod: { scan: { maxDepth: null } } });
  expect(readSettings({ stage: "prod" }, context).scan.maxDepth).toBe(3);
  const { out } = await place.vigia("configure --set scan.maxDepth=null --set currencies=null");
  expect(out).toContain("now says scan.maxDepth (removed), currencies (removed) for all stages");
  expect(settingsIn(await file())["scan"]).toEqual({ parallelRequests: 8 });
});

test("of an object that is given as JSON, its own keys are written and no defaults", async () => {
  expect((await place.vigia(["configure", "--stage", "prod", "--set", 'scan={"maxDepth":4}'])).code).toBe(0);
  expect(settingsIn(await file())["stages"]).toEqual({ dev: {}, prod: { scan: { maxDepth: 4 } } });
});

test("a setting below one that is not an object is refused, and the file is unchanged", async () => {
  const before = BEFORE.replace('"alertEmails": []', '"desk": true');
  await place.file("vigia.json", before);
  const { code, err } = await place.vigia("configure --set desk.language=es");
  expect([code, err.includes("desk")]).toEqual([1, true]);
  expect(await file()).toBe(before);
});

test.each([
  ["projects.0.id=2", "projects[0].id=3", "projects.0.id"],
  ["scan.maxDepth=5", 'scan={"maxDepth":6}', "scan.maxDepth"],
  ["scan=null", "scan.maxDepth=5", "scan.maxDepth"],
  ["alertEmails=a@x.example", "alertEmails.0=b@x.example", "alertEmails.0"],
])("%s and %s are refused as a setting that is given twice", async (one, other, key) => {
  const { code, err } = await place.vigia(["configure", "--set", one, "--set", other]);
  expect([code, err]).toEqual([1, `${key} is set twice: give it once. Nothing was changed.\n`]);
  expect(await file()).toBe(BEFORE);
});

test("without --set it asks who is alerted, and leaves out what is not answered", async () => {
  const given = { terminal: true, answers: ["", "ops@x.example"] };
  expect((await place.vigia("configure", given)).code).toBe(0);
  expect(settingsIn(await file())).toMatchObject({ alertEmails: [], operationsEmails: ["ops@x.example"] });
  const { code, err } = await place.vigia("configure", { stdin: "" });
  expect([code, err]).toEqual([
    1,
    "There is no terminal to ask on: give each setting with --set key=value.\n",
  ]);
});

test("an answer that does not fit is asked for again, before the next question", async () => {
  const asked: string[] = [];
  const answers = ["a@x.example, officer@company", "a@x.example,A@x.example", "a@x.example", ""];
  const { code } = await place.vigia("configure", { terminal: true, answers, asked });
  expect([code, asked]).toEqual([
    0,
    [
      "E-mail addresses of the officers to alert, separated by commas",
      "Address 2: expected an e-mail address",
      "expected each address once",
      "E-mail addresses of the engineers to alert to failures, separated by commas",
    ],
  ]);
  expect(settingsIn(await file())["alertEmails"]).toEqual(["a@x.example"]);
});

test("a setting that the file does not have may be removed", async () => {
  expect((await place.vigia("configure --set throttle.rate=null")).code).toBe(0);
  expect(await file()).toBe(BEFORE);
});

test.each([
  [
    "scan.maxDepth=8",
    "Nothing was changed, since vigia.json would be invalid: scan.maxDepth: expected at most 7.\n",
  ],
  [
    "alertEmail=null",
    "Nothing was changed, since vigia.json would be invalid: alertEmail: no such setting; write alertEmails.\n",
  ],
  [
    "projects[1].mexico=null",
    "Nothing was changed, since projects.1.mexico is in a list, of which null removes nothing: set the whole list, as in --set 'projects=[{\"id\":7}]'.\n",
  ],
  ["scan.dept=3", "dept"],
  ["alertEmails.01=b@x.example", "alertEmails.01: no such setting"],
  ["projects.00.id=4", "projects.00.id: no such setting"],
  ["desk.deadlines.00.law=x", "desk.deadlines.00.law: no such setting"],
  ["alertEmails=a@x.example,A@x.example", "expected each address once"],
  ["alertEmails", '"alertEmails" is not key=value'],
  ["stage=prod", "stage is not written: choose it where you deploy"],
  ["stages.prod.retentionYears=5", "stages.prod.retentionYears is not written: name the stage with --stage"],
])("%s is refused, and the file stays as it is", async (setting, words) => {
  const { code, err } = await place.vigia(["configure", "--set", setting]);
  expect(code).not.toBe(0);
  expect(err).toContain(words);
  expect(await file()).toBe(BEFORE);
});

const OLD = `{
  "app": "npx node infra/app.ts",
  "context": {
    "stage": "dev",
    "projects": [{ "id": 7 }],
    "@aws-cdk/core:target-partitions": ["aws", "aws-cn"],
    "scan.maxDepth": 4,
    "alertEmails": ["officer@x.example"],
    "stages": { "prod": { "throttle.rate": 7, "slack": null } },
    "vpcId": "vpc-1"
  }
}
`;

test("settings that cdk.json holds are moved, in their order, and what is CDK's or the company's stays", async () => {
  await rm(join(place.root, "vigia.json"));
  await place.file("cdk.json", OLD);
  const { code, out } = await place.vigia("configure", { stdin: "" });
  expect([code, out]).toEqual([
    0,
    "vigia.json has the settings that were in cdk.json now: stage, projects, scan.maxDepth, alertEmails, stages. Nothing is deployed.\n",
  ]);
  const { $schema, ...moved } = settingsIn(await file());
  expect($schema).toBe("./node_modules/vigia/vigia.schema.json");
  expect(JSON.stringify(moved)).toBe(
    '{"stage":"dev","projects":[{"id":7}],"alertEmails":["officer@x.example"],"scan":{"maxDepth":4},"stages":{"dev":{},"prod":{"slack":null,"throttle":{"rate":7}}}}',
  );
  expect(JSON.parse(await readFile(join(place.root, "cdk.json"), "utf8"))).toEqual({
    app: "npx node infra/app.ts",
    context: { "@aws-cdk/core:target-partitions": ["aws", "aws-cn"], vpcId: "vpc-1" },
  });
  // A second call finds nothing to move.
  expect((await place.vigia("configure --set retentionYears=7")).out).toContain("now says retentionYears");
});

test("a setting that both files have with other values is refused, and neither file changes", async () => {
  await place.file("cdk.json", '{ "context": { "alertEmails": ["a@x.example"] } }');
  const { code, err } = await place.vigia("configure --set retentionYears=7");
  expect([code, err]).toEqual([
    1,
    "Both cdk.json and vigia.json set alertEmails: remove it from one of them and run this again.\n",
  ]);
  expect(await file()).toBe(BEFORE);
});

test("a stage that is configured is one of the file from then on", async () => {
  await place.vigia("configure --stage prod --set account=111122223333");
  expect(() => readSettings({ stage: "prod" }, settingsIn("{}"))).toThrow("There is no stage prod");
  expect(readSettings({ stage: "prod" }, settingsIn(await file())).account).toBe("111122223333");
});

test("a folder that has neither file is refused", async () => {
  await rm(join(place.root, "vigia.json"));
  const { code, err } = await place.vigia("configure --set retentionYears=7");
  expect([code, err]).toEqual([1, expect.stringContaining('or begin one with "vigia init".')]);
});
