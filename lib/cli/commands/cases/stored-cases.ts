/** The cases of a stack. */

import type { CaseKey } from "../../../cases/case-keys.ts";
import { CaseQueries } from "../../../cases/case-queries.ts";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { writeNow } from "../../output/print.ts";

/** @param corrupt gets each case that cannot be read, which is named on the error output too */
export function casesOf(
  target: Target,
  { stderr }: Pick<CommandContext, "stderr">,
  corrupt: CaseKey[] = [],
): CaseQueries {
  return new CaseQueries(documents(target), target.tables.cases, (key) => {
    writeNow(stderr, `${key.subject} ${key.opened} cannot be read: "vigia cases verify" shows how.\n`);
    corrupt.push(key);
  });
}

/**
 * The projects whose cases are looked for: those named, or all of the settings.
 * @throws {CommandError} for a named one that the settings do not name
 */
export function caseProjectsOf(
  { projectIds, name }: Target,
  named: readonly number[] | undefined,
): readonly number[] {
  const unknown = named?.find((id) => id !== TEST_PROJECT && !projectIds.includes(id));
  if (unknown === undefined) return named ?? projectIds;
  throw new CommandError(
    `Project ${unknown} is not one of ${name} (${projectIds.join(", ")}): add it to projects, with "retired: true" if it left, and deploy.`,
  );
}
