import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalEvent } from "../../infra/local/events.ts";
import { UserStore } from "../../lib/store/users.ts";
import { INVENTED_USER } from "../support/invented-user.ts";
import { TestStack } from "../support/test-stack.ts";

let stack: TestStack;
let users: UserStore;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 10 });
  users = new UserStore(stack.database, stack.stack.endpoints.tables.users);
});
afterAll(() => stack.close());

const MEXICO = {
  curp: "CACA900228MDFNNN01",
  actividadEconomica: 1234567,
  cuentaRelacionada: "000000000000000000",
  monedaCuentaRelacionada: 1,
  documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: "X0000000" },
};

describe("GET /users/{userId}, signed", () => {
  it("is answered 200 with the record itself, mexico only for a project that enables it", async () => {
    await users.putUser("known", { ...INVENTED_USER, mexico: MEXICO });
    const without = await stack.lookUp("known", { projectId: 1 });
    expect([without.status, JSON.parse(without.text)]).toEqual([200, INVENTED_USER]);
    const withMexico = await stack.lookUp("known", { projectId: 2 });
    expect([withMexico.status, JSON.parse(withMexico.text)]).toEqual([
      200,
      { ...INVENTED_USER, mexico: MEXICO },
    ]);
  });

  it("is answered 404 for a user who is unknown, and for an id that no import accepts", async () => {
    for (const id of ["nobody", "KNOWN", "x".repeat(3_000)]) {
      const { status, text } = await stack.lookUp(id);
      expect([status, text]).toEqual([404, '{"success":false,"message":"There is no such user."}']);
    }
  });

  it.each([
    "a.b",
    "a-b_c~d",
    "USR_Abc",
    "José García",
    "a b+c",
    "a@b:c,d;e=f&g$h!i'j(k)l*m",
    "漢字",
    "#1",
    "a\\b",
  ])("finds an id of any characters that an HTTP API can carry: %s", async (id) => {
    await users.putUser(id, INVENTED_USER);
    expect((await stack.lookUp(id)).status).toBe(200);
  });

  it("leaves one audit line: who was told what of whom, in names of fields and never in values", async () => {
    await users.putUser("audited", INVENTED_USER);
    const lines: Record<string, unknown>[] = [];
    const stop = stack.stack.events.listen((event: LocalEvent) => {
      if (event.type === "log" && event.line["userId"] === "audited") lines.push(event.line);
    });
    await stack.lookUp("audited");
    await expect.poll(() => lines.length).toBe(1);
    stop();
    expect(lines[0]).toMatchObject({
      level: "INFO",
      message: "user look-up",
      projectId: 1,
      userId: "audited",
      found: true,
      fields: ["givenName", "paternalSurname", "birthdate", "nationality", "phoneNumber", "email", "address"],
    });
    expect(JSON.stringify(lines)).not.toMatch(/robles|reforma|ana@example|5512345678/i);
  });

  it("is answered 500 with an alarm's metric and without values where the stored record is not valid", async () => {
    await stack.database.send(
      new PutCommand({
        TableName: stack.stack.endpoints.tables.users,
        Item: { ...INVENTED_USER, userId: "broken", birthdate: "canary-date" },
      }),
    );
    const events: LocalEvent[] = [];
    const stop = stack.stack.events.listen((event) => events.push(event));
    const { status, text } = await stack.lookUp("broken");
    expect([status, text]).toEqual([
      500,
      '{"success":false,"message":"The stored record of this user is not valid."}',
    ]);
    await expect
      .poll(() => events)
      .toContainEqual(expect.objectContaining({ type: "metrics", counts: { UserRecordInvalid: 1 } }));
    stop();
    expect(JSON.stringify(events)).toContain("birthdate");
    expect(JSON.stringify(events)).not.toMatch(/canary|robles|reforma|ana@example|5512345678/i);
  });
});

describe("GET /users/{userId} without a good signature", () => {
  it("is answered 401 in the same words whether the user exists or not", async () => {
    await users.putUser("exists", INVENTED_USER);
    for (const changes of [{ unsigned: true }, { secret: "wrong" }, { timestamp: 1 }]) {
      for (const id of ["exists", "does-not"]) {
        const { status, text } = await stack.lookUp(id, changes);
        expect([status, text]).toEqual([
          401,
          '{"success":false,"message":"The request is not authenticated."}',
        ]);
      }
    }
  });
});

describe("GET /users/{userId} while something is out of reach", () => {
  it("is answered 503 with Retry-After where the table is", async () => {
    stack.stack.outage.set("dynamodb", true);
    const { status, headers } = await stack.lookUp("known");
    stack.stack.outage.set("dynamodb", false);
    expect([status, headers.get("retry-after")]).toEqual([503, "30"]);
  });
});

describe("an id that cannot be looked up", () => {
  it("is answered 400 by the API where its encoding makes no sense", async () => {
    const response = await fetch(`${stack.stack.endpoints.adapter}/users/%25zz`);
    expect(response.status).toBe(400);
  });
});
