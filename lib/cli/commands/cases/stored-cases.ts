/** The cases of a stack. */

import type { CaseKey } from "../../../cases/case-keys.ts";
import { caseProjects } from "../../../cases/case-projects.ts";
import { CaseQueries } from "../../../cases/case-queries.ts";
import type { OnUnreadable } from "../../../cases/case-reading.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { writeNow } from "../../output/print.ts";

/** Names on the error output what is corrupt. */
export function casesOf(target: Target, { stderr }: Pick<CommandContext, "stderr">): CaseQueries {
  return new CaseQueries(documents(target), casesTableOf(target), (key) => {
    name(stderr, key, "is left out");
  });
}

/** Names it for a sample, of whose population it is, and keeps it. */
export function drawingUnreadable(
  { stderr }: Pick<CommandContext, "stderr">,
  unreadable: CaseKey[],
): OnUnreadable {
  return (key) => {
    name(stderr, key, "is counted and drawn as all others");
    unreadable.push(key);
  };
}

function name(stderr: CommandContext["stderr"], { subject, opened }: CaseKey, what: string): void {
  writeNow(stderr, `${subject} ${opened}: cannot be read, and ${what}; "vigia cases verify" shows how.\n`);
}

/**
 * The projects whose cases are looked for: those named, also of one that has left the settings since, or all that there
 * may be cases of.
 * @throws {CommandError} for a project that is not one of them, and has no case
 */
export async function caseProjectsOf(
  target: Target,
  named: readonly number[] | undefined,
): Promise<readonly number[]> {
  const [database, table] = [documents(target), casesTableOf(target)];
  const known = await caseProjects(database, table, target.projectIds);
  if (named === undefined) return known;
  const cases = new CaseQueries(database, table);
  for (const id of new Set(named)) {
    if (known.includes(id)) continue;
    const { done } = await cases.keys({ projectIds: [id], closed: true }).next();
    if (done === true)
      throw new CommandError(
        `Project ${id} has no case in ${target.name} (projects that may have cases: ${known.join(", ")}): name one of them with --project.`,
      );
  }
  return [...new Set(named)];
}

/** @throws {CommandError} where the stack has no desk, and so no cases */
export function casesTableOf(target: Target): string {
  const { cases } = target.tables;
  if (cases === undefined)
    throw new CommandError(
      `There are no cases in ${target.name}: it has no desk. Set desk in vigia.json and deploy; docs/guides/desk.md in the package vigia has more.`,
    );
  return cases;
}
