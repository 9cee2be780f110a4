/**
 * Takes each permission away from each role in turn, and says which test noticed.
 * `npm run permissions -- --role ScanWalletsRole` tries those of one role.
 */

import { availableParallelism } from "node:os";
import { Command } from "commander";
import { references } from "../../../infra/local/template/resource-names.ts";
import { assemble } from "../../support/assembly/assembled.ts";
import { readPermissions } from "../../support/permissions/read-permissions.ts";
import { OUT_OF_REACH, type Selection, TESTS, TRIED } from "./tests-of-roles.ts";
import { Trials } from "./trials.ts";
import { type Permission, permissionsIn } from "./withheld.ts";

const { role, stacks } = new Command("permissions")
  .option("--role <name>", "one role or managed policy, such as GetUserRole")
  // More than cores: a test that notices by waiting takes a quarter of one.
  .option("--stacks <number>", "how many run at once", Number, 3 * availableParallelism())
  .parse()
  .opts<{ role?: string; stacks: number }>();

const start = Date.now();
const withoutDesk = await permissionsOf(TRIED.withoutDesk);
const knownPermissions = new Map([...(await permissionsOf(TRIED.withDesk)), ...withoutDesk]);
assertEachPartFits([...knownPermissions.values()]);
const ofRole = [...knownPermissions.values()].filter(
  ({ caller }) => role === undefined || roleOf(caller) === role,
);
const chosen = ofRole.filter((permission) => reasonAgainst(permission) === undefined);
if (chosen.length === 0) throw new Error(`The stack has no role or managed policy ${role}.`);
const searches = chosen.map((permission) => ({
  permission,
  selections: selectionsFor(permission),
  isUsed: false,
}));

type Search = (typeof searches)[number];

let trials = await Trials.start(stacks);
try {
  const unfit = await unfitSelections(searches.flatMap(({ selections }) => selections));
  print(`The tests were run with every permission, in ${secondsSince(start)} s.`);
  const open = await search(searches, unfit);
  // Beside other stacks a test may fail for lack of time, before it asks for what was taken away.
  const unnoticed = await alone(open, unfit);
  print(`${chosen.length} permissions in ${secondsSince(start)} s: ${unnoticed.length} that no test misses.`);
  for (const reason of unfit.values()) print(reason);
  for (const { permission, isUsed } of unnoticed)
    print(`no test misses ${textOf(permission)}: ${isUsed ? "it was asked for" : "nothing asked for it"}`);
  for (const permission of ofRole) {
    const reason = reasonAgainst(permission);
    if (reason !== undefined) print(`out of reach: ${textOf(permission)}, ${reason}`);
  }
  process.exitCode = unnoticed.length + unfit.size === 0 ? 0 : 1;
} finally {
  await trials.close();
}

/**
 * Runs tests with all permissions, and those that fail once more with less beside them.
 * @returns why they say nothing: of those that fail even so, and of names that fit no test
 */
async function unfitSelections(selections: readonly Selection[]): Promise<Map<string, string>> {
  const distinct = new Map(selections.map((selection) => [nameOf(selection), { selection }]));
  let unfit = new Map<string, string>();
  for (const _ of [1, 2]) {
    const tried = [...distinct.entries()].filter(([name]) => unfit.size === 0 || unfit.has(name));
    unfit = new Map();
    await trials.run(
      tried.map(([, trial]) => trial),
      ({ selection }, { failure, error, passed }) => {
        const { file, only = [] } = selection;
        if (failure !== undefined)
          unfit.set(nameOf(selection), `fails with every permission: ${failure}: ${error}`);
        else if (passed === 0)
          unfit.set(nameOf(selection), `no test of ${file} is called ${only.join(" or ")}`);
      },
    );
    if (unfit.size === 0) break;
  }
  return unfit;
}

/**
 * Takes each permission away, with the first selection of its tests, then those that were not noticed with the next.
 * A test that fails though nothing asked for the permission fails for another reason: it counts for nothing.
 * @returns those that no test notices
 */
async function search(searches: readonly Search[], unfit: ReadonlyMap<string, string>): Promise<Search[]> {
  let open = [...searches];
  const most = Math.max(0, ...searches.map(({ selections }) => selections.length));
  for (let next = 0; next < most; next++) {
    const noticed = new Set<Permission>();
    const round = open.flatMap((search) =>
      search.selections
        .slice(next, next + 1)
        .filter((selection) => !unfit.has(nameOf(selection)))
        .map((selection) => ({ search, selection, withheld: search.permission })),
    );
    await trials.run(round, ({ search, withheld }, { failure, wasAskedFor }) => {
      search.isUsed ||= wasAskedFor;
      if (failure === undefined || !wasAskedFor) return;
      noticed.add(withheld);
      print(`${textOf(withheld)}: ${failure}`);
    });
    open = open.filter(({ permission }) => !noticed.has(permission));
  }
  return open;
}

/** Searches once more, one stack at a time. */
async function alone(open: readonly Search[], unfit: ReadonlyMap<string, string>): Promise<Search[]> {
  if (open.length === 0) return [];
  await trials.close();
  trials = await Trials.start(1);
  return search(open, unfit);
}

function nameOf({ file, only }: Selection): string {
  return JSON.stringify([file, only]);
}

/** By their names. */
async function permissionsOf(context: Readonly<Record<string, unknown>>): Promise<Map<string, Permission>> {
  const { template } = await assemble(context);
  const addresses = { sqs: "http://sqs", adapter: "http://adapter", desk: "http://desk" };
  const permissions = permissionsIn(readPermissions(template, references(template, addresses)));
  return new Map(permissions.map((permission) => [textOf(permission), permission]));
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

/** Tests for the permission; a stack without a desk cannot miss what only one with a desk has. */
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

function textOf({ caller, action, resource }: Permission): string {
  const name = resource.split(":").slice(5).join(":").replaceAll("Vigia-local-", "");
  return `${roleOf(caller)} ${action} ${name || resource}`;
}

function secondsSince(time: number): string {
  return ((Date.now() - time) / 1_000).toFixed(0);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
