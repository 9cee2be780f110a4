/** No role is forgotten: each one that the stack may have is tried, or it is said why it cannot be. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { permissionsIn, synthesize } from "../../infra/synthesized.ts";
import { VARIANTS } from "../templates/variants.ts";
import { OUT_OF_REACH, TESTS, TRIED } from "./tests-of-roles.ts";

const ROOT = join(import.meta.dirname, "../../..");

const everyStack = Object.values(VARIANTS).map((settings) => permissionsIn(synthesize(settings)));
const roles = new Set(everyStack.flatMap((stack) => Object.keys(stack)));
const permissions = new Set(everyStack.flatMap(permissionsOf));
const tried = new Set(
  Object.values(TRIED).flatMap((settings) => permissionsOf(permissionsIn(synthesize(settings)))),
);

/** Each permission behind the name of who has it, and for resources that the stack does not make the action alone. */
function permissionsOf(stack: Readonly<Record<string, string[]>>): string[] {
  return Object.entries(stack).flatMap(([role, list]) =>
    list.flatMap((permission) => {
      const action = `${role} ${permission.split(" ", 1)[0]}`;
      return / (\{|arn:)/.test(permission) ? [action] : [action, `${role} ${permission}`];
    }),
  );
}

it("every role and managed policy has tests, or is out of reach", () => {
  const without = [...roles].filter((role) => !(role in TESTS || role in OUT_OF_REACH));
  expect(without, "name their tests in test/tools/permissions/tests-of-roles.ts").toEqual([]);
});

it("every permission is one of a stack that is tried, or out of reach", () => {
  const isOutOfReach = (permission: string) => permission in OUT_OF_REACH;
  const missing = [...permissions].filter((permission) => {
    const [role = "", action = ""] = permission.split(" ");
    return !(tried.has(permission) || [role, `${role} ${action}`, permission].some(isOutOfReach));
  });
  expect(missing, "add their settings to TRIED in test/tools/permissions/tests-of-roles.ts").toEqual([]);
});

it("every role that the code makes is one of the stack with some settings", () => {
  const constructNames = globSync("infra/**/*.ts", { cwd: ROOT, exclude: ["infra/local/**"] }).flatMap(
    (file) =>
      [...readFileSync(join(ROOT, file), "utf8").matchAll(MAKES)].map(([, construct = "", id = ""]) =>
        construct === "new AdapterFunction" || construct === "invokeOnSchedule" ? `${id}Role` : id,
      ),
  );
  expect(constructNames).toEqual(
    expect.arrayContaining(["GetUserRole", "ScheduleRole", "UserWriter", "Officer"]),
  );
  const nowhere = constructNames.filter((role) => !roles.has(role));
  expect(nowhere, "add settings that make them to test/tools/templates/variants.ts").toEqual([]);
});

/** Holders of permissions, with the name that each is made under. */
const MAKES =
  /(new AdapterFunction|invokeOnSchedule|new ManagedPolicy|new Role)(?:<[^>]*>)?\(\s*[\w.#]+,\s*"(\w+)"/g;

it("no role, permission or test is named that there is not", () => {
  const unknown = [...Object.keys(TESTS), ...Object.keys(OUT_OF_REACH)].filter(
    (name) => !(roles.has(name) || permissions.has(name)),
  );
  expect(unknown).toEqual([]);
  const lost = Object.values(TESTS)
    .flat()
    .flatMap(({ file, only = [] }) => {
      const text = readFileSync(join(ROOT, `test/e2e/${file}.test.ts`), "utf8");
      return only.filter((name) => !text.includes(name));
    });
  expect(lost).toEqual([]);
});
