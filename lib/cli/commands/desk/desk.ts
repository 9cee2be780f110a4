/** `vigia desk`: manages who may sign in to the officers' desk. */

import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { DeskSessionStore } from "../../../desk/frame/desk-sessions.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { type DeskRole, groupOf } from "../../../settings/desk-groups.ts";
import { email } from "../../../settings/fields.ts";
import { documents } from "../../core/aws.ts";
import { addCommand, addGroup, type Call, type CommandGroup, handle } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import { formatOption, projectsOption, timeIn } from "../../core/options.ts";
import { requireServedProject, type Target } from "../../core/target.ts";
import { type Column, printList, timeColumn } from "../../output/list.ts";
import { type PoolPerson, UserPool } from "./user-pool.ts";

export function addDesk(program: CommandGroup, summary: string): void {
  const group = addGroup(program, "desk", summary);
  addCommand(group, "invite", {
    summary: "invite a person; run again to replace their role or end date, or to mail again",
    details:
      "Officers start scans and decide cases; auditors see the same and change nothing. A person has one role, in all projects or in those that are named.",
    examples: [
      "vigia desk invite olga@company.example --role officer --stage dev",
      "vigia desk invite ana@auditors.example --role auditor --project 1,2 --until 2100-03-01 --stage dev",
    ],
  })
    .argument("<email>", "the person's address", emailIn)
    .addOption(
      new Option("--role <role>", "what the person may do")
        .choices(["officer", "auditor"] as const)
        .makeOptionMandatory(),
    )
    .addOption(projectsOption)
    .option(
      "--until <time>",
      "end of the access, or never (UTC without a zone; default: unchanged)",
      endIn(group.context),
    )
    .action(handle(group, invite));
  addCommand(group, "remove <email>", {
    summary: "remove a person's access, and end their sessions",
    examples: ["vigia desk remove ana@auditors.example --stage dev"],
  })
    .option(
      "--forget",
      "also delete the person from the user pool, with their authenticator, so that they can be invited again",
    )
    .action(handle(group, remove));
  addCommand(group, "list", {
    summary: "list the people who may sign in, with role and end date",
    examples: ["vigia desk list --stage dev", "vigia desk list --format csv --stage dev"],
  })
    .addOption(formatOption)
    .action(
      handle(group, async ({ context, chosenTarget }, { format }) => {
        const target = await chosenTarget();
        const { userPool } = deskOf(target);
        if (userPool === undefined) throw new CommandError(ofOtherIssuer(target));
        const people = rowsOf(new UserPool(userPool, target.network), context.now());
        const limit = Number.POSITIVE_INFINITY;
        const count = await printList(context.stdout, { format, limit }, PERSON_COLUMNS, people);
        if (count === 0 && format === "table")
          await context.note(
            `No one is invited to the desk of ${target.name} yet: "vigia desk invite <email> --role officer${target.flags}".`,
          );
      }),
    );
}

/** The desk of a stack. */
interface Desk {
  /** Without a slash at the end. */
  url: string;
  sessions: DeskSessionStore;
  /** The id of the user pool; absent where people sign in with an issuer that is not the stack's. */
  userPool: string | undefined;
}

/** @throws {CommandError} where there is no desk */
function deskOf(target: Target): Desk {
  const { desk: url, tables } = target;
  if (url === undefined || tables.deskSessions === undefined)
    throw new CommandError(
      `There is no desk in ${target.name}: add the setting desk, which docs/guides/desk.md in the package vigia explains, and deploy it.`,
    );
  return {
    url,
    sessions: new DeskSessionStore(documents(target), tables.deskSessions),
    userPool: target.kind === "local" ? undefined : target.deskUserPool,
  };
}

/** Owner of the people, if it is not the stack's own user pool, in a sentence about a group to put them into. */
function ofOtherIssuer(target: Target, group = "officers or auditors"): string {
  if (target.kind === "local")
    return `The local stack signs in invented people: choose one at ${target.desk}.`;
  return `People of ${target.name} sign in with the company's own issuer: invite them there, and put them into its group ${group}, or what the setting desk.groupNames calls it.`;
}

const ROLES = { officer: "officers", auditor: "auditors" } as const satisfies Record<string, DeskRole>;

/** Removes the end of a person's access, which nothing else does. */
const NEVER = "never";

/** An address as the pool compares it. */
function emailIn(text: string): string {
  const address = email.safeParse(text);
  if (address.success) return address.data.toLowerCase();
  throw new InvalidArgumentError("Expected an e-mail address, such as ana@company.example.");
}

/** Reads ISO 8601 in the future, or {@link NEVER}. */
function endIn(clock: { now(): number }): (text: string) => string {
  return (text) => {
    const end = text === NEVER ? NEVER : timeIn(clock)(text);
    if (end === NEVER || Date.parse(end) > clock.now()) return end;
    throw new InvalidArgumentError("Expected a time in the future, or never.");
  };
}

interface Invitation {
  role: "officer" | "auditor";
  project?: number[] | undefined;
  until?: string | undefined;
}

async function invite(
  { context, chosenTarget }: Call,
  email: string,
  { role, project, until: end }: Invitation,
): Promise<undefined> {
  const target = await chosenTarget();
  for (const id of project ?? []) requireServedProject(target, id);
  const groups = (project ?? [undefined]).map((id) => groupOf(ROLES[role], id));
  const { userPool, url, sessions } = deskOf(target);
  if (userPool === undefined) throw new CommandError(ofOtherIssuer(target, groups.join(", ")));
  const pool = new UserPool(userPool, target.network);
  const person = await pool.find(email);
  const until = end === undefined ? person?.until : end === NEVER ? undefined : end;
  if (until !== undefined && Date.parse(until) <= context.now())
    throw new CommandError(
      `${email} could sign in until ${until}: give --until with a time in the future, or never.`,
    );
  const what = `${role} of ${project === undefined ? "every project" : `project ${project.join(", ")}`}${until === undefined ? "" : `, until ${until}`}`;
  if (person === undefined) {
    await pool.invite(email, until);
    for (const group of groups) await pool.join(email, group);
    await context.print(
      `${email} is invited to the desk of ${target.name} as ${what}. Send them the desk's address, which their mail does not hold: ${url}. They sign in with an authenticator app and the password in that mail, which is valid for three days.`,
    );
    return;
  }
  const changed = await change(pool, person, { email, until, groups });
  // The session has the permissions: a change counts from the person's next one.
  if (changed) await sessions.endAllOf(person.subject);
  const again = person.hasSignedIn ? "" : " The mail went out again.";
  if (!person.hasSignedIn) await pool.inviteAgain(email);
  await context.print(
    changed
      ? `${email} is known at the desk of ${target.name}, and is now ${what}.${again}`
      : `${email} is invited to the desk of ${target.name} already, as ${what}.${again}`,
  );
}

interface Wanted {
  email: string;
  until: string | undefined;
  groups: readonly string[];
}

/** Changes a known person to the wanted state, which replaces all of their groups. @returns whether anything differed */
async function change(
  pool: UserPool,
  person: PoolPerson,
  { email, until, groups }: Wanted,
): Promise<boolean> {
  const before = await pool.groupsOf(email);
  const removedGroups = before.filter((group) => !groups.includes(group));
  const joined = groups.filter((group) => !before.includes(group));
  for (const group of removedGroups) await pool.leave(email, group);
  if (person.until !== until) await pool.setUntil(email, until);
  for (const group of joined) await pool.join(email, group);
  // Last: no session opens with the former permissions.
  if (person.state === "removed") await pool.enable(email);
  return removedGroups.length + joined.length > 0 || person.until !== until || person.state === "removed";
}

type Row = PoolPerson & { groups: readonly string[]; hasEnded: boolean };

const STYLES = { active: "green", invited: "yellow", removed: "red", ended: "red" } as const;

const stateOf = ({ state, hasEnded }: Row) => (hasEnded && state !== "removed" ? "ended" : state);

export const PERSON_COLUMNS: readonly Column<Row>[] = [
  { name: "email", header: "e-mail", value: ({ email }) => email },
  { name: "subject", value: ({ subject }) => subject },
  { name: "groups", header: "groups", value: ({ groups }) => groups.join(" ") },
  { name: "state", header: "state", value: stateOf, style: (row) => STYLES[stateOf(row)] },
  timeColumn("until", "until", ({ until }) => until),
  timeColumn("invitedAt", "invited", ({ since }) => since),
];

async function* rowsOf(pool: UserPool, now: number): AsyncGenerator<Row> {
  for await (const person of pool.people()) {
    const hasEnded = person.until !== undefined && !(now < Date.parse(person.until));
    yield { ...person, groups: (await pool.groupsOf(person.subject)).toSorted(), hasEnded };
  }
}

async function remove(
  { context, chosenTarget }: Call,
  name: string,
  { forget = false }: { forget?: boolean | undefined },
): Promise<undefined> {
  const target = await chosenTarget();
  const desk = deskOf(target);
  await context.print(
    desk.userPool === undefined
      ? await signOutOfOtherIssuer(target, desk, name)
      : await removeFromPool(target, desk, {
          userPool: desk.userPool,
          email: name.toLowerCase(),
          forget,
        }),
  );
}

async function removeFromPool(
  { name: stack, network }: Target,
  { sessions }: Desk,
  { userPool, email, forget }: { userPool: string; email: string; forget: boolean },
): Promise<string> {
  const pool = new UserPool(userPool, network);
  const person = await pool.find(email);
  if (person === undefined) throw new CommandError(`${email} is not invited to the desk of ${stack}.`);
  // First: from here on the person opens no session, and then the open ones end.
  if (person.state !== "removed") await pool.disable(email);
  await sessions.endAllOf(person.subject);
  for (const group of await pool.groupsOf(email)) await pool.leave(email, group);
  if (forget) await pool.delete(email);
  if (forget) return `${email} is removed from the desk of ${stack} and deleted, with their authenticator.`;
  return person.state === "removed"
    ? `${email} was removed from the desk of ${stack} before.`
    : `${email} is removed from the desk of ${stack}, and signed out; "vigia desk list" still lists them.`;
}

/** The company's own issuer has to remove the person: here their sessions end. */
async function signOutOfOtherIssuer(target: Target, { sessions }: Desk, name: string): Promise<string> {
  const shown = cleanText(name, 200);
  const where =
    target.kind === "local"
      ? ofOtherIssuer(target)
      : "Remove them at the company's own issuer first, or they can sign in again.";
  const subjects = await sessions.subjectsOf(name);
  if (subjects.length === 0)
    throw new CommandError(`${shown} is not signed in at the desk of ${target.name}. ${where}`);
  for (const subject of subjects) await sessions.endAllOf(subject);
  return `${shown} is signed out of the desk of ${target.name}. ${where}`;
}
