/**
 * Set up before each file of tests: every local stack that it starts lacks the permission that the environment names, and
 * it is noted whether anything asked for it. One test that fails is enough: those behind it are left out.
 */

import { appendFileSync } from "node:fs";
import { beforeEach, vi } from "vitest";
import { LocalEvents } from "../../../infra/local/events.ts";
import { ASKED_FOR, isRefusalOf, readWithheld, WITHHELD, without } from "./withheld.ts";

let hasFailed = false;

beforeEach(({ skip, onTestFailed }) => {
  skip(hasFailed);
  onTestFailed(() => {
    hasFailed = true;
  });
});

vi.mock("../../../infra/local/permissions/read-permissions.ts", async (load) => {
  const original = await load<typeof import("../../../infra/local/permissions/read-permissions.ts")>();
  const readPermissions: typeof original.readPermissions = (...given) => {
    const withheld = readWithheld(process.env[WITHHELD]);
    const permissions = original.readPermissions(...given);
    return withheld === undefined ? permissions : without(permissions, withheld);
  };
  return { ...original, readPermissions };
});

vi.mock("../../../infra/local/local-stack.ts", async (load) => {
  const original = await load<typeof import("../../../infra/local/local-stack.ts")>();
  const startLocal: typeof original.startLocal = ({ events = new LocalEvents(), ...options }) => {
    const withheld = readWithheld(process.env[WITHHELD]);
    const file = process.env[ASKED_FOR];
    if (withheld !== undefined && file !== undefined)
      events.listen((event) => {
        if (event.type === "refusal" && isRefusalOf(withheld, event.message)) appendFileSync(file, "1");
      });
    return original.startLocal({ ...options, events });
  };
  return { ...original, startLocal };
});
