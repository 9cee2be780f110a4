/**
 * Takes each permission away from each role in turn, and says which test noticed.
 * `npm run permissions -- --role ScanWalletsRole` tries those of one role.
 */

import { Command } from "commander";
import pMap from "p-map";
import { readPermissions } from "../../../infra/local/permissions/read-permissions.ts";
import { assemble } from "../../../infra/local/template/assembly.ts";
import { references } from "../../../infra/local/template/resource-names.ts";
import { noticing } from "./noticing.ts";
import { type Permission, permissionsIn } from "./withheld.ts";

/** As many stacks as a small machine has cores. */
const CONCURRENT = 2;

/** What Lambda does in a function's name: no code of ours asks for it. */
const BY_LAMBDA = new Set([
  "logs:createlogstream",
  "logs:putlogevents",
  "sqs:deletemessage",
  "sqs:getqueueattributes",
  "sqs:receivemessage",
]);

const { role, minutes } = new Command("permissions")
  .option("--role <name>", "one role or managed policy, such as GetUserRole")
  .option("--minutes <number>", "how long at most", Number, 15)
  .parse()
  .opts<{ role?: string; minutes: number }>();

const withoutDesk = new Set((await permissionsOf({})).map(nameOf));
const all = (await permissionsOf({ desk: true })).filter(
  ({ caller }) => role === undefined || caller === `Vigia-local-${role}`,
);
const end = Date.now() + minutes * 60_000;
const unnoticed: Permission[] = [];
const untried: Permission[] = [];

await pMap(
  all,
  async (permission) => {
    if (Date.now() > end) {
      untried.push(permission);
      return;
    }
    const test = await noticing(permission, !withoutDesk.has(nameOf(permission)));
    if (test === undefined) unnoticed.push(permission);
    const by = isLambdas(permission) ? " (used by Lambda itself)" : "";
    print(`${textOf(permission)}${by}: ${test ?? "NOBODY NOTICED"}`);
  },
  { concurrency: CONCURRENT },
);

print(`${all.length} permissions, ${unnoticed.length} that no test misses, ${untried.length} not tried.`);
for (const permission of unnoticed) print(`no test misses ${textOf(permission)}`);
for (const permission of untried) print(`not tried: ${textOf(permission)}`);
process.exitCode = unnoticed.length + untried.length === 0 ? 0 : 1;

async function permissionsOf(context: Readonly<Record<string, unknown>>): Promise<Permission[]> {
  const { template } = await assemble(context);
  const addresses = { sqs: "http://sqs", adapter: "http://adapter", desk: "http://desk" };
  return permissionsIn(readPermissions(template, references(template, addresses)));
}

function nameOf({ caller, action, resource }: Permission): string {
  return `${caller} ${action} ${resource}`;
}

function isLambdas({ caller, action }: Permission): boolean {
  return caller.endsWith("Role") && BY_LAMBDA.has(action);
}

function textOf({ caller, action, resource }: Permission): string {
  const name = resource.split(":").slice(5).join(":").replaceAll("Vigia-local-", "");
  return `${caller.replace("Vigia-local-", "")} ${action} ${name || resource}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
