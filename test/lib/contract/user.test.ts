/** The User record and the ids that can be looked up. */

import { describe, expect, it } from "vitest";
import { type IssueText, issuesLine, issuesOf, issueTexts } from "../../../lib/contract/issues.ts";
import {
  misspellsProjects,
  userId,
  userProjects,
  userRecord,
  withoutNulls,
} from "../../../lib/contract/user.ts";

const MEXICO = {
  rfc: "XAXX010101000",
  curp: "HEGG560427MVZRRL04",
  actividadEconomica: 2511001,
  cuentaRelacionada: "012180001234567891",
  monedaCuentaRelacionada: 1,
  documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: "IDMEX1234567890" },
};

const RECORD = {
  givenName: "María José",
  maternalSurname: "Gutiérrez",
  paternalSurname: "Hernández",
  birthdate: "1956-04-27",
  nationality: "MX",
  phoneNumber: { countryCode: "+52", phoneNumber: 5512345678 },
  email: "maria@example.com",
  address: {
    country: "MX",
    region: "CDMX",
    city: "Ciudad de México",
    street: "Av. Insurgentes Sur",
    colonia: "Del Valle",
    exteriorNumber: "1602",
    interiorNumber: "4B",
    postalCode: "03940",
  },
  mexico: MEXICO,
};

function issues(record: unknown): IssueText[] {
  const reading = userRecord.safeParse(record);
  return reading.success ? [] : issueTexts(issuesOf(reading.error));
}

describe("a User record", () => {
  it("is read as it is", () => {
    expect(userRecord.parse(RECORD)).toEqual(RECORD);
  });

  it("may lack mexico, interiorNumber, maternalSurname and mexico.rfc", () => {
    const { mexico: _mexico, maternalSurname: _surname, ...bare } = RECORD;
    const { interiorNumber: _number, ...address } = RECORD.address;
    const { rfc: _rfc, ...mexico } = MEXICO;
    expect(issues({ ...bare, address })).toEqual([]);
    expect(issues({ ...RECORD, mexico })).toEqual([]);
  });

  it("loses the fields that the contract does not have", () => {
    const read = userRecord.parse({ ...RECORD, password: "x", address: { ...RECORD.address, geo: 1 } });
    expect(read).toEqual(RECORD);
  });

  it.each([
    ["givenName", { givenName: undefined }, "expected text"],
    ["givenName", { givenName: "\ud800" }, "contains half of a character (a lone surrogate)"],
    ["givenName", { givenName: "x".repeat(1_001) }, "expected at most 1000 characters"],
    ["birthdate", { birthdate: "27/04/1956" }, "expected a date as YYYY-MM-DD"],
    ["birthdate", { birthdate: "1956-02-30" }, "expected a date as YYYY-MM-DD"],
    ["birthdate", { birthdate: "1956-04-27 " }, "expected a date as YYYY-MM-DD"],
    ["birthdate", { birthdate: "1957-13-01" }, "expected a date as YYYY-MM-DD"],
    ["birthdate", { birthdate: "+001956-04-27" }, "expected a date as YYYY-MM-DD"],
    ["birthdate", { birthdate: "+021956-04-27" }, "expected a date as YYYY-MM-DD"],
    ["birthdate", { birthdate: "1957-02-29" }, "expected a date as YYYY-MM-DD"],
    ["birthdate", { birthdate: "1956-04-27T00:00:00Z" }, "expected a date as YYYY-MM-DD"],
    ["nationality", { nationality: "mx" }, "expected an ISO 3166-1 alpha-2 code, such as MX"],
    ["nationality", { nationality: "MEX" }, "expected an ISO 3166-1 alpha-2 code, such as MX"],
    [
      "phoneNumber.countryCode",
      { phoneNumber: { countryCode: "52", phoneNumber: 1 } },
      "expected a plus sign and digits, such as +52",
    ],
    [
      "phoneNumber.phoneNumber",
      { phoneNumber: { countryCode: "+52", phoneNumber: "5512345678" } },
      "expected a number",
    ],
    [
      "phoneNumber.phoneNumber",
      { phoneNumber: { countryCode: "+52", phoneNumber: 1.5 } },
      "expected a whole number",
    ],
    ["phoneNumber", { phoneNumber: "+525512345678" }, "expected an object"],
    [
      "phoneNumber.countryCode",
      { phoneNumber: { countryCode: "+52 55", phoneNumber: 1 } },
      "expected a plus sign and digits, such as +52",
    ],
    [
      "phoneNumber.countryCode",
      { phoneNumber: { countryCode: "00+52", phoneNumber: 1 } },
      "expected a plus sign and digits, such as +52",
    ],
    ["email", { email: "maria" }, "expected an e-mail address"],
    ["email", { email: "maria@example.com, jose@example.com" }, "expected an e-mail address"],
    ["address.postalCode", { address: { ...RECORD.address, postalCode: 3940 } }, "expected text"],
    ["mexico.curp", { mexico: { ...MEXICO, curp: undefined } }, "expected text"],
    [
      "mexico.documentoIdentificacion.tipoIdentificacion",
      {
        mexico: {
          ...MEXICO,
          documentoIdentificacion: { tipoIdentificacion: "1", numeroIdentificacion: "x" },
        },
      },
      "expected a number",
    ],
  ])("is refused where %s is wrong", (path, change, message) => {
    expect(issues({ ...RECORD, ...change })).toEqual([{ path, message }]);
  });

  it("has no value where a database has null, at any depth", () => {
    const address = { ...RECORD.address, interiorNumber: null };
    expect(userRecord.parse({ ...RECORD, maternalSurname: null, address, mexico: null })).toEqual(
      userRecord.parse({
        ...RECORD,
        maternalSurname: undefined,
        address: { ...RECORD.address, interiorNumber: undefined },
        mexico: undefined,
      }),
    );
    const set = new Set([null]);
    expect(withoutNulls({ a: { b: null, c: 0 }, set, list: [null], none: null })).toEqual({
      a: { c: 0 },
      set,
      list: [null],
    });
    expect([withoutNulls(null), withoutNulls("x"), withoutNulls(undefined)]).toEqual([null, "x", undefined]);
  });

  it("takes a birthday on a leap day", () => {
    expect(issues({ ...RECORD, birthdate: "1956-02-29" })).toEqual([]);
  });
});

describe("the projects of a user", () => {
  it.each([
    [undefined, undefined],
    [
      [0, 1],
      [0, 1],
    ],
    [
      ["0", "7", "999999999999999"],
      [0, 7, 999999999999999],
    ],
    [new Set([2, 1]), [2, 1]],
    [new Set(["12"]), [12]],
  ])("may be %j", (value, read) => {
    expect(userProjects.parse(value)).toEqual(read);
  });

  it.each([
    [[]],
    [[-1]],
    [[1.5]],
    [["01"]],
    [["1a"]],
    [["a1"]],
    [["-1"]],
    [["1".repeat(16)]],
    [new Set()],
    ["1"],
    [null],
    [Array(101).fill(1)],
  ])("may not be %j", (value) => {
    expect(userProjects.safeParse(value).success).toBe(false);
  });

  it.each([
    [{ Projects: [1] }, true],
    [{ " projects": [1], projects: [2] }, true],
    [{ PROJECTS_: [1] }, false],
    [{ projects: [1], project: 1 }, false],
    [{}, false],
  ])("are misspelled in %j: %s", (fields, misspelled) => {
    expect(misspellsProjects(fields)).toBe(misspelled);
  });
});

describe("a user id", () => {
  it.each([
    "u-1",
    "user-in-your-db-123",
    "José.Pérez",
    "USR_Abc",
    "a b",
    "...",
    "#1",
    "a\\b",
    "🦉",
    "é".repeat(1_024),
  ])("%s can be looked up", (id) => {
    expect(userId.safeParse(id).success).toBe(true);
  });

  it.each([
    ["", "expected at least 1 character"],
    ["50%", "contains %, / or ?, which cannot be looked up through an HTTP API"],
    ["a/b", "contains %, / or ?, which cannot be looked up through an HTTP API"],
    ["who?", "contains %, / or ?, which cannot be looked up through an HTTP API"],
    [".", "is . or .., which HTTP clients remove from a path"],
    ["..", "is . or .., which HTTP clients remove from a path"],
    ["a\u0000b", "contains a control character"],
    ["a\nb", "contains a control character"],
    ["\udc00", "contains half of a character (a lone surrogate)"],
    [17, "expected text"],
  ])("%s is refused with the reason", (id, reason) => {
    const reading = userId.safeParse(id);
    if (reading.success) throw new Error("expected issues");
    expect(issuesLine(issuesOf(reading.error))).toBe(reason);
  });

  it("is at most 2,048 bytes long", () => {
    expect(userId.safeParse("é".repeat(1_024)).success).toBe(true);
    expect(userId.safeParse("é".repeat(1_025)).error?.issues[0]?.message).toBe("is longer than 2048 bytes");
  });
});
