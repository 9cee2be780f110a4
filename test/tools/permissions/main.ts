/**
 * Takes each permission away from each role in turn, and says which test noticed.
 * `npm run permissions -- --role ScanWalletsRole` tries those of one role.
 */

import { availableParallelism } from "node:os";
import { Command } from "commander";
import pMap from "p-map";
import { readPermissions } from "../../../infra/local/permissions/read-permissions.ts";
import { assemble } from "../../../infra/local/template/assembly.ts";
import { references } from "../../../infra/local/template/resource-names.ts";
import { assertPassing, type Noticing, noticing } from "./noticing.ts";
import { OUT_OF_REACH, type Selection, TESTS, TRIED } from "./tests-of-roles.ts";
import { type Permission, permissionsIn } from "./withheld.ts";

/** What Lambda does in a function's name: no code of ours asks for it. */
const BY_LAMBDA = new Set([
  "logs:createlogstream",
  "logs:putlogevents",
  "sqs:deletemessage",
  "sqs:getqueueattributes",
  "sqs:receivemessage",
]);

const {
  role,
  minutes,
  stacks: concurrency,
} = new Command("permissions")
  .option("--role <name>", "one role or managed policy, such as GetUserRole")
  .option("--minutes <number>", "how long at most", Number, 15)
  // More than cores: a test that notices by waiting takes a quarter of one.
  .option("--stacks <number>", "how many run at once", Number, 3 * availableParallelism())
  .parse()
  .opts<{ role?: string; minutes: number; stacks: number }>();

const start = Date.now();
const withoutDesk = await permissionsOf(TRIED.withoutDesk);
const known = new Map([...(await permissionsOf(TRIED.withDesk)), ...withoutDesk]);
assertEachPartFits([...known.values()]);
const ofRole = [...known.values()].filter(({ caller }) => role === undefined || roleOf(caller) === role);
const all = ofRole.filter((permission) => reasonAgainst(permission) === undefined);
if (all.length === 0) throw new Error(`The stack has no role or managed policy ${role}.`);
const selections = new Map(all.map((permission) => [permission, selectionsFor(permission)]));

const distinct = new Map(
  [...selections.values()].flat().map((one) => [JSON.stringify([one.file, one.only]), one]),
);
await pMap(distinct.values(), assertPassing, { concurrency });
print(`${distinct.size} selections of tests pass with every permission, in ${secondsSince(start)} s.`);

const unnoticed: Permission[] = [];
const untried: Permission[] = [];
await pMap(
  selections,
  async ([permission, tests]) => {
    if (Date.now() > start + minutes * 60_000) {
      untried.push(permission);
      return;
    }
    const begin = Date.now();
    const found = await noticing(permission, tests);
    if (found.kind !== "noticed") unnoticed.push(permission);
    const by = isLambdas(permission) ? " (used by Lambda itself)" : "";
    print(`${textOf(permission)}${by}: ${outcomeText(found)} (${secondsSince(begin)} s)`);
  },
  { concurrency },
);

print(
  `${all.length} permissions in ${secondsSince(start)} s: ${unnoticed.length} that no test misses, ${untried.length} not tried.`,
);
for (const permission of unnoticed) print(`no test misses ${textOf(permission)}`);
for (const permission of untried) print(`not tried: ${textOf(permission)}`);
for (const permission of ofRole) {
  const reason = reasonAgainst(permission);
  if (reason !== undefined) print(`out of reach: ${textOf(permission)}, ${reason}`);
}
process.exitCode = unnoticed.length + untried.length === 0 ? 0 : 1;

/** By their names. */
async function permissionsOf(context: Readonly<Record<string, unknown>>): Promise<Map<string, Permission>> {
  const { template } = await assemble(context);
  const addresses = { sqs: "http://sqs", adapter: "http://adapter", desk: "http://desk" };
  const found = permissionsIn(readPermissions(template, references(template, addresses)));
  return new Map(found.map((permission) => [textOf(permission), permission]));
}

/** A part that fits nothing would keep its tests from ever being run. */
function assertEachPartFits(permissions: readonly Permission[]): void {
  for (const [name, selections] of Object.entries(TESTS)) {
    const texts = permissions.filter(({ caller }) => roleOf(caller) === name).map(textOf);
    const unknown = selections
      .flatMap((selection) => selection.for ?? [])
      .find((part) => !texts.some((text) => text.includes(part)));
    if (unknown !== undefined)
      throw new Error(
        `No permission of ${name} has "${unknown}" in it: correct test/tools/permissions/tests-of-roles.ts.`,
      );
  }
}

/** Those for the permission; a stack without a desk cannot miss what only one with a desk has. */
function selectionsFor(permission: Permission): Selection[] {
  const named = TESTS[roleOf(permission.caller)];
  if (named === undefined)
    throw new Error(
      `No tests are named for ${roleOf(permission.caller)}: add them in test/tools/permissions/tests-of-roles.ts.`,
    );
  const text = textOf(permission);
  return named.filter(
    ({ file, for: parts = [""] }) =>
      (withoutDesk.has(text) || file.startsWith("desk/")) && parts.some((part) => text.includes(part)),
  );
}

/** Why nothing on this machine can use a permission; undefined where something can. */
function reasonAgainst({ caller, action }: Permission): string | undefined {
  const names = [roleOf(caller), `${roleOf(caller)} ${action}`].map((name) => name.toLowerCase());
  return Object.entries(OUT_OF_REACH).find(([name]) => names.includes(name.toLowerCase()))?.[1];
}

function roleOf(caller: string): string {
  return caller.replace("Vigia-local-", "");
}

function isLambdas({ caller, action }: Permission): boolean {
  return caller.endsWith("Role") && BY_LAMBDA.has(action);
}

function textOf({ caller, action, resource }: Permission): string {
  const name = resource.split(":").slice(5).join(":").replaceAll("Vigia-local-", "");
  return `${roleOf(caller)} ${action} ${name || resource}`;
}

function outcomeText(found: Noticing): string {
  switch (found.kind) {
    case "noticed":
      return found.test;
    case "unnoticed":
      return "NOBODY NOTICED, though it was asked for";
    case "unused":
      return "NOBODY NOTICED: nothing asked for it";
    default:
      return found satisfies never;
  }
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1_000).toFixed(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
