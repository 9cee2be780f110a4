/** Keeping the Users table in step with a file that changes, and taking users out, on an emulated DynamoDB. */

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KnownWallets } from "../../../../../lib/wallets/known-wallets.ts";
import { keyOfWallet } from "../../../../../lib/wallets/wallet-keys.ts";
import { type PlaceWithTables, placeWithTables } from "../../support/tables.ts";

let place: PlaceWithTables;

beforeAll(async () => {
  place = await placeWithTables();
});
afterAll(() => place.remove());

/** Invented; every text of it but the id begins with the same word, so that none can be printed unseen. */
function record(userId: string, changes: object = {}): string {
  const address = {
    ...{ country: "Secreto", region: "Secreto", city: "Secreto", street: "Secreto".repeat(120) },
    ...{ colonia: "Secreto", exteriorNumber: "Secreto", interiorNumber: null, postalCode: "Secreto" },
  };
  return JSON.stringify({
    ...{ userId, givenName: `Secreto ${userId}`, maternalSurname: null, paternalSurname: "Secreto" },
    ...{ birthdate: "1990-02-28", nationality: "MX", email: "secreto@company.example", address },
    phoneNumber: { countryCode: "+52", phoneNumber: 5512345678 },
    mexico: null,
    ...changes,
  });
}

test("no user is deleted for a line that was refused", async () => {
  await place.vigia("users import -", { stdin: record("u-odd") });
  await place.file("odd.jsonl", record("u-odd", { givenName: 5 }));
  const result = await place.vigia("users compare odd.jsonl --delete-extra --yes");
  expect(result.code).toBe(3);
  expect(result.err).toContain("odd.jsonl, line 1: givenName: expected text");
  expect(result.err).toContain("Nothing was deleted");
});

describe("an incomplete export deletes no user", () => {
  const ids = Array.from({ length: 40 }, (_, index) => `u-${String(index).padStart(2, "0")}`);
  const compare = async (content: string, ...options: string[]) => {
    await place.file("export.jsonl", content);
    return place.vigia(["users", "compare", "export.jsonl", "--delete-extra", "--yes", ...options]);
  };
  const lines = (count: number) =>
    ids
      .slice(0, count)
      .map((id) => `${record(id)}\n`)
      .join("");
  const stored = async () => (await place.vigia("users list")).out.trim().split("\n").toSorted();

  beforeEach(async () => {
    await compare(lines(40), "--max-deletions", "100%");
    await place.vigia("users import export.jsonl");
  });

  test.each([
    ["is empty", "", []],
    ["is empty, whatever may be deleted", "\n\n", ["--max-deletions", "100%"]],
  ])("if it %s", async (_, content, options) => {
    const result = await compare(content, ...options);
    expect(result.code).toBe(3);
    expect(result.out.trim().split("\n").toSorted()).toEqual(ids.map((id) => `extra     ${id}`));
    expect(result.err).toContain(
      "Nothing was deleted: of 40 stored users, 40 are extra, as listed above. The file contains no user: check the export that wrote it.",
    );
    expect(await stored()).toEqual(ids);
  });

  test("if it is cut at a line's end, by more than --max-deletions allows", async () => {
    const cut = await compare(lines(29));
    expect(cut.code).toBe(3);
    expect(cut.out.trim().split("\n")).toHaveLength(11);
    expect(cut.err).toContain(
      "Nothing was deleted: of 40 stored users, 11 are extra, as listed above. That is more than --max-deletions allows (10): check that the file is whole, then repeat the command with --max-deletions 11.",
    );
    expect((await compare(lines(36), "--max-deletions", "9%")).code).toBe(3);
    expect(await stored()).toEqual(ids);
    expect((await compare(lines(30))).code).toBe(0);
    expect(await stored()).toEqual(ids.slice(0, 30));
    expect((await compare(lines(10), "--max-deletions", "20")).code).toBe(0);
    expect(await stored()).toEqual(ids.slice(0, 10));
  });

  test("if it is cut in the middle of a line, or before a line's end", async () => {
    const whole = lines(38);
    const middle = await compare(whole.slice(0, -40));
    expect(middle.code).toBe(3);
    expect(middle.err).toContain("line 38: is not JSON");
    const unended = await compare(whole.slice(0, -1));
    expect(unended.code).toBe(3);
    expect(unended.err).toContain("The last line of the file has no line end, so the file may be cut");
    expect(await stored()).toEqual(ids);
  });

  test("of CSV in its last cell, which reads as a shorter one", async () => {
    const cells = [
      ["userId", "givenName", "paternalSurname", "birthdate", "nationality", "email"],
      ["phoneNumber.countryCode", "phoneNumber.phoneNumber", "address.country", "address.region"],
      ["address.city", "address.street", "address.colonia", "address.exteriorNumber", "address.postalCode"],
    ].flat();
    const row = "u-00,Ana,Paz,1990-02-28,MX,ana@company.example,+52,5512345678,Mexico,R,C,S,K,1,06600";
    const csv = `${cells.join(",")}\n${row}\n`;
    await place.vigia("users import - --format csv", { stdin: csv });
    await compare(lines(9), "--max-deletions", "100%");
    const compareCsv = (stdin: string) =>
      place.vigia("users compare - --format csv --delete-extra --yes", { stdin });
    const cut = await compareCsv(csv.slice(0, -3));
    expect(cut).toMatchObject({ code: 3, err: expect.stringContaining("has no line end") });
    expect(await stored()).toEqual(ids.slice(0, 9));
    expect((await compareCsv(csv)).code).toBe(0);
    expect(await stored()).toEqual(["u-00"]);
  });

  test("and says what --max-deletions takes", async () => {
    for (const given of ["many", "-1", "101%", "1.5"]) {
      const { code, err } = await compare(lines(40), `--max-deletions=${given}`);
      expect(code).toBe(2);
      expect(err).toContain("--max-deletions: expected a number of users such as 100");
    }
  });
});

test("a field that is needed and not there is missing, and null is no value", async () => {
  await place.file("odd.jsonl", record("u-odd", { givenName: null, address: {}, projects: null }));
  const { err } = await place.vigia("users import odd.jsonl");
  expect(err).toContain("odd.jsonl, line 1: givenName: is missing; address.country: is missing;");
  // It would open the user to all projects.
  expect(err).toContain("projects: expected a list");
});

test("shows what a record holds, and as JSON Schema", async () => {
  const { out } = await place.vigia("users schema");
  expect(out).toMatch(/^givenName +required +text *$/m);
  expect(out).toMatch(/^maternalSurname +optional +text *$/m);
  expect(out).toMatch(/^mexico\.curp +required in mexico +text *$/m);
  const schema = JSON.parse((await place.vigia("users schema --format json")).out);
  expect(schema.required).toEqual([
    ...[
      "userId",
      "givenName",
      "paternalSurname",
      "birthdate",
      "nationality",
      "phoneNumber",
      "email",
      "address",
    ],
  ]);
  expect(schema.properties.maternalSurname.anyOf[1]).toEqual({ type: "null" });
});

const OWN = "0x1111111111111111111111111111111111111111";
const SHARED = "0x2222222222222222222222222222222222222222";

test("who is deleted has wallets, which stay in the scans until they are taken out", async () => {
  await place.vigia("users import -", { stdin: record("u-leaving") });
  const header = "projectId,chainId,address,userId";
  for (const lines of [`1,1,${OWN},u-leaving\n1,1,${SHARED},u-leaving`, `1,1,${SHARED},u-another`]) {
    await place.file("wallets.csv", `${header}\n${lines}\n`);
    await place.vigia("wallets import wallets.csv");
  }
  const deleted = await place.vigia("users delete u-leaving --yes");
  expect(deleted.code).toBe(0);
  expect(deleted.out).toContain(`wallet ${OWN} on chain 1, project 1: is still scanned\n`);
  const wallets = await place.vigia("users delete u-leaving --wallets --yes");
  expect(wallets.out).toContain(`wallet ${OWN} on chain 1, project 1: removed from the scans\n`);
  expect(wallets.out).toContain(`wallet ${SHARED} on chain 1, project 1: stays: others have it too\n`);
  await place.vigia("users import -", { stdin: record("u-another") });
  const another = await place.vigia("users delete u-another --yes");
  expect(another.out).toContain(`wallet ${SHARED} on chain 1, project 1: stays: others have it too\n`);
  expect((await place.vigia(["wallets", "remove", SHARED], { yes: false })).code).toBe(1);
  expect(await place.vigia(["wallets", "remove", SHARED, "--yes"])).toEqual({
    ...{ code: 0, err: "", out: `wallet ${SHARED} on chain 1, project 1: removed from the scans\n` },
  });
  expect((await place.vigia(["wallets", "show", SHARED])).code).toBe(1);
});

test("a wallet that another user has is not removed after it was taken out and seen again", async () => {
  const address = "0x3333333333333333333333333333333333333333";
  const see = async (...users: string[]) => {
    const lines = users.map((user) => `1,1,${address},${user}\n`);
    await place.vigia("wallets import - --format csv", {
      stdin: `projectId,chainId,address,userId\n${lines.join("")}`,
    });
  };
  const leave = async () => {
    await place.vigia("users import -", { stdin: record("u-leaving") });
    return (await place.vigia("users delete u-leaving --wallets --yes")).out;
  };
  const stays = `wallet ${address} on chain 1, project 1: stays: others had it before it was removed from the scans\n`;
  await see("u-another");
  await place.vigia(["wallets", "remove", address, "--yes"]);
  await see("u-leaving");
  expect(await leave()).toContain(stays);
  // Taken out twice, it was another's before the first time.
  await place.vigia(["wallets", "remove", address, "--yes"]);
  await see("u-leaving");
  expect(await leave()).toContain(stays);
  expect((await place.vigia(["wallets", "show", address])).code).toBe(0);
});

test("a wallet that was seen with an owner who is not listed is not removed after it was seen again", async () => {
  const name = { projectId: 1, chainId: "1", address: "0x4444444444444444444444444444444444444444" };
  const wallets = new KnownWallets(place.database, "wallets");
  const seenAt = "2026-02-01T00:00:00.000Z";
  // No key is so long: the wallet knows only that there are more.
  await wallets.remember({ ...name, userId: "x".repeat(2_000), source: "notification", seenAt });
  await place.vigia(["wallets", "remove", name.address, "--yes"]);
  await wallets.remember({ ...name, userId: "u-leaving", source: "notification", seenAt });
  await place.vigia("users import -", { stdin: record("u-leaving") });
  const { out } = await place.vigia("users delete u-leaving --wallets --yes");
  expect(out).toContain(
    `wallet ${name.address} on chain 1, project 1: stays: others had it before it was removed from the scans\n`,
  );
});

test("a corrupt wallet keeps no user from being deleted, nor wallets from being listed", async () => {
  const Item = {
    ...keyOfWallet({ projectId: 1, chainId: "1", address: "0xspoilt" }),
    projectId: 1,
    chainId: 1,
  };
  await place.database.send(new PutCommand({ TableName: "wallets", Item }));
  const corrupt =
    "The item 0xspoilt#1 under 1#5 of wallets cannot be read (chainId, address, source, firstSeenAt), and no run scans it: delete it, and import the wallet again.\n";
  await place.vigia("users import -", { stdin: record("u-leaving") });
  await place.file("wallets.csv", `projectId,chainId,address,userId\n1,5,${OWN},u-leaving\n`);
  await place.vigia("wallets import wallets.csv");
  const { code, out, err } = await place.vigia("users delete u-leaving --wallets --yes");
  expect({ code, err }).toEqual({ code: 0, err: corrupt });
  expect(out).toContain(`wallet ${OWN} on chain 5, project 1: removed from the scans\n`);
  expect(await place.vigia("wallets list --format jsonl")).toMatchObject({
    code: 0,
    err: corrupt,
  });
  const shown = await place.vigia("wallets show 0xspoilt");
  expect(shown).toMatchObject({ code: 1, err: expect.stringContaining(corrupt) });
});

test("an address like an invalid EVM one is imported on an unknown chain, with a warning that shows nothing of it", async () => {
  await place.file("odd.csv", `projectId,chainId,address\n1,2,0x11\n1,1,${OWN}\n1,2,0x${"a".repeat(64)}\n`);
  const { code, err } = await place.vigia("wallets import odd.csv");
  expect(code).toBe(0);
  expect(err).toBe(
    "odd.csv, line 2: warning: address begins with 0x but does not have the 40 hexadecimal digits of an EVM address; imported anyway\n",
  );
});

test("1,100 users, more than a page of them, are kept in step with a file that changes, and no value of theirs is printed", async () => {
  const large = await placeWithTables();
  const outputs: string[] = [];
  const vigia = async (...args: string[]) => {
    const result = await large.vigia(args);
    outputs.push(result.out, result.err);
    return result;
  };
  const ids = Array.from({ length: 1_100 }, (_, index) => `u-${index}`);
  await large.file("users.jsonl", ids.map((id) => record(id)).join("\n"));
  expect((await vigia("users", "import", "users.jsonl")).out).toBe("1,100 users loaded; 0 lines refused.\n");
  expect(await vigia("users", "compare", "users.jsonl")).toEqual({
    ...{ code: 0, out: "", err: "1,100 users the same, 0 missing, 0 different, 0 extra.\n" },
  });

  // One is gone, one has changed, one has other projects, one is new.
  const changed = [
    ...ids.slice(3).map((id) => record(id)),
    record("u-1", { givenName: "Secreto otro" }),
    record("u-2", { projects: [1] }),
    record("u-new"),
  ];
  await large.file("users.jsonl", `${changed.join("\n")}\n`);
  const { code, out, err } = await vigia("users", "compare", "users.jsonl");
  expect(out.trim().split("\n").toSorted()).toEqual([
    "different u-1",
    "different u-2",
    "extra     u-0",
    "missing   u-new",
  ]);
  expect({ code, err }).toEqual({
    ...{ code: 1, err: "1,097 users the same, 1 missing, 2 different, 1 extra.\n" },
  });

  await vigia("users", "import", "users.jsonl");
  const removed = await vigia("users", "compare", "users.jsonl", "--delete-extra", "--yes");
  expect(removed).toEqual({
    code: 0,
    out: "extra     u-0\n",
    err: "1,100 users the same, 0 missing, 0 different, 1 extra.\n1 user deleted.\n",
  });
  const listed = (await vigia("users", "list")).out.trim().split("\n");
  expect(listed.toSorted()).toEqual([...ids.slice(1), "u-new"].toSorted());
  expect(outputs.join("")).not.toMatch(/secreto/i);
  await large.remove();
}, 60_000);
