/** The cases of a stack. */

import { CaseQueries } from "../../../store/cases/case-queries.ts";
import type { OnUnreadable } from "../../../store/cases/case-reading.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { writeNow } from "../../output/print.ts";

/** Names on the error output what somebody spoilt, and hands it on. */
export function casesOf(
  target: Target,
  { stderr }: Pick<CommandContext, "stderr">,
  onUnreadable: OnUnreadable = () => {},
): CaseQueries {
  return new CaseQueries(documents(target), casesTableOf(target), (key) => {
    writeNow(
      stderr,
      `${key.subject} ${key.opened}: cannot be read, and is left out; "vigia cases verify" says more.\n`,
    );
    onUnreadable(key);
  });
}

/** @throws {CommandError} where the stack has no desk, and so no cases */
export function casesTableOf(target: Target): string {
  const { cases } = target.tables;
  if (cases === undefined)
    throw new CommandError(
      `There are no cases in ${target.name}: it has no desk. Set desk in cdk.json and deploy; lib/desk/README.md has more.`,
    );
  return cases;
}
