/** Taking users out with their wallets, on an emulated DynamoDB. */

import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("a field that is needed and not there is missing, and null is no value", async () => {
  await place.file("odd.jsonl", record("u-odd", { givenName: null, address: {}, projects: null }));
  const { err } = await place.vigia("users import odd.jsonl");
  expect(err).toContain("odd.jsonl, line 1: givenName: is missing; address.country: is missing;");
  // It would open the user to all projects.
  expect(err).toContain("projects: expected a list");
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
});

test("an address like an invalid EVM one is imported on an unknown chain, with a warning that shows nothing of it", async () => {
  await place.file("odd.csv", `projectId,chainId,address\n1,2,0x11\n1,1,${OWN}\n1,2,0x${"a".repeat(64)}\n`);
  const { code, err } = await place.vigia("wallets import odd.csv");
  expect(code).toBe(0);
  expect(err).toBe(
    "odd.csv, line 2: warning: address begins with 0x but does not have the 40 hexadecimal digits of an EVM address; imported anyway\n",
  );
});
