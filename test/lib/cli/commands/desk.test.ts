/** `vigia desk`, on an emulated DynamoDB, for each owner of the people: the stack, the company, and without a desk. */

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { DESK_SESSIONS_SHAPE } from "../../../../lib/aws/tables/table-shapes.ts";
import { DeskSessionStore } from "../../../../lib/desk/frame/desk-sessions.ts";
import { outputsOf } from "../../../support/deployed-stack.ts";
import { type EmulatedTables, startTables } from "../../../support/emulated-tables.ts";
import { type CloudFormation, startCloudFormation } from "../support/cloudformation.ts";
import { endpointsWith, makePlace, NOW, type Place } from "../support/test-context.ts";
import { type FakeUserPool, fakeUserPool } from "../support/user-pool.ts";

const DESK = "https://desk.company.example";
const OLGA = "olga@company.example";
let emulated: EmulatedTables;
let cloudFormation: CloudFormation;
let sessions: DeskSessionStore;
let place: Place;
let pool: FakeUserPool;

beforeAll(async () => {
  emulated = await startTables({ DeskSessions: DESK_SESSIONS_SHAPE });
  sessions = new DeskSessionStore(emulated.client, "DeskSessions");
  const endpoints = endpointsWith({ dynamodb: emulated.url });
  const outputs = outputsOf(endpoints);
  const withDesk = { ...outputs, DeskUrl: DESK, DeskSessionsTable: "DeskSessions", CasesTable: "Cases" };
  cloudFormation = await startCloudFormation({
    "Vigia-dev": { ...withDesk, DeskUserPoolId: "us-east-1_pool" },
    "Vigia-own": withDesk,
    "Vigia-none": outputs,
  });
  const environment = {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    AWS_ENDPOINT_URL_DYNAMODB: emulated.url,
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const local = { ...endpoints, desk: "http://127.0.0.1:3003", pid: process.pid };
  place = await makePlace({ ...local, tables: { ...local.tables, deskSessions: "DeskSessions" } });
});

beforeEach(() => {
  pool = fakeUserPool("us-east-1_pool");
});

afterAll(async () => {
  vi.unstubAllEnvs();
  cloudFormation.stop();
  await place.remove();
  await emulated.stop();
});

/** As the first of March 2027 is printed. */
const END = "2027-03-01T00:00:00.000Z";

const desk = (...args: string[]) => place.vigia(["desk", ...args, "--stage", "dev"]);
const invite = (email: string, ...args: string[]) => desk("invite", email, ...args);

function session(subject: string, name: string): Promise<string> {
  const person = { subject, name, groups: ["officers"] };
  const endsAt = NOW + 3_600_000;
  return sessions.open({ endsAt, idleUntil: endsAt, person });
}

const isOpen = async (id: string) => (await sessions.find(id, NOW)) !== undefined;

function standing(email: string) {
  const { groups, enabled, mailed, attributes } = pool.people.get(email) ?? {};
  return {
    groups: [...(groups ?? [])],
    enabled,
    mails: mailed?.length,
    until: attributes?.get("custom:until"),
  };
}

describe("invite", () => {
  test("mails a person, and puts them into the group of their role", async () => {
    expect(await invite("Olga@Company.example", "--role", "officer")).toEqual({
      code: 0,
      out: `${OLGA} is invited to the desk of stage dev as officer of every project. Send them the desk's address, which their mail does not hold: ${DESK}. They sign in with an authenticator app and the password in that mail, which is valid for three days.\n`,
      err: "",
    });
    expect(standing(OLGA)).toEqual({ groups: ["officers"], enabled: true, mails: 1, until: undefined });
    expect(pool.people.get(OLGA)?.attributes.get("email_verified")).toBe("true");
  });

  test("mails another password each time, as the pool demands it, which reads the same in HTML", async () => {
    for (const _ of [1, 2, 3]) await invite(OLGA, "--role", "officer");
    const { mailed = [] } = pool.people.get(OLGA) ?? {};
    expect(new Set(mailed).size).toBe(3);
    for (const password of mailed) expect(password).toMatch(/^[a-z]{5}-[A-Z]{5}-[2-9]{5}$/);
  });

  test("limits an auditor to a project and to a time", async () => {
    const { out } = await invite(
      "ana@auditors.example",
      "--role",
      "auditor",
      "--project",
      "1",
      "--until",
      "2027-03-01",
    );
    expect(out).toContain("as auditor of project 1, until 2027-03-01T00:00:00.000Z.");
    expect(standing("ana@auditors.example")).toMatchObject({
      groups: ["auditors-1"],
      until: "2027-03-01T00:00:00.000Z",
    });
  });

  test("run again, changes nothing but mails again until the first sign-in", async () => {
    await invite(OLGA, "--role", "officer");
    const again = await invite(OLGA, "--role", "officer");
    expect([again.code, again.out]).toEqual([
      0,
      `${OLGA} is invited to the desk of stage dev already, as officer of every project. The mail went out again.\n`,
    ]);
    pool.signIn(OLGA);
    expect((await invite(OLGA, "--role", "officer")).out).toBe(
      `${OLGA} is invited to the desk of stage dev already, as officer of every project.\n`,
    );
    expect(standing(OLGA)).toMatchObject({ groups: ["officers"], mails: 2 });
  });

  test("changes the role, not the end, and ends what was signed in with the other one", async () => {
    await invite(OLGA, "--role", "officer", "--until", "2027-03-01");
    pool.signIn(OLGA);
    const id = await session("sub-1", OLGA);
    expect((await invite(OLGA, "--role", "auditor")).out).toBe(
      `${OLGA} is known at the desk of stage dev, and is now auditor of every project, until ${END}.\n`,
    );
    expect(standing(OLGA)).toMatchObject({ groups: ["auditors"], until: END });
    expect(await isOpen(id)).toBe(false);
  });

  test("said again without an end leaves the end, which never alone takes away", async () => {
    await invite(OLGA, "--role", "auditor", "--until", "2027-03-01");
    expect((await invite(OLGA, "--role", "auditor")).out).toContain(
      `already, as auditor of every project, until ${END}.`,
    );
    await invite(OLGA, "--role", "auditor", "--project", "1");
    expect(standing(OLGA)).toMatchObject({ groups: ["auditors-1"], until: END });
    const { out } = await invite(OLGA, "--role", "auditor", "--until", "never");
    expect(out).toBe(
      `${OLGA} is known at the desk of stage dev, and is now auditor of every project. The mail went out again.\n`,
    );
    expect(standing(OLGA).until).toBeUndefined();
    pool.people.get(OLGA)?.attributes.set("custom:until", "2026-02-01T00:00:00.000Z");
    expect(await invite(OLGA, "--role", "officer")).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "could sign in until 2026-02-01T00:00:00.000Z: give --until with a time in the future",
      ),
    });
    expect(standing(OLGA).groups).toEqual(["auditors"]);
  });

  test("replaces what the person may do, in all projects or in those that are named", async () => {
    await invite(OLGA, "--role", "officer");
    expect((await invite(OLGA, "--role", "officer", "--project", "1")).out).toContain(
      "is now officer of project 1.",
    );
    expect(standing(OLGA).groups).toEqual(["officers-1"]);
    await invite(OLGA, "--role", "auditor");
    expect(standing(OLGA).groups).toEqual(["auditors"]);
  });

  test.each([
    [["o..a@x.example", "--role", "officer"], 2, "Expected an e-mail address, such as ana@company.example."],
    [["olga", "--role", "officer"], 2, "Expected an e-mail address, such as ana@company.example."],
    [[OLGA], 2, "required option '--role <role>' not specified"],
    [[OLGA, "--role", "boss"], 2, "Allowed choices are officer, auditor."],
    [[OLGA, "--role", "officer", "--until", "2026-03-01"], 2, "Expected a time in the future, or never."],
    [[OLGA, "--role", "officer", "--until", "tomorrow"], 2, "Expected a time, such as"],
    [[OLGA, "--role", "officer", "--project", "9"], 1, "Project 9 is not served by stage dev (served: 1)"],
  ])("refuses %j, and sends no invitation", async (args, code, message) => {
    const [email = "", ...options] = args;
    expect(await invite(email, ...options)).toMatchObject({ code, err: expect.stringContaining(message) });
    expect(pool.people.size).toBe(0);
  });
});

describe("remove", () => {
  test("lets a person sign in no more, ends their sessions, and says so again", async () => {
    await invite(OLGA, "--role", "officer");
    const [hers, other] = [await session("sub-1", OLGA), await session("sub-9", "ana@company.example")];
    expect(await desk("remove", OLGA)).toMatchObject({ code: 0, err: "" });
    expect(standing(OLGA)).toMatchObject({ groups: [], enabled: false });
    expect([await isOpen(hers), await isOpen(other)]).toEqual([false, true]);
    expect((await desk("remove", OLGA)).out).toBe(`${OLGA} was removed from the desk of stage dev before.\n`);
    expect((await desk("list")).out).toMatch(/olga@company\.example +removed/);
  });

  test("gives no former role back when a person is invited again", async () => {
    await invite(OLGA, "--role", "officer");
    await desk("remove", OLGA);
    await invite(OLGA, "--role", "auditor", "--project", "1");
    expect(standing(OLGA)).toMatchObject({ groups: ["auditors-1"], enabled: true, mails: 2 });
  });

  test("forgets a person whose device is lost", async () => {
    await invite(OLGA, "--role", "officer");
    expect((await desk("remove", OLGA, "--forget")).out).toContain("deleted, with their authenticator.");
    expect(pool.people.size).toBe(0);
    expect((await desk("remove", OLGA)).err).toBe(`${OLGA} is not invited to the desk of stage dev.\n`);
  });
});

test("lists people with their groups, page by page, and whose time has come", async () => {
  expect((await desk("list")).err).toContain('"vigia desk invite <email> --role officer --stage dev"');
  await invite(OLGA, "--role", "officer");
  await invite("ana@auditors.example", "--role", "auditor", "--until", "2026-03-02");
  pool.signIn(OLGA);
  const list = (now: string) => place.vigia("desk list --format csv --stage dev", { now: Date.parse(now) });
  expect((await list("2026-03-01T12:00:00Z")).out).toBe(
    [
      "email,subject,groups,state,until,invitedAt",
      `${OLGA},sub-1,officers,active,,2026-03-01T12:00:00.000Z`,
      "ana@auditors.example,sub-2,auditors,invited,2026-03-02T00:00:00.000Z,2026-03-01T12:00:00.000Z",
      "",
    ].join("\n"),
  );
  expect((await list("2026-03-02T00:00:00Z")).out).toContain(",auditors,ended,");
});

describe("where the company has an issuer of its own", () => {
  const own = (...args: string[]) => place.vigia(["desk", ...args, "--stage", "own"]);

  test("says where people are invited", async () => {
    expect(await own("invite", OLGA, "--role", "auditor", "--project", "1")).toEqual({
      code: 1,
      out: "",
      err: "People of stage own sign in with the company's own issuer: invite them there, and put them into its group auditors-1, or what the setting desk.groupNames calls it.\n",
    });
    expect((await own("list")).err).toContain(
      "its group officers or auditors, or what the setting desk.groupNames calls it.",
    );
  });

  test.each([OLGA.toUpperCase(), "sub-of-olga"])("ends the sessions of %s all the same", async (name) => {
    const [hers, other] = [await session("sub-of-olga", OLGA), await session("sub-of-ana", "Ana")];
    expect((await own("remove", name)).out).toBe(
      `${name} is signed out of the desk of stage own. Remove them at the company's own issuer first, or they can sign in again.\n`,
    );
    expect([await isOpen(hers), await isOpen(other)]).toEqual([false, true]);
    expect((await own("remove", "nobody")).err).toContain("nobody is not signed in");
  });
});

test("says that the local issuer has people of its own, and ends their sessions", async () => {
  const id = await session("olga", "olga.officer@company.example");
  expect(await place.vigia(["desk", "invite", OLGA, "--role", "officer"])).toEqual({
    code: 1,
    out: "",
    err: "The local stack signs in invented people: choose one at http://127.0.0.1:3003.\n",
  });
  expect((await place.vigia("desk remove olga.officer@company.example")).code).toBe(0);
  expect(await isOpen(id)).toBe(false);
});

test.each([["invite", OLGA, "--role", "officer"], ["remove", OLGA], ["list"]])(
  "says of %s that no desk is deployed",
  async (...args) => {
    expect(await place.vigia(["desk", ...args, "--stage", "none"])).toEqual({
      code: 1,
      out: "",
      err: "There is no desk in stage none: add the setting desk, which docs/guides/desk.md in the package vigia explains, and deploy it.\n",
    });
  },
);
