/** `vigia desk remove` and `sign-out`: a removed person sees nothing more, from the next request on. */

import * as z from "zod/mini";
import { cleanText } from "../../../text/cleaning.ts";
import type { Call } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { readOptions } from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { printLine } from "../../output/print.ts";
import { type Desk, deskOf, ofOtherIssuer } from "./desk-of.ts";
import { emailIn } from "./invite.ts";
import { UserPool } from "./user-pool.ts";

const removeOptions = z.object({ forget: z._default(z.boolean(), false) });

export async function remove({ context, args: [name = ""], options, target }: Call): Promise<undefined> {
  const { forget } = readOptions(removeOptions, options);
  const found = await target();
  const desk = deskOf(found);
  await printLine(
    context.stdout,
    desk.userPool === undefined
      ? await signOutOfOtherIssuer(found, desk, name)
      : await removeFromPool(found, desk, { userPool: desk.userPool, email: emailIn(name), forget }),
  );
}

async function removeFromPool(
  { name: stack }: Target,
  { sessions }: Desk,
  { userPool, email, forget }: { userPool: string; email: string; forget: boolean },
): Promise<string> {
  const pool = await UserPool.open(userPool);
  const known = await pool.find(email);
  if (known === undefined) throw new CommandError(`${email} is not invited to the desk of ${stack}.`);
  // First: from here on the person opens no session, and then the open ones end.
  if (known.state !== "removed") await pool.disable(email);
  await sessions.endAllOf(known.subject);
  for (const group of await pool.groupsOf(email)) await pool.leave(email, group);
  if (forget) await pool.delete(email);
  if (forget) return `${email} is removed from the desk of ${stack} and forgotten, with her device.`;
  return known.state === "removed"
    ? `${email} was removed from the desk of ${stack} before.`
    : `${email} is removed from the desk of ${stack}, and signed out; "vigia desk people" still names her.`;
}

/** The company's own issuer has to remove the person: here their sessions end. */
async function signOutOfOtherIssuer(target: Target, { sessions }: Desk, name: string): Promise<string> {
  const shown = cleanText(name, 200);
  const where =
    target.local === undefined
      ? "Remove her with the company's own issuer first, or she signs in again."
      : ofOtherIssuer(target);
  const subjects = await sessions.subjectsOf(name);
  if (subjects.length === 0)
    throw new CommandError(`${shown} is not signed in at the desk of ${target.name}. ${where}`);
  for (const subject of subjects) await sessions.endAllOf(subject);
  return `${shown} is signed out of the desk of ${target.name}. ${where}`;
}

const signOutOptions = z.object({ everybody: z._default(z.boolean(), false) });

export async function signOut({ context, options, target }: Call): Promise<undefined> {
  const { everybody } = readOptions(signOutOptions, options);
  if (!everybody)
    throw new WrongUseError('Say --everybody, or sign one person out with "vigia desk remove <email>".');
  const found = await target();
  await deskOf(found).sessions.endAll();
  await printLine(
    context.stdout,
    `Everybody is signed out of the desk of ${found.name}. Whoever may signs in again.`,
  );
}
