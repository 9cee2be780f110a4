/** `vigia desk invite`: lets a person sign in at the desk, in one role, for all projects or one. */

import * as z from "zod/mini";
import { DESK_ROLES, type DeskRole, groupOf } from "../../../desk/sign-in/access.ts";
import type { Call } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { projectOption, readOptions, timeOption } from "../../core/options.ts";
import { chosenProject } from "../../core/project.ts";
import { printLine } from "../../output/print.ts";
import { deskOf, ofOtherIssuer } from "./desk-of.ts";
import { type PoolPerson, UserPool } from "./user-pool.ts";

const ROLES = { officer: "officers", auditor: "auditors" } as const satisfies Record<string, DeskRole>;

/** Removes the end of a person's access, which nothing else does. */
const NEVER = "never";

/** An address as the pool compares it. @throws {WrongUseError} if it is invalid */
export function emailIn(text = ""): string {
  const email = z.email().safeParse(text);
  if (email.success) return email.data.toLowerCase();
  throw new WrongUseError("<email>: expected an e-mail address, such as ana@company.example.");
}

/** @returns ISO 8601, or {@link NEVER}; undefined without a value @throws {WrongUseError} for a past or an invalid time */
function endIn(options: unknown, now: number): string | undefined {
  if (z.object({ until: z.literal(NEVER) }).safeParse(options).success) return NEVER;
  const { until } = readOptions(z.object({ until: z.optional(timeOption(now)) }), options);
  if (until !== undefined && Date.parse(until) <= now)
    throw new WrongUseError("--until: expected a time in the future, or never.");
  return until;
}

export async function invite({ context, args: [address], options, target }: Call): Promise<undefined> {
  const schema = z.object({
    role: z.enum(["officer", "auditor"]),
    project: z.optional(projectOption),
  });
  const { role, project } = readOptions(schema, options);
  const email = emailIn(address);
  const end = endIn(options, context.now());
  const found = await target();
  const scope = project === undefined ? undefined : chosenProject(found, project);
  const group = groupOf(ROLES[role], scope);
  const { userPool, url, sessions } = deskOf(found);
  if (userPool === undefined) throw new CommandError(ofOtherIssuer(found, group));
  const pool = await UserPool.open(userPool);
  const known = await pool.find(email);
  const until = end === undefined ? known?.until : end === NEVER ? undefined : end;
  if (until !== undefined && Date.parse(until) <= context.now())
    throw new CommandError(
      `${email} could sign in until ${until}: give --until with a time in the future, or never.`,
    );
  const what = `${role} of ${scope === undefined ? "every project" : `project ${scope}`}${until === undefined ? "" : `, until ${until}`}`;
  if (known === undefined) {
    await pool.invite(email, until);
    await pool.join(email, group);
    await printLine(
      context.stdout,
      `${email} is invited to the desk of ${found.name} as ${what}. A mail has a password that holds for three days; with it, an authenticator app and ${url} she signs in.`,
    );
    return;
  }
  const changed = await change(pool, known, { email, until, group, scope });
  // The session has the permissions: a change counts from the person's next one.
  if (changed) await sessions.endAllOf(known.subject);
  const again = known.hasSignedIn ? "" : " The mail went out again.";
  if (!known.hasSignedIn) await pool.inviteAgain(email);
  await printLine(
    context.stdout,
    changed
      ? `${email} is known at the desk of ${found.name}, and is now ${what}.${again}`
      : `${email} is invited to the desk of ${found.name} already, as ${what}.${again}`,
  );
}

interface Wanted {
  email: string;
  until: string | undefined;
  group: string;
  scope: number | undefined;
}

/** Changes a known person to the wanted state; other attributes stay. @returns whether anything differed */
async function change(
  pool: UserPool,
  known: PoolPerson,
  { email, until, group, scope }: Wanted,
): Promise<boolean> {
  const groups = await pool.groupsOf(email);
  const others = DESK_ROLES.map((role) => groupOf(role, scope)).filter(
    (other) => other !== group && groups.includes(other),
  );
  for (const other of others) await pool.leave(email, other);
  if (known.until !== until) await pool.setUntil(email, until);
  if (!groups.includes(group)) await pool.join(email, group);
  // Last: no session opens with the former permissions.
  if (known.state === "removed") await pool.enable(email);
  return others.length > 0 || known.until !== until || !groups.includes(group) || known.state === "removed";
}
