/** The desk of a stack, and the errors if it has none or no user pool. */

import { DeskSessionStore } from "../../../desk/sign-in/desk-sessions.ts";
import { documents } from "../../core/aws.ts";
import { CommandError } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";

/** The desk of a stack. */
export interface Desk {
  /** Without a slash at the end. */
  url: string;
  sessions: DeskSessionStore;
  /** The id of the user pool; absent where people sign in with an issuer that is not the stack's. */
  userPool: string | undefined;
}

/** @throws {CommandError} where there is no desk */
export function deskOf(target: Target): Desk {
  const { desk: url, deskUserPool: userPool, tables } = target;
  if (url === undefined || tables.deskSessions === undefined)
    throw new CommandError(
      `There is no desk in ${target.name}: add the setting desk, which lib/desk/README.md explains, and deploy it.`,
    );
  return { url, sessions: new DeskSessionStore(documents(target), tables.deskSessions), userPool };
}

/** Owner of the people, if it is not the stack's own user pool, in a sentence about a group to put them into. */
export function ofOtherIssuer(target: Target, group = "officers or auditors"): string {
  if (target.local !== undefined)
    return `The issuer of the local stack has invented people of its own: choose one of them at ${target.desk}.`;
  const issuer = target.deployment?.settings?.["desk.issuer"];
  const where = typeof issuer === "string" ? ` (${issuer})` : "";
  return `People of ${target.name} sign in with the company's own issuer${where}: invite them there, and put them into its group ${group}.`;
}
