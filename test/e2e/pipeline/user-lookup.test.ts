import { request } from "node:http";
import { text } from "node:stream/consumers";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalEvent } from "../../../infra/local/lambda/run-events.ts";
import { parseObject } from "../../../lib/contract/exact-json.ts";
import { canonicalBody, sign } from "../../../lib/contract/signature.ts";
import { UserStore } from "../../../lib/users/users.ts";
import { INVENTED_USER } from "../../support/invented-user.ts";
import { TestStack } from "../../support/test-stack.ts";

let stack: TestStack;
let users: UserStore;

beforeAll(async () => {
  stack = await TestStack.start({ timeScale: 30 });
  users = new UserStore(stack.database, stack.endpoints.tables.users);
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
  it("is answered 200 with the record itself, mexico only for a project that enables it", {
    tags: ["anywhere"],
  }, async () => {
    await users.putUser("known", { ...INVENTED_USER, mexico: MEXICO });
    const without = await stack.lookUp("known", { projectId: 1 });
    expect([without.status, JSON.parse(without.text)]).toEqual([200, INVENTED_USER]);
    const withMexico = await stack.lookUp("known", { projectId: 2 });
    expect([withMexico.status, JSON.parse(withMexico.text)]).toEqual([
      200,
      { ...INVENTED_USER, mexico: MEXICO },
    ]);
  });

  it("is answered 404 for a user who is unknown, and for an id that no import accepts", {
    tags: ["anywhere"],
  }, async () => {
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
  ])("finds an id of any characters that an HTTP API can carry: %s", { tags: ["anywhere"] }, async (id) => {
    await users.putUser(id, INVENTED_USER);
    expect((await stack.lookUp(id)).status).toBe(200);
  });

  it("leaves one audit line: who was answered with which fields of whom, in their names and never their values", async () => {
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
      shown: "givenName, paternalSurname, birthdate, nationality, phoneNumber, email, address",
    });
    expect(JSON.stringify(lines)).not.toMatch(/robles|reforma|ana@example|5512345678/i);
  });

  it("is answered 500 with an alarm's metric and without values where the stored record is not valid", async () => {
    await stack.database.send(
      new PutCommand({
        TableName: stack.endpoints.tables.users,
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

describe("GET /users/{userId} of a user who names the projects that may ask", () => {
  it("answers those projects, and looks to others like that of an unknown user in every word, metric and line of the log", async () => {
    await users.putUser("only-2", { ...INVENTED_USER, mexico: MEXICO }, [2]);
    const allowed = await stack.lookUp("only-2", { projectId: 2 });
    expect([allowed.status, JSON.parse(allowed.text)]).toEqual([200, { ...INVENTED_USER, mexico: MEXICO }]);
    const [refused, unknown] = [await observed("only-2"), await observed("nobody")];
    expect(refused.status).toBe(404);
    expect(JSON.stringify(refused).replaceAll("only-2", "nobody")).toBe(JSON.stringify(unknown));
  });

  it("says nothing to others of a record that is not valid", { tags: ["anywhere"] }, async () => {
    const { tables } = stack.endpoints;
    const item = { ...INVENTED_USER, userId: "only-2-broken", birthdate: "x", projects: new Set([2]) };
    await stack.database.send(new PutCommand({ TableName: tables.users, Item: item }));
    expect((await stack.lookUp("only-2-broken", { projectId: 1 })).status).toBe(404);
    expect((await stack.lookUp("only-2-broken", { projectId: 2 })).status).toBe(500);
  });

  it.each([
    ["text", { projects: "2" }],
    ["a number", { projects: 2 }],
    ["an empty list", { projects: [] }],
    ["a list with a name", { projects: ["2", "x"] }],
    ["null", { projects: null }],
    ["a name in other letters", { Projects: [2] }],
  ])("is unknown to everybody where it cannot be read who may ask, and counted: %s", async (name, limits) => {
    const { tables } = stack.endpoints;
    const item = { ...INVENTED_USER, userId: `odd ${name}`, ...limits };
    await stack.database.send(new PutCommand({ TableName: tables.users, Item: item }));
    const metrics: unknown[] = [];
    const stop = stack.stack.events.listen((event) => {
      if (event.type === "metrics") metrics.push(event.counts);
    });
    for (const projectId of [1, 2]) {
      const { status, text } = await stack.lookUp(`odd ${name}`, { projectId });
      expect([status, text]).toEqual([404, '{"success":false,"message":"There is no such user."}']);
    }
    await expect.poll(() => metrics).toContainEqual(expect.objectContaining({ UserRecordInvalid: 1 }));
    stop();
  });

  it.each([
    ["a set", new Set(["2"])],
    ["a list", ["2"]],
  ])("reads ids in text as the numbers that they are: %s", { tags: ["anywhere"] }, async (name, projects) => {
    const { tables } = stack.endpoints;
    const item = { ...INVENTED_USER, userId: `text in ${name}`, projects };
    await stack.database.send(new PutCommand({ TableName: tables.users, Item: item }));
    expect((await stack.lookUp(`text in ${name}`, { projectId: 1 })).status).toBe(404);
    expect((await stack.lookUp(`text in ${name}`, { projectId: 2 })).status).toBe(200);
  });

  /** Answer to project 1, and the output meanwhile, without the parts that differ from call to call. */
  async function observed(userId: string) {
    const lines: unknown[] = [];
    const stop = stack.stack.events.listen((event: LocalEvent) => {
      if (event.type === "metrics") lines.push(event.counts);
      if (event.type === "log") lines.push({ ...event.line, requestId: "", timestamp: "" });
    });
    const { status, text } = await stack.lookUp(userId, { projectId: 1 });
    await expect.poll(() => lines.length).toBe(2);
    stop();
    return { status, text, lines };
  }
});

describe("GET /users/{userId} by the secret of two projects", () => {
  it("shows only what both may see", async () => {
    const { secrets, endpoints } = stack.stack;
    const shared = { webhookSecrets: [{ value: "local-webhook-secret-1" }] };
    await users.putUser("shared", { ...INVENTED_USER, mexico: MEXICO });
    await users.putUser("shared-only-1", INVENTED_USER, [1]);
    secrets.set(endpoints.secrets.inbound, JSON.stringify({ 1: shared, 2: shared }));
    // The functions hold the document of before for a minute, which is two seconds here.
    await expect
      .poll(async () => (await stack.lookUp("shared", { secret: "local-webhook-secret-2" })).status)
      .toBe(401);
    const { status, text } = await stack.lookUp("shared");
    expect([status, text]).toEqual([200, JSON.stringify(INVENTED_USER)]);
    expect((await stack.lookUp("shared-only-1")).status).toBe(404);
    const own = { 1: shared, 2: { webhookSecrets: [{ value: "local-webhook-secret-2" }] } };
    secrets.set(endpoints.secrets.inbound, JSON.stringify(own));
  });
});

describe("GET /users/{userId} with a body", () => {
  it("is refused unread, and counted", async () => {
    await users.putUser("with-body", INVENTED_USER);
    const counted: Record<string, number>[] = [];
    const stop = stack.stack.events.listen((event: LocalEvent) => {
      if (event.type === "metrics") counted.push(event.counts);
    });
    const answer = await requestWithBody(stack, "/users/with-body", '{"a":1}');
    expect(answer).toEqual([413, '{"success":false,"message":"The request must have no body."}']);
    await expect.poll(() => counted).toEqual([{ RequestTooLarge: 1 }]);
    stop();
  });
});

describe("GET /users/{userId} without a good signature", () => {
  it("is answered 401 in the same words whether the user exists or not", { tags: ["anywhere"] }, async () => {
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
    stack.gate.outage("dynamodb", true);
    const { status, headers } = await stack.lookUp("known");
    stack.gate.outage("dynamodb", false);
    expect([status, headers.get("retry-after")]).toEqual([503, "30"]);
  });
});

describe("an id that cannot be looked up", () => {
  it("is answered 400 by the API where its encoding makes no sense", async () => {
    const response = await fetch(`${stack.endpoints.adapter}/users/%25zz`);
    expect(response.status).toBe(400);
  });
});

/** `fetch` sends no body with GET. */
function requestWithBody({ stack }: TestStack, path: string, body: string): Promise<unknown[]> {
  const timestamp = String(Date.now());
  const parts = { method: "GET", path, canonicalBody: canonicalBody(parseObject(body)), timestamp };
  const headers = {
    "x-wavynode-hmac": sign(parts, "local-webhook-secret-1"),
    "x-wavynode-timestamp": timestamp,
    "content-length": Buffer.byteLength(body),
  };
  return new Promise((done, fail) => {
    request(`${stack.endpoints.adapter}${path}`, { headers }, async (response) => {
      done([response.statusCode, await text(response)]);
    })
      .on("error", fail)
      .end(body);
  });
}

describe("the company's backend, with the policy UserWriter alone", () => {
  let backend: DynamoDBDocumentClient;
  let TableName: string;

  beforeAll(() => {
    const { region, aws, tables } = stack.stack.endpoints;
    const credentials = { accessKeyId: "Vigia-local-UserWriter", secretAccessKey: "any" };
    backend = DynamoDBDocumentClient.from(
      new DynamoDBClient({ region, credentials, endpoint: aws.dynamodb, maxAttempts: 1 }),
    );
    TableName = tables.users;
  });
  afterAll(() => backend.destroy());

  const refused = (action: string) => ({
    name: "AccessDeniedException",
    message: `User: arn:aws:iam::000000000000:user/Vigia-local-UserWriter is not authorized to perform: ${action} on resource: arn:aws:dynamodb:us-east-1:000000000000:table/Vigia-local-Users because no identity-based policy allows the ${action} action`,
  });

  it("writes and deletes users in batches", async () => {
    const Item = { userId: "batched", ...INVENTED_USER };
    await backend.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }));
    expect((await stack.lookUp("batched")).status).toBe(200);
    const Key = { userId: "batched" };
    await backend.send(
      new BatchWriteCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key } }] } }),
    );
    expect((await stack.lookUp("batched")).status).toBe(404);
  });

  it("is handed no record by a write whose condition fails", async () => {
    await users.putUser("kept", INVENTED_USER);
    const put = new PutCommand({
      TableName,
      Item: { userId: "kept" },
      ConditionExpression: "attribute_not_exists(userId)",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    await expect(backend.send(put)).rejects.toMatchObject(refused("dynamodb:PutItem"));
  });

  it("is handed none by any other call either", async () => {
    const Key = { userId: "kept" };
    const update = new UpdateCommand({ TableName, Key, ReturnValues: "ALL_OLD" });
    await expect(backend.send(update)).rejects.toMatchObject(refused("dynamodb:UpdateItem"));
    await expect(backend.send(new GetCommand({ TableName, Key }))).rejects.toMatchObject(
      refused("dynamodb:GetItem"),
    );
  });
});
