/** `vigia users`, on an emulated DynamoDB. */

import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyOfWallet } from "../../../../lib/screening/wallets/wallet-keys.ts";
import { INVENTED_USER } from "../../../support/invented-user.ts";
import { type PlaceWithTables, placeWithTables } from "../support/tables.ts";
import { endpointsWith, makePlace } from "../support/test-context.ts";

let place: PlaceWithTables;

beforeAll(async () => {
  place = await placeWithTables();
});
afterAll(() => place.remove());

const ana = {
  ...INVENTED_USER,
  maternalSurname: "Gil",
  address: { ...INVENTED_USER.address, interiorNumber: "4b" },
  mexico: {
    rfc: "ROGA900228AB1",
    curp: "ROGA900228MDFBLN09",
    actividadEconomica: 8944098,
    cuentaRelacionada: "001",
    monedaCuentaRelacionada: 1,
    documentoIdentificacion: { tipoIdentificacion: 1, numeroIdentificacion: "X-1" },
  },
};

const line = (userId: string, changes: object = {}) => JSON.stringify({ userId, ...ana, ...changes });

test("loads every good line of a file and names the lines of each problem, without a value of them", async () => {
  await place.file(
    "users.jsonl",
    [
      `\ufeff${line("u-1")}\r`,
      "",
      line("u-2", { email: "nobody", birthdate: "1990-02-30" }),
      "{not json",
      line("50%"),
      line("u-1", { givenName: "Eva" }),
      '["a list"]',
      line("u-3"),
      line("u-4", { birthdate: "12/04/1988" }),
    ].join("\n"),
  );
  const result = await place.vigia("users import users.jsonl");
  expect(result).toEqual({
    code: 3,
    out: "2 users loaded; 6 lines refused.\n",
    err: [
      "users.jsonl: refused: birthdate: expected a date as YYYY-MM-DD (lines 3, 9)",
      "users.jsonl: refused: email: expected an e-mail address (line 3)",
      "users.jsonl: refused: is not JSON (line 4)",
      "users.jsonl: refused: userId: contains %, / or ?, which cannot be looked up through an HTTP API (line 5)",
      "users.jsonl: refused: repeats the userId of an earlier line, of which the first is used (line 6)",
      "users.jsonl: refused: is not a JSON object (line 7)",
      "2 users have fields that a Mexican report would reject: userId, givenName, maternalSurname, paternalSurname, address.street, address.colonia, mexico.rfc, mexico.curp. --dry-run shows them; no user was refused because of them.",
      "",
    ].join("\n"),
  });
  expect(JSON.parse((await place.vigia("users get u-1")).out)).toEqual(ana);
  expect(JSON.parse((await place.vigia("users get u-3")).out)).toEqual(ana);
  expect((await place.vigia("users get u-2")).code).toBe(1);
});

test("refuses fields that no record has, and names the projects that the stack does not serve", async () => {
  const lines = [
    line("f-1", { zip: "1", address: { ...ana.address, zip: "06600", interiorNumber: null } }),
    line("f-2", { zip: "2", givenname: "Eva" }),
    line("f-3", { projects: [9], nothing: null }),
    line("f-4", { projects: [0] }),
  ];
  const { code, out, err } = await place.vigia("users import -", { stdin: lines.join("\n") });
  expect([code, out]).toEqual([3, "2 users loaded; 2 lines refused.\n"]);
  expect(err).toContain("refused: has a field that no record has (lines 1, 2)\n");
  expect(err).toContain("refused: address: has a field that no record has (line 1)\n");
  expect(err).toContain("refused: givenName: expected exactly this name (line 2)\n");
  expect(err).toContain(
    'Projects that the local stack does not serve (it serves 1): 9 (1 user). A user who names no other project is not found by the service: correct "projects" and import the file again.\n',
  );
  expect(err).not.toContain("zip");
});

test("keeps beside a record which projects may look the user up: the line's own, or the option's", async () => {
  await place.file("limited.jsonl", [line("l-1"), line("l-2", { projects: [2, 3] })].join("\n"));
  expect((await place.vigia("users import limited.jsonl --projects 1")).code).toBe(0);
  const option = await place.vigia("users get l-1");
  expect([JSON.parse(option.out), option.err]).toEqual([
    ana,
    "Only these projects may look the user up: 1.\n",
  ]);
  expect((await place.vigia("users get l-2")).err).toBe("Only these projects may look the user up: 2, 3.\n");
  await place.vigia("users import limited.jsonl");
  expect((await place.vigia("users get l-1")).err).toBe("");
});

test("refuses projects that cannot be: an empty list, a name, or one that the stack does not serve", async () => {
  await place.file("wrong.jsonl", [line("w-1", { projects: [] }), line("w-2", { projects: "1" })].join("\n"));
  const { err } = await place.vigia("users import wrong.jsonl");
  expect(err).toContain("projects: expected at least 1 entry (line 1)\n");
  expect(err).toContain("projects: expected a list (line 2)\n");
  const unknown = await place.vigia("users import limited.jsonl --projects 1,9");
  expect([unknown.code, unknown.err]).toEqual([
    1,
    expect.stringContaining("Project 9 is not served by the local stack (served: 1)"),
  ]);
  expect((await place.vigia("users import limited.jsonl --projects one")).code).toBe(2);
  expect((await place.vigia("users import limited.jsonl --projects 0")).code).toBe(0);
});

test("reads projects' ids in text, and refuses a name that differs in capitals or blanks", async () => {
  await place.file(
    "names.jsonl",
    [
      line("n-1", { projects: ["2", 3] }),
      line("n-2", { Projects: [2] }),
      line("n-3", { projects: [1], "PROJECTS ": [2] }),
      line("n-4", { projects: ["02"] }),
    ].join("\n"),
  );
  const { code, err } = await place.vigia("users import names.jsonl");
  expect([code, err]).toEqual([
    3,
    expect.stringContaining(
      [
        "names.jsonl: refused: projects: expected exactly this name (lines 2, 3)",
        "names.jsonl: refused: projects: expected a number (line 4)",
        "",
      ].join("\n"),
    ),
  ]);
  expect((await place.vigia("users get n-1")).err).toBe("Only these projects may look the user up: 2, 3.\n");
  expect((await place.vigia("users get n-2")).code).toBe(1);
});

test("loads more users than one batch holds, from standard input", async () => {
  const { mexico: _, ...abroad } = ana;
  const stdin = Array.from({ length: 260 }, (_, at) =>
    JSON.stringify({ userId: `many-${at}`, ...abroad }),
  ).join("\n");
  const result = await place.vigia("users import -", { stdin });
  expect(result).toEqual({ code: 0, out: "260 users loaded; 0 lines refused.\n", err: "" });
  expect((await place.vigia("users get many-259")).code).toBe(0);
});

test("refuses a file without users, which an export may have left", async () => {
  await place.file("users.csv", "userId,givenName\n");
  const { code, err } = await place.vigia("users import users.csv");
  expect({ code, err }).toEqual({
    code: 1,
    err: "users.csv contains no user: check the export that wrote it.\n",
  });
});

const HEADER =
  "userId,givenName,paternalSurname,birthdate,nationality,phoneNumber.countryCode,phoneNumber.phoneNumber,email," +
  "address.country,address.region,address.city,address.street,address.colonia,address.exteriorNumber,address.postalCode";
const ROW =
  'Eva,Ruiz,1985-12-01,MX,+52,5511112222,eva@example.com,Mexico,CDMX,CDMX,"Calle 1, bis",Centro,"1\n2",06000';

test("loads a CSV file with dotted columns, quoted cells and semicolons, and counts lines as an editor does", async () => {
  await place.file("users.csv", `${HEADER}\n\nc-1,${ROW}\nc-2,only,three\n,,,\nc-4,${ROW}\n`);
  const result = await place.vigia("users import users.csv");
  expect(result).toEqual({
    code: 3,
    out: "2 users loaded; 1 line refused.\n",
    err: "users.csv: refused: has fewer columns than the header (line 5)\n",
  });
  const { out } = await place.vigia("users get c-4");
  expect(JSON.parse(out)).toMatchObject({
    phoneNumber: { countryCode: "+52", phoneNumber: 5511112222 },
    address: { street: "Calle 1, bis", exteriorNumber: "1\n2", postalCode: "06000" },
  });
  await place.file(
    "de.csv",
    `${HEADER.replaceAll(",", ";")}\n${`c-5,${ROW.replace(", bis", "")}`.replaceAll(",", ";")}\n`,
  );
  expect((await place.vigia("users import de.csv")).code).toBe(0);
});

test("reads the projects of a user from a CSV column, and refuses an invalid one", async () => {
  await place.file("p.csv", `${HEADER},projects\np-1,${ROW},1 2\np-2,${ROW},\np-3,${ROW},1 x\n`);
  const result = await place.vigia("users import p.csv");
  expect([result.code, result.err]).toEqual([
    3,
    expect.stringMatching(
      /^p\.csv: refused: projects: expected a number \(line 6\)\nProjects that the local stack does not serve \(it serves 1\): 2 \(1 user\)\./,
    ),
  ]);
  expect((await place.vigia("users get p-1")).err).toBe("Only these projects may look the user up: 1, 2.\n");
  expect((await place.vigia("users get p-2")).err).toBe("");
});

test("refuses a CSV file without a header, and does not quote it", async () => {
  await place.file("no-header.csv", `c-1,${ROW}\n`);
  const result = await place.vigia("users import no-header.csv");
  expect(result.code).toBe(1);
  expect(result.err).toContain("no-header.csv, line 1: has no column userId. Columns: userId, givenName,");
  expect(result.err).not.toContain("Eva");
});

test("checks a file without a stack, and loads nothing, with --dry-run", async () => {
  const nowhere = await makePlace();
  await nowhere.file("users.jsonl", line("dry"));
  const result = await nowhere.vigia("users import users.jsonl --dry-run");
  expect(result.code).toBe(0);
  expect(result.out).toContain("1 user can be loaded; nothing was loaded; 0 lines refused.\n");
  expect(result.err).toBe("No stack is running: the file was compared with none.\n");
  await nowhere.remove();
});

test("compares a file with the table by id with --dry-run, and shows no value", async () => {
  const own = await placeWithTables();
  const { mexico: _, ...abroad } = ana;
  const lineOf = (userId: string, changes: object = {}) => JSON.stringify({ userId, ...abroad, ...changes });
  const ids = Array.from({ length: 1_100 }, (_, index) => `c-${index}`);
  await own.vigia("users import -", { stdin: ids.map((id) => lineOf(id)).join("\n") });
  const file = [
    ...ids.slice(3).map((id) => lineOf(id)),
    lineOf("c-1", { givenName: "Otra" }),
    lineOf("c-2", { projects: [1] }),
    lineOf("c-new"),
  ].join("\n");
  const { out, err } = await own.vigia("users import - --dry-run", { stdin: file });
  expect(out.trim().split("\n").slice(1).toSorted()).toEqual([
    "changed      c-1",
    "changed      c-2",
    "new          c-new",
    "not in file  c-0",
  ]);
  expect(err).toBe(
    "Compared with the local stack: 1097 the same, 1 new, 2 changed, 1 stored and not in the file.\n",
  );
  expect((await own.vigia("users get c-new")).code).toBe(1);
  const few = { stdin: lineOf("c-1") };
  const first = (await own.vigia("users import - --dry-run", few)).out.trim().split("\n").slice(1);
  expect([first.length, first.at(-1)]).toEqual([6, "not in file  and 1,094 more"]);
  expect(
    (await own.vigia("users import - --dry-run --ids", few)).out.match(/^not in file {2}c-\d+$/gm),
  ).toHaveLength(1_099);
  await own.remove();
});

test("lists ids exactly: as a shell reads them where white space or what no one sees is part of them", async () => {
  const own = await placeWithTables();
  const long = "x".repeat(900);
  const stored = [" w-6", "w\u200b-7", '"w-8"', "Jos\u00e9", "Jose\u0301", long];
  await own.vigia("users import -", { stdin: stored.map((id) => line(id)).join("\n") });
  const { out } = await own.vigia("users import - --dry-run --ids", { stdin: line("w-6") });
  expect(out.match(/(?<=^not in file {2}).*$/gm)?.toSorted()).toEqual(
    ["' w-6'", `'"w-8"'`, "$'w\\xe2\\x80\\x8b-7'", "Jos\u00e9", "$'Jose\\xcc\\x81'", long].toSorted(),
  );
  await own.remove();
});

test("warns of a Mexican number that has not ten digits, which --fix takes its old prefixes from", async () => {
  await place.file("prefix.csv", csvOf({ "phoneNumber.phoneNumber": "5215512345678" }));
  const problem = "phoneNumber.phoneNumber: not the ten digits of a number in Mexico";
  expect((await place.vigia("users import prefix.csv --dry-run")).err).toContain(problem);
  expect((await place.vigia("users import prefix.csv --fix ten.csv")).err).not.toContain(problem);
  await place.vigia("users import ten.csv");
  expect(JSON.parse((await place.vigia("users get X-1")).out).phoneNumber.phoneNumber).toBe(5512345678);
  await place.file("minus.csv", csvOf({ "phoneNumber.phoneNumber": "-5512345678" }));
  expect((await place.vigia("users import minus.csv --fix no.csv")).code).toBe(3);
});

test.each(["+521", "521", "+52 1"])(
  "warns of %s as Mexico's code, which --fix writes as +52",
  async (code) => {
    await place.file(
      "code.csv",
      csvOf({ "phoneNumber.countryCode": code, "phoneNumber.phoneNumber": "5512345678" }),
    );
    const { err } = await place.vigia("users import code.csv --dry-run");
    expect(err).toMatch(/phoneNumber\.countryCode: (Mexico's is \+52|expected)/);
    expect((await place.vigia("users import code.csv --fix right.csv")).err).not.toContain("Mexico's is");
    await place.vigia("users import right.csv");
    expect(JSON.parse((await place.vigia("users get X-1")).out).phoneNumber).toEqual({
      countryCode: "+52",
      phoneNumber: 5512345678,
    });
  },
);

test("refuses a line with a control character, and leaves it out of the corrected file", async () => {
  await place.file("control.csv", csvOf({ userId: "X-\u000b2" }, { "address.street": "Calle\u0007 5" }, {}));
  const { code, err } = await place.vigia("users import control.csv --fix rest.csv");
  expect([code, err]).toEqual([3, expect.stringContaining("holds a control character: remove it where")]);
  expect(err).toContain("without 2 lines that cannot be read as cells");
  expect((await place.vigia("users import rest.csv")).out).toBe("1 user loaded; 0 lines refused.\n");
});

test("refuses --ids of an import that compares nothing", async () => {
  expect((await place.vigia("users import users.jsonl --ids")).code).toBe(2);
});

test("reads Windows-1252 where a file is not in UTF-8, and says so", async () => {
  const street = { address: { ...ana.address, country: "MX", street: "Peña 1" } };
  await place.file("western.jsonl", Buffer.from(line("w-1252", { givenName: "José", ...street }), "latin1"));
  const { code, err } = await place.vigia("users import western.jsonl");
  expect([code, err.split("\n")[0]]).toEqual([0, "western.jsonl is read as Windows-1252."]);
  expect(JSON.parse((await place.vigia("users get w-1252")).out)).toMatchObject({
    givenName: "José",
    address: { street: "Peña 1" },
  });
});

test("refuses a line that is too long alone, and reads what follows it", async () => {
  const good = (from: number) => Array.from({ length: 150 }, (_, at) => `{"userId":"long-${from + at}"}`);
  const lines = [...good(0), `{"userId":"${"x".repeat(300_000)}"}`, ...good(150)].map((text) =>
    text.replace("{", `${JSON.stringify(INVENTED_USER).slice(0, -1)},`),
  );
  await place.file("long.jsonl", lines.join("\n"));
  for (const [option, loaded] of [
    [" --dry-run", "can be loaded; nothing was loaded"],
    ["", "loaded"],
  ] as const) {
    const { code, out, err } = await place.vigia(`users import long.jsonl${option}`);
    expect([code, out.split("\n")[0]]).toEqual([3, `300 users ${loaded}; 1 line refused.`]);
    expect(err).toContain("long.jsonl: refused: is longer than 262144 bytes (line 151)\n");
  }
});

test("loses no error of the file behind the lines that it loads, and says what to do", async () => {
  const good = Array.from({ length: 200 }, (_, at) => line(`cut-${at}`)).join("\n");
  await place.file("cut.jsonl", Buffer.concat([Buffer.from(`${good}\n`), Buffer.from([0x90])]));
  const wrong =
    'line 1 is in UTF-8, and line 201 is not. Save the file in UTF-8 ("CSV UTF-8" in a spreadsheet).\n';
  expect(await place.vigia("users import cut.jsonl --dry-run")).toEqual({
    code: 1,
    out: "",
    err: `cut.jsonl: ${wrong}`,
  });
  expect(await place.vigia("users import cut.jsonl")).toEqual({
    code: 1,
    out: "",
    err: `200 users loaded before it failed. When this is corrected, import the whole file again.\ncut.jsonl: ${wrong}`,
  });
});

test("says a problem of many lines once, with the first of them", async () => {
  const { code, out, err } = await place.vigia("users import -", { stdin: "no\n".repeat(1_200) });
  expect([code, out]).toEqual([3, "0 users loaded; 1,200 lines refused.\n"]);
  expect(err).toBe("standard input: refused: is not JSON (lines 1, 2, 3, 4, 5 and 1,195 more)\n");
});

/** As a report takes it. Invented. */
const bruno = {
  ...ana,
  givenName: "BRUNO",
  maternalSurname: "GIL",
  paternalSurname: "ROBLES",
  birthdate: "1956-12-31",
  address: { ...ana.address, street: "REFORMA", colonia: "JUAREZ" },
  mexico: { ...ana.mexico, rfc: "GODE561231GR8", curp: "GODE561231HDFMRS02" },
};

test("names what a Mexican report would not take with --dry-run, by problem", async () => {
  const nowhere = await makePlace();
  const surname = { paternalSurname: "Sánchez" };
  const lines = ["U-1", "U-2", "u-3"].map((userId) => JSON.stringify({ userId, ...bruno, ...surname }));
  const { code, out } = await nowhere.vigia("users import - --dry-run", { stdin: lines.join("\n") });
  expect([code, out.split("\n").slice(1)]).toEqual([
    0,
    [
      "a Mexican report would reject accents: paternalSurname 3 (lines 1, 2, 3)",
      "a Mexican report would reject lower case: paternalSurname 3, userId 1 (lines 1, 2, 3)",
      "",
    ],
  ]);
  await nowhere.remove();
});

/** A user of a CSV file with every field, as a record has them. Invented. */
const CELLS: Readonly<Record<string, string>> = {
  userId: "X-1",
  givenName: "ALBA",
  maternalSurname: "GIL",
  paternalSurname: "ROBLES",
  birthdate: "1956-12-31",
  nationality: "MX",
  email: "alba@company.example",
  "phoneNumber.countryCode": "+52",
  "phoneNumber.phoneNumber": "5512345678",
  "address.country": "México",
  "address.region": "CDMX",
  "address.city": "CDMX",
  "address.street": "REFORMA",
  "address.colonia": "JUAREZ",
  "address.exteriorNumber": "1",
  "address.interiorNumber": "4B",
  "address.postalCode": "06600",
  "mexico.rfc": "GODE561231GR8",
  "mexico.curp": "GODE561231HDFMRS02",
  "mexico.actividadEconomica": "6120120",
  "mexico.cuentaRelacionada": "0123456789",
  "mexico.monedaCuentaRelacionada": "1",
  "mexico.documentoIdentificacion.tipoIdentificacion": "1",
  "mexico.documentoIdentificacion.numeroIdentificacion": "X-1",
};

function csvOf(...changes: Record<string, string>[]): string {
  const rows = changes.map((change) => Object.values({ ...CELLS, ...change }).join(";"));
  return [Object.keys(CELLS).join(";"), ...rows, ""].join("\n");
}

test.each([
  ["maternalSurname", "NULL", "a word for no value: leave it empty", undefined],
  ["maternalSurname", "\\N", "a word for no value: leave it empty", undefined],
  ["address.interiorNumber", "nan", "a word for no value: leave it empty", undefined],
  ["address.interiorNumber", "#N/A", "a word for no value: leave it empty", undefined],
  ["mexico.rfc", "-", "a word for no value: leave it empty", undefined],
  ["phoneNumber.phoneNumber", "0445512345678", "begins with 0, which", 5512345678],
  ["phoneNumber.phoneNumber", "5512345678.0", "expected digits without .0", 5512345678],
  ["phoneNumber.phoneNumber", "(55) 1234-5678", "expected digits alone", 5512345678],
  ["phoneNumber.phoneNumber", "+52 55 1234 5678", "expected digits alone", 5512345678],
  ["phoneNumber.phoneNumber", "+52 1 55 1234 5678", "expected digits alone", 5512345678],
  ["phoneNumber.countryCode", "0052", "expected a plus sign and digits", "+52"],
  ["phoneNumber.countryCode", "52", "expected a plus sign and digits", "+52"],
  ["birthdate", "1956-12-31 00:00:00", "expected a date", "1956-12-31"],
  ["birthdate", "31/12/1956", "expected a date", "1956-12-31"],
  ["birthdate", "19561231", "expected a date", "1956-12-31"],
  ["nationality", "mx", "expected an ISO 3166-1 alpha-2 code", "MX"],
  ["email", "alba@company.example ", "expected an e-mail address", "alba@company.example"],
  ["email", "mailto: alba@company.example\u200b", "expected an e-mail address", "alba@company.example"],
])("refuses %s %s, and --fix corrects it", async (column, cell, problem, right) => {
  await place.file("cell.csv", csvOf({ [column]: cell }));
  const refused = await place.vigia("users import cell.csv");
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining(`refused: ${column}: ${problem}`)]);
  const out = `fixed-${randomUUID()}.csv`;
  const fixed = await place.vigia(`users import cell.csv --fix ${out}`);
  expect([fixed.code, fixed.err]).toEqual([
    0,
    expect.stringContaining(
      `corrected: ${column}: ${right === undefined ? "emptied" : "rewritten"} (line 2)\n`,
    ),
  ]);
  expect((await place.vigia(`users import ${out}`)).code).toBe(0);
  const record: unknown = JSON.parse((await place.vigia("users get X-1")).out);
  expect(column.split(".").reduce((part: unknown, name) => Object(part)[name], record)).toEqual(right);
});

test.each([
  ["phoneNumber.phoneNumber", "0155123456", "begins with 0, which"],
  ["phoneNumber.phoneNumber", "5.512E+09", "a spreadsheet rounded it"],
  ["birthdate", "04/05/1988", "expected a date"],
  ["paternalSurname", "NULL", "is missing"],
  ["userId", "NULL", "a word for no value"],
  ["userId", "1.23457E+11", "a spreadsheet rounded it"],
  ["mexico.cuentaRelacionada", "6.4618E+17", "a spreadsheet rounded it"],
])("leaves %s %s to a person, since it would be a guess", async (column, cell, problem) => {
  await place.file("guess.csv", csvOf({ [column]: cell }));
  const out = `guess-${randomUUID()}.csv`;
  const { code, err } = await place.vigia(`users import guess.csv --fix ${out}`);
  expect([code, err]).toEqual([3, expect.stringContaining(`refused: ${column}: ${problem}`)]);
  expect((await place.vigia(`users import ${out}`)).err).toContain(`refused: ${column}: ${problem}`);
});

test("corrects a postal code that lost its 0, and an identifier in another form", async () => {
  await place.file("marks.csv", csvOf({ "address.postalCode": "6600", "mexico.rfc": "gode-561231-gr8" }));
  await place.vigia("users import marks.csv --fix marks-fixed.csv");
  await place.vigia("users import marks-fixed.csv");
  expect(JSON.parse((await place.vigia("users get X-1")).out)).toMatchObject({
    address: { postalCode: "06600" },
    mexico: { rfc: "GODE561231GR8" },
  });
});

test("corrects CSV alone, into a new file, and loads nothing", async () => {
  await place.file("once.csv", csvOf({ userId: "fix-1" }));
  expect((await place.vigia("users import once.csv --fix once.csv")).err).toBe(
    "once.csv already exists: name another file.\n",
  );
  const fixed = await place.vigia("users import once.csv --fix once-fixed.csv");
  expect([fixed.code, fixed.out.split("\n")[0]]).toEqual([
    0,
    "1 user can be loaded; nothing was loaded; 0 lines refused.",
  ]);
  expect((await place.vigia("users get fix-1")).code).toBe(1);
  const json = await place.vigia("users import users.jsonl --fix other.csv");
  expect([json.code, json.err]).toEqual([2, expect.stringContaining("--fix corrects CSV files")]);
});

test("warns of days of birth and words that programs write for no value, and loads them", async () => {
  const changes = [
    { userId: "O-1", birthdate: "1900-01-01" },
    { userId: "O-2", birthdate: "0001-01-01" },
    { userId: "O-3", birthdate: "2026-03-02" },
    { userId: "O-4", maternalSurname: "NA", nationality: "NA" },
    { userId: "O-5\u200b", givenName: "AL\u00adBA" },
  ];
  await place.file("odd.csv", csvOf(...changes));
  const { code, err } = await place.vigia("users import odd.csv");
  expect([code, err.split("\n").filter((text) => text.includes("warning"))]).toEqual([
    0,
    [
      "odd.csv: warning: birthdate: more than 120 years ago (lines 2, 3)",
      "odd.csv: warning: birthdate: in the future (line 4)",
      "odd.csv: warning: maternalSurname: NA, which programs write for no value (line 5)",
      "odd.csv: warning: userId: holds characters that no one sees, and is found by exactly that (line 6)",
      "odd.csv: warning: givenName: holds characters that no one sees (line 6)",
    ],
  ]);
});

test("warns of white space around a user's id, and imports it as it is", async () => {
  const imported = await place.vigia("users import -", {
    stdin: ["n4 ", "n 5"].map((userId) => JSON.stringify({ userId, ...bruno })).join("\n"),
  });
  expect(imported.code).toBe(0);
  expect(imported.err).toContain(
    "standard input: warning: userId begins or ends with white space, and is found by exactly that (line 1)\n",
  );
  for (const id of ["n4 ", "n 5"]) expect((await place.vigia(["users", "delete", id, "--yes"])).code).toBe(0);
});

test("deletes a user only when it is confirmed", async () => {
  await place.vigia("users import -", { stdin: line("leaving") });
  expect((await place.vigia("users delete leaving", { yes: false })).err).toBe("Nothing was deleted.\n");
  const piped = await place.vigia("users delete leaving", { stdin: "" });
  expect(piped.code).toBe(2);
  expect(piped.err).toContain("add --yes to confirm");
  expect((await place.vigia("users delete leaving", { yes: true })).code).toBe(0);
  const again = await place.vigia("users delete leaving --yes");
  expect(again.code).toBe(1);
  expect(again.err).toContain("There is no user leaving in the local stack");
});

test.each([
  [["users", "import", "none.jsonl"], 1, "none.jsonl cannot be read: there is no such file"],
  [["users", "import", "."], 1, ". cannot be read: it is a folder"],
  [["users", "import"], 2, "missing required argument 'file'"],
  [["users", "import", "x", "--format", "xml"], 2, "Allowed choices are jsonl, csv."],
  [["users", "get", ""], 2, "<id>: expected a user's id, of at most 2048 bytes."],
  [["users", "delete", "u".repeat(2_049)], 2, "<id>: expected a user's id, of at most 2048 bytes."],
  [["users", "get", "nobody\u001b[31m"], 1, "There is no user nobody[31m in the local stack"],
])("answers %j with one sentence", async (args, code, message) => {
  const result = await place.vigia(args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(message);
  expect(result.err).not.toMatch(/^\s+at /m);
});

test("says with exit code 4 that no stack is running, or that none answers", async () => {
  const empty = await makePlace();
  const stale = await makePlace(endpointsWith({}));
  const notRunning = await empty.vigia("users get u-1");
  expect(notRunning.code).toBe(4);
  expect(notRunning.err).toContain("The local stack is not running: start it with `npm start`");
  const notAnswering = await stale.vigia("users get u-1");
  expect(notAnswering.code).toBe(4);
  expect(notAnswering.err).toContain("The local stack does not answer");
  await empty.remove();
  await stale.remove();
});

test("a field that is needed and not there is missing, and null is no value", async () => {
  await place.file("odd.jsonl", line("u-odd", { givenName: null, address: {}, projects: null }));
  const { err } = await place.vigia("users import odd.jsonl");
  expect(err).toContain("odd.jsonl: refused: givenName: is missing (line 1)\n");
  expect(err).toContain("odd.jsonl: refused: address: is missing (line 1)\n");
  // It would open the user to all projects.
  expect(err).toContain("projects: expected a list");
});

test("empty text is missing in JSON Lines as in CSV, and a part with nothing but nulls is absent", async () => {
  const nothing = { rfc: null, curp: null, documentoIdentificacion: { tipoIdentificacion: null } };
  const records = [
    line("E-1", { mexico: nothing, maternalSurname: "" }),
    line("E-2", { mexico: { ...nothing, curp: " " }, address: { ...ana.address, interiorNumber: "" } }),
    line("E-3", { givenName: "", email: "\u00a0" }),
    line("E-4", { projects: "" }),
    line("", { mexico: null }),
  ];
  const { code, err } = await place.vigia("users import -", { stdin: records.join("\n") });
  expect([code, err.split("\n").filter((text) => text.includes("refused: "))]).toEqual([
    3,
    [
      "standard input: refused: givenName: is missing (line 3)",
      "standard input: refused: email: is missing (line 3)",
      // Without it the user would be open to all projects.
      "standard input: refused: projects: expected a list (line 4)",
      "standard input: refused: userId: is missing (line 5)",
    ],
  ]);
  const { mexico: _, maternalSurname: __, ...abroad } = ana;
  expect(JSON.parse((await place.vigia("users get E-1")).out)).toEqual(abroad);
  for (const id of ["E-1", "E-2"]) await place.vigia(`users delete ${id} --yes`);
});

const SPOILT = ["1.23457E+11", "1,23457E+11", "44562.0", "VERDADERO", "#¡REF!", "#N/D", "####"];
const REFUSED = [
  "refused: userId: a spreadsheet rounded it: format the column as text, and export it again (lines 2, 3)",
  "refused: userId: a word for no value: leave it empty (lines 6, 7)",
  "refused: userId: a program added decimals to it: format the column as text, and export it again (line 4)",
  "refused: userId: true or false, and no id: format the column as text, and export it again (line 5)",
  "refused: userId: a spreadsheet had no room for it: format the column as text, and export it again (line 8)",
];
const ODD = [" u-9", "u-9\u200b", "U-90", "u\u201090", "JOSÉ-1", "JOSE\u0301-1", "00123", "123"];
const WARNED = [
  "warning: userId begins or ends with white space, and is found by exactly that (line 9)",
  "warning: userId: holds characters that no one sees, and is found by exactly that (line 10)",
  "warning: userId: ids that a reader cannot tell apart, and that are different users (lines 9, 10; lines 11, 12; lines 13, 14; lines 15, 16)",
];

test("both imports have one rule for an id: what a program spoilt is refused, what a reader mistakes is named once", async () => {
  const ids = [...SPOILT, ...ODD];
  const wallets = ids.map((id, index) => `1,1,0x${String(index).padStart(40, "7")},"${id}"`);
  const files = {
    users: csvOf(...ids.map((userId) => ({ userId }))),
    wallets: ["projectId,chainId,address,userId", ...wallets].join("\n"),
  };
  for (const [noun, content] of Object.entries(files)) {
    await place.file(`${noun}.csv`, content);
    const { code, err } = await place.vigia(`${noun} import ${noun}.csv --dry-run`);
    expect([code, err.split("\n").filter((text) => /refused|warning/.test(text))]).toEqual([
      3,
      [...REFUSED, ...WARNED].map((text) => `${noun}.csv: ${text}`),
    ]);
  }
});

test("names a stored id that a reader cannot tell from one of the file with --dry-run, which reads the table", async () => {
  const own = await placeWithTables();
  await own.vigia("users import -", { stdin: [line("U-90"), line("00123"), line("other")].join("\n") });
  const { out } = await own.vigia("users import - --dry-run", {
    stdin: [line("U\u201090"), line("123"), line("other")].join("\n"),
  });
  expect(
    out
      .split("\n")
      .filter((text) => text.startsWith("look-alike"))
      .toSorted(),
  ).toEqual([
    "look-alike   00123 is stored, and the file has 123",
    "look-alike   U-90 is stored, and the file has $'U\\xe2\\x80\\x9090'",
  ]);
  await own.remove();
});

const OWN = "0x1111111111111111111111111111111111111111";
const SHARED = "0x2222222222222222222222222222222222222222";

test("who is deleted has wallets, which stay in the scans until they are taken out", async () => {
  await place.vigia("users import -", { stdin: line("u-leaving") });
  const header = "projectId,chainId,address,userId";
  for (const lines of [`1,1,${OWN},u-leaving\n1,1,${SHARED},u-leaving`, `1,1,${SHARED},u-another`]) {
    await place.file("wallets.csv", `${header}\n${lines}\n`);
    await place.vigia("wallets import wallets.csv");
  }
  const deleted = await place.vigia("users delete u-leaving --yes");
  expect(deleted.code).toBe(0);
  expect(deleted.out).toContain(`wallet ${OWN} on chain 1, project 1: is still scanned\n`);
  expect(deleted.out).not.toContain(SHARED);
  const wallets = await place.vigia("users delete u-leaving --wallets --yes");
  expect(wallets.out).toContain(`wallet ${OWN} on chain 1, project 1: removed from the scans\n`);
  expect((await place.vigia(["wallets", "remove", SHARED], { yes: false })).code).toBe(1);
  expect(await place.vigia(["wallets", "remove", SHARED, "--yes"])).toEqual({
    code: 0,
    err: "",
    out: `wallet ${SHARED} on chain 1, project 1: removed from the scans\n`,
  });
});

const AT = "2026-01-01T00:00:00.000Z";

test("a wallet that cannot be read keeps no user from being deleted, nor wallets from being listed", async () => {
  const Item = {
    ...keyOfWallet({ projectId: 1, chainId: "1", address: "0xspoilt" }),
    score: "95",
    source: "import",
    firstSeenAt: AT,
    lastSeenAt: AT,
    waitingSince: AT,
  };
  await place.database.send(new PutCommand({ TableName: "wallets", Item }));
  const unreadable =
    'The item 0xspoilt#1 under 1 of wallets cannot be read (score): run "vigia wallets remove", and import the wallet again.\n';
  await place.vigia("users import -", { stdin: line("u-leaving") });
  await place.file("wallets.csv", `projectId,chainId,address,userId\n1,5,${OWN},u-leaving\n`);
  await place.vigia("wallets import wallets.csv");
  const { code, out, err } = await place.vigia("users delete u-leaving --wallets --yes");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain(`wallet ${OWN} on chain 5, project 1: removed from the scans\n`);
  expect(await place.vigia("wallets list --format jsonl")).toMatchObject({
    code: 0,
    err: unreadable,
  });
  expect(await place.vigia("wallets remove 0xspoilt --yes")).toEqual({
    code: 0,
    err: "",
    out: "wallet 0xspoilt on chain 1, project 1: removed from the scans\n",
  });
  expect((await place.vigia("wallets list --format jsonl")).err).toBe("");
});
