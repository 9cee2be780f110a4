/** get-user: what of a user an authentic caller sees, and what is left of it in the audit log. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { getUser } from "../../functions/get-user.ts";
import type { UserRecord } from "../../lib/contract/user.ts";
import type { AuthenticRequest } from "../../lib/intake/endpoint/authenticate.ts";
import { InvalidProjectsError, InvalidRecordError } from "../../lib/users/user-item.ts";
import { INVENTED_USER } from "../support/invented-user.ts";

const PROJECTS = [
  { id: 1, mexico: false },
  { id: 2, mexico: true },
];
const MEXICAN: UserRecord = {
  ...INVENTED_USER,
  mexico: {
    curp: "CACA900228MDFNNN01",
    actividadEconomica: 1234567,
    cuentaRelacionada: "000000000000000000",
    monedaCuentaRelacionada: 1,
    documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: "X0000000" },
  },
};

let printed: string[] = [];
beforeEach(() => {
  printed = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => printed.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

function requestOf(userId: string, projectIds: AuthenticRequest["projectIds"]): AuthenticRequest {
  return {
    requestId: "request-1",
    receivedAt: 0,
    signedAt: 0,
    method: "GET",
    path: `/users/${userId}`,
    pathParameters: { userId },
    headers: {},
    projectIds,
    body: Buffer.alloc(0),
    json: () => ({}),
  };
}

/** @param stored what is stored of the user u-1, or the error of reading it */
function lookUp(stored: UserRecord | Error, projectIds: AuthenticRequest["projectIds"], userId = "u-1") {
  const users = {
    getUser: async (userId: string) => {
      if (stored instanceof Error) throw stored;
      return userId === "u-1" ? { userId, record: stored } : undefined;
    },
  };
  return getUser(requestOf(userId, projectIds), { users, projects: PROJECTS });
}

const auditLines = () => printed.map((line) => JSON.parse(line)).filter(({ level }) => level === "INFO");

it("answers a project that enables it with the part `mexico`", async () => {
  const { statusCode, body } = await lookUp(MEXICAN, [2]);
  expect([statusCode, JSON.parse(body ?? "")]).toEqual([200, MEXICAN]);
});

it.each([
  ["a project that does not enable it", [1]],
  ["two projects of which one does not enable it", [1, 2]],
  ["the test project", [0]],
] as const)("answers %s without the part `mexico`", async (_, projectIds) => {
  const { statusCode, body } = await lookUp(MEXICAN, projectIds);
  expect([statusCode, JSON.parse(body ?? "")]).toEqual([200, INVENTED_USER]);
});

it.each([
  ["is unknown", INVENTED_USER, "u-2"],
  ["has an id that no import accepts", INVENTED_USER, "x".repeat(3_000)],
  ["does not say which projects may know it", new InvalidProjectsError(), "u-1"],
])("answers 404 for a user that %s", async (_, stored, userId) => {
  await expect(lookUp(stored, [1], userId)).rejects.toMatchObject({ status: 404 });
});

it("answers 503 while the table is out of reach, and 500 for a stored record that is not valid", async () => {
  await expect(lookUp(new Error("out of reach"), [1])).rejects.toMatchObject({ status: 503 });
  await expect(lookUp(new InvalidRecordError(["email"]), [1])).rejects.toMatchObject({ status: 500 });
});

it("leaves one audit line that names the fields that were shown, and none of their values", async () => {
  await lookUp(MEXICAN, [1]);
  expect(auditLines()).toMatchObject([
    { message: "user look-up", requestId: "request-1", projectId: 1, userId: "u-1", found: true },
  ]);
  expect(auditLines()[0].shown).toBe(Object.keys(INVENTED_USER).join(", "));
  expect(printed.join("")).not.toContain(INVENTED_USER.email);
});

it.each([
  ["ana@example.com", "[e-mail masked]"],
  ["GODE561231HDFRRN09", "[CURP masked]"],
  ["GODE561231GR8", "[RFC masked]"],
])("masks an id that looks personal in every line of its log: %s", async (userId, masked) => {
  await lookUp(INVENTED_USER, [1], userId).catch(() => {});
  await lookUp(new InvalidRecordError(["email"]), [1], userId).catch(() => {});
  expect(auditLines()).toMatchObject([{ message: "user look-up", userId: masked }]);
  expect(printed.join("")).not.toContain(userId);
});

it("leaves an audit line of a look-up that finds no one", async () => {
  await lookUp(MEXICAN, [2], "u-2").catch(() => {});
  expect(auditLines()).toMatchObject([{ userId: "u-2", found: false, shown: "" }]);
});
