/**
 * Set up before a file of tests: every local stack that it starts lacks the permission that the environment names,
 * and it is noted whether anything asked for it.
 */

import { appendFileSync } from "node:fs";
import { vi } from "vitest";
import { LocalEvents } from "../../../infra/local/events.ts";
import { ASKED_FOR, isRefusalOf, readWithheld, WITHHELD, without } from "./withheld.ts";

vi.mock("../../../infra/local/permissions/read-permissions.ts", async (load) => {
  const original = await load<typeof import("../../../infra/local/permissions/read-permissions.ts")>();
  const withheld = readWithheld(process.env[WITHHELD]);
  if (withheld === undefined) return original;
  const readPermissions: typeof original.readPermissions = (...given) =>
    without(original.readPermissions(...given), withheld);
  return { ...original, readPermissions };
});

vi.mock("../../../infra/local/local-stack.ts", async (load) => {
  const original = await load<typeof import("../../../infra/local/local-stack.ts")>();
  const withheld = readWithheld(process.env[WITHHELD]);
  const file = process.env[ASKED_FOR];
  if (withheld === undefined || file === undefined) return original;
  const startLocal: typeof original.startLocal = ({ events = new LocalEvents(), ...options }) => {
    events.listen((event) => {
      if (event.type === "refusal" && isRefusalOf(withheld, event.message)) appendFileSync(file, "1");
    });
    return original.startLocal({ ...options, events });
  };
  return { ...original, startLocal };
});
