/** The cases of a stack. */

import type { CaseKey } from "../../../cases/case-keys.ts";
import { caseProjects } from "../../../cases/case-projects.ts";
import { CaseQueries } from "../../../cases/case-queries.ts";
import { verifiableKeys } from "../../../cases/integrity/verifiable-keys.ts";
import { NO_PROJECT } from "../../../intake/notifications/notification-keys.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import { chosenProject, type Target } from "../../core/target.ts";
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
 * The projects whose cases are looked for: those named, or all that there may be cases of.
 * @throws {CommandError} for a named one that has no case and is not served
 */
export async function caseProjectsOf(
  target: Target,
  named: readonly number[] | undefined,
): Promise<readonly number[]> {
  const [client, table] = [documents(target), target.tables.cases];
  if (named === undefined) return caseProjects(client, table, target.projectIds);
  for (const id of named) {
    if (id === NO_PROJECT || target.projectIds.includes(id)) continue;
    const { done } = await verifiableKeys({ client, table }, [id], {}).next();
    if (done === true) chosenProject(target, id);
  }
  return named;
}
