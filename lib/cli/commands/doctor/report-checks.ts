/** Whether what Mexican reports are made of is ready for them. */

import { InvalidRecordError } from "../../../users/user-item.ts";
import { UserStore } from "../../../users/users.ts";
import { documents } from "../../core/aws.ts";
import { take } from "../../output/rows.ts";
import { WarningCount } from "../users/user-warnings.ts";
import { type Check, type CheckContext, type CheckResult, ok, warning } from "./checks.ts";

/** Enough to see that something is wrong; the command checks all. */
const MAX_USERS = 1_000;

export const reportChecks: readonly Check[] = [{ about: "User records", run: userRecords }];

async function userRecords({ target, now }: CheckContext): Promise<CheckResult[]> {
  const about = "User records";
  if (!target.mexico) return [];
  const count = new WarningCount(now);
  try {
    for await (const user of take(new UserStore(documents(target), target.tables.users).all(), MAX_USERS))
      if (!(user instanceof InvalidRecordError)) count.add(user);
  } catch (error) {
    // Engineers who operate the stack need not be able to read people's records.
    if (error instanceof Error && error.name.startsWith("AccessDenied"))
      return [ok(about, "not looked at: your credentials may not read them")];
    throw error;
  }
  const looked = count.users === MAX_USERS ? ` (of the first ${MAX_USERS.toLocaleString("en-US")})` : "";
  const toDo = `have somebody who may read them run "vigia users check${target.flag}"`;
  if (count.warned > 0) return [warning(about, `${count.sentence()}${looked}`, toDo)];
  return [ok(about, `nothing in them that a Mexican report would not take${looked}`)];
}
