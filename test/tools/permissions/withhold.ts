/**
 * Set up before each file of tests: every local stack that it starts lacks the permission that the environment names, and
 * it is noted whether anything asked for it. One test that fails is enough: those behind it are left out.
 */

import { appendFileSync } from "node:fs";
import { beforeEach, vi } from "vitest";
import { ASKED_FOR, isRefusalOf, readWithheld, WITHHELD, without } from "./withheld.ts";

let hasFailed = false;

beforeEach(({ skip, onTestFailed }) => {
  skip(hasFailed);
  onTestFailed(() => {
    hasFailed = true;
  });
});

vi.mock("../../support/permissions/read-permissions.ts", async (load) => {
  const original = await load<typeof import("../../support/permissions/read-permissions.ts")>();
  const readPermissions: typeof original.readPermissions = (...parameters) => {
    const withheld = readWithheld(process.env[WITHHELD]);
    const permissions = original.readPermissions(...parameters);
    return withheld === undefined ? permissions : without(permissions, withheld);
  };
  return { ...original, readPermissions };
});

vi.mock("../../support/permissions/judge.ts", async (load) => {
  const original = await load<typeof import("../../support/permissions/judge.ts")>();
  const withheld = readWithheld(process.env[WITHHELD]);
  const file = process.env[ASKED_FOR];
  const note = ({ message }: { message: string }) => {
    if (withheld !== undefined && file !== undefined && isRefusalOf(withheld, message))
      appendFileSync(file, "1");
  };
  class ListeningJudge extends original.Judge {
    constructor(permissions: ConstructorParameters<typeof original.Judge>[0]) {
      super(permissions, note);
    }
  }
  return { ...original, Judge: ListeningJudge };
});
