/** Set up before a file of tests: every local stack that it starts lacks the permission that the environment names. */

import { vi } from "vitest";
import { readWithheld, WITHHELD, without } from "./withheld.ts";

vi.mock("../../../infra/local/permissions/read-permissions.ts", async (load) => {
  const original = await load<typeof import("../../../infra/local/permissions/read-permissions.ts")>();
  const withheld = readWithheld(process.env[WITHHELD]);
  if (withheld === undefined) return original;
  const readPermissions: typeof original.readPermissions = (...given) =>
    without(original.readPermissions(...given), withheld);
  return { ...original, readPermissions };
});
