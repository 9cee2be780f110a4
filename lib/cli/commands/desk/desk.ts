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
        const { pool } = deskOf(target);
        if (pool === undefined) throw new CommandError(otherIssuerSentence(target));
        const people = rowsOf(pool, context.now());
        const limit = Number.POSITIVE_INFINITY;
        const count = await printList(context.stdout, { format, limit }, PERSON_COLUMNS, people);
        if (count === 0 && format === "table")
          await context.note(
            `No one is invited to the desk of ${target.name} yet: "vigia desk invite <email> --role officer${target.flags}".`,
          );
      }),
    );
}

/** The desk of a target. */
interface Desk {
  stackName: string;
  /** URL without a slash at the end. */
  url: string;
  sessions: DeskSessionStore;
  /** The stack's user pool; undefined where people sign in with another issuer. */
  pool: UserPool | undefined;
}

type DeskWithPool = Desk & { pool: UserPool };

/** @throws {CommandError} where there is no desk */
function deskOf(target: Target): Desk {
  const { desk: url, tables, network } = target;
  if (url === undefined || tables.deskSessions === undefined)
    throw new CommandError(
      `There is no desk in ${target.name}: add the setting desk, which docs/guides/desk.md in the package vigia explains, and deploy it.`,
    );
  const userPool = target.kind === "local" ? undefined : target.deskUserPool;
  return {
    stackName: target.name,
    url,
    sessions: new DeskSessionStore(documents(target), tables.deskSessions),
    pool: userPool === undefined ? undefined : new UserPool(userPool, network),
  };
}

/** A sentence for a stack without a user pool: who signs people in, and what to do there. */
function otherIssuerSentence(target: Target, group = "officers or auditors"): string {
  if (target.kind === "local")
    return `The local stack signs in invented people: choose one at ${target.desk}.`;
  return `People of ${target.name} sign in with the company's own issuer: invite them there, and put them into its group ${group}, or what the setting desk.groupNames calls it.`;
}

const ROLES = { officer: "officers", auditor: "auditors" } as const satisfies Record<string, DeskRole>;

type Role = keyof typeof ROLES;

/** The groups that give a role: one for each project, or without projects the one for all of them. */
function groupsFor(role: Role, projectIds: readonly number[] | undefined): string[] {
  if (projectIds === undefined) return [groupOf(ROLES[role])];
  return projectIds.map((id) => groupOf(ROLES[role], id));
}

/** An address as the pool compares it. */
function emailIn(text: string): string {
  const address = email.safeParse(text);
  if (address.success) return address.data.toLowerCase();
  throw new InvalidArgumentError("Expected an e-mail address, such as ana@company.example.");
}

/** The end of a person's access that an invitation asks for. */
type AccessEnd = { kind: "unchanged" } | { kind: "never" } | { kind: "at"; time: string };

/** Parses `never`, or a time in the future as ISO 8601. */
function endIn(clock: { now(): number }): (text: string) => AccessEnd {
  return (text) => {
    if (text === "never") return { kind: "never" };
    const time = timeIn(clock)(text);
    if (Date.parse(time) > clock.now()) return { kind: "at", time };
    throw new InvalidArgumentError("Expected a time in the future, or never.");
  };
}

/** The time at which a person's access ends; undefined where it never does. @param person undefined for a new one */
function resolveEnd(end: AccessEnd, person: PoolPerson | undefined): string | undefined {
  switch (end.kind) {
    case "unchanged":
      return person?.until;
    case "never":
      return undefined;
    case "at":
      return end.time;
  }
}

interface InviteOptions {
  role: Role;
  project?: number[] | undefined;
  until?: AccessEnd | undefined;
}

async function invite(
  { context, chosenTarget }: Call,
  email: string,
  { role, project: projectIds, until: end = { kind: "unchanged" } }: InviteOptions,
): Promise<undefined> {
  const target = await chosenTarget();
  for (const id of projectIds ?? []) requireServedProject(target, id);
  const groups = groupsFor(role, projectIds);
  const desk = deskOf(target);
  const { pool } = desk;
  if (pool === undefined) throw new CommandError(otherIssuerSentence(target, groups.join(", ")));
  const person = await pool.find(email);
  const until = resolveEnd(end, person);
  if (until !== undefined && Date.parse(until) <= context.now())
    throw new CommandError(
      `${email} could sign in until ${until}: give --until with a time in the future, or never.`,
    );
  const access: Access = { email, role, projectIds, groups, until };
  await context.print(
    person === undefined
      ? await inviteNew({ ...desk, pool }, access)
      : await updateKnown({ ...desk, pool }, person, access),
  );
}

/** What a person may do at the desk after the command. */
interface Access {
  email: string;
  role: Role;
  /** Every project where it is undefined. */
  projectIds: readonly number[] | undefined;
  groups: readonly string[];
  /** End of the access, ISO 8601; undefined where it never ends. */
  until: string | undefined;
}

/** The access in sentences: `officer of project 1, 2, until 2100-03-01T00:00:00.000Z`. */
function accessText({ role, projectIds, until }: Access): string {
  const projects = projectIds === undefined ? "every project" : `project ${projectIds.join(", ")}`;
  return `${role} of ${projects}${until === undefined ? "" : `, until ${until}`}`;
}

/** Invites a person whom the pool does not know. @returns the sentence to print */
async function inviteNew({ stackName, url, pool }: DeskWithPool, access: Access): Promise<string> {
  const { email, groups, until } = access;
  await pool.invite(email, until);
  for (const group of groups) await pool.join(email, group);
  return `${email} is invited to the desk of ${stackName} as ${accessText(access)}. Send them the desk's address, which their mail does not hold: ${url}. They sign in with an authenticator app and the password in that mail, which is valid for three days.`;
}

/** Gives a person whom the pool knows another access, or mails the invitation again. @returns the sentence to print */
async function updateKnown(
  { stackName, sessions, pool }: DeskWithPool,
  person: PoolPerson,
  access: Access,
): Promise<string> {
  const { email } = access;
  const isChanged = await applyAccess(pool, person, access);
  // Permissions are in the session: the new ones count from the person's next session.
  if (isChanged) await sessions.endAllOf(person.subject);
  if (!person.hasSignedIn) await pool.inviteAgain(email);
  const mailNote = person.hasSignedIn ? "" : " The mail went out again.";
  return isChanged
    ? `${email} is known at the desk of ${stackName}, and is now ${accessText(access)}.${mailNote}`
    : `${email} is invited to the desk of ${stackName} already, as ${accessText(access)}.${mailNote}`;
}

/** Gives a known person an access in place of all of their groups and their end. @returns whether anything differed */
async function applyAccess(
  pool: UserPool,
  person: PoolPerson,
  { email, until, groups }: Access,
): Promise<boolean> {
  const currentGroups = await pool.groupsOf(email);
  const groupsToLeave = currentGroups.filter((group) => !groups.includes(group));
  const groupsToJoin = groups.filter((group) => !currentGroups.includes(group));
  for (const group of groupsToLeave) await pool.leave(email, group);
  if (person.until !== until) await pool.setUntil(email, until);
  for (const group of groupsToJoin) await pool.join(email, group);
  // Enabled last: no session opens with the former permissions.
  if (person.state === "removed") await pool.enable(email);
  return (
    groupsToLeave.length + groupsToJoin.length > 0 || person.until !== until || person.state === "removed"
  );
}

interface PersonRow extends Omit<PoolPerson, "state"> {
  state: PoolPerson["state"] | "ended";
  groups: readonly string[];
}

const STYLES = { active: "green", invited: "yellow", removed: "red", ended: "red" } as const;

export const PERSON_COLUMNS: readonly Column<PersonRow>[] = [
  { name: "email", header: "e-mail", value: ({ email }) => email },
  { name: "subject", value: ({ subject }) => subject },
  { name: "groups", header: "groups", value: ({ groups }) => groups.join(" ") },
  { name: "state", header: "state", value: ({ state }) => state, style: ({ state }) => STYLES[state] },
  timeColumn("until", "until", ({ until }) => until),
  timeColumn("invitedAt", "invited", ({ since }) => since),
];

async function* rowsOf(pool: UserPool, now: number): AsyncGenerator<PersonRow> {
  for await (const person of pool.people()) {
    const groups = (await pool.groupsOf(person.subject)).toSorted();
    yield { ...person, groups, state: stateOf(person, now) };
  }
}

/** The state of a person in the list: access whose end has passed is `ended`, unless the person was removed. */
function stateOf({ state, until }: PoolPerson, now: number): PersonRow["state"] {
  const hasEnded = until !== undefined && !(now < Date.parse(until));
  return hasEnded && state !== "removed" ? "ended" : state;
}

/** @param person e-mail address; with the company's own issuer also its id of the person */
async function remove(
  { context, chosenTarget }: Call,
  person: string,
  { forget = false }: { forget?: boolean | undefined },
): Promise<undefined> {
  const target = await chosenTarget();
  const desk = deskOf(target);
  const { pool } = desk;
  await context.print(
    pool === undefined
      ? await endSessionsOf(person, target, desk)
      : await removeFromPool({ ...desk, pool }, { email: person.toLowerCase(), forget }),
  );
}

/** Removes a person from the stack's user pool. @returns the sentence to print */
async function removeFromPool(
  { stackName, sessions, pool }: DeskWithPool,
  { email, forget }: { email: string; forget: boolean },
): Promise<string> {
  const person = await pool.find(email);
  if (person === undefined) throw new CommandError(`${email} is not invited to the desk of ${stackName}.`);
  // Disabled first: the person opens no further session, and then the open ones end.
  if (person.state !== "removed") await pool.disable(email);
  await sessions.endAllOf(person.subject);
  for (const group of await pool.groupsOf(email)) await pool.leave(email, group);
  if (forget) await pool.delete(email);
  if (forget)
    return `${email} is removed from the desk of ${stackName} and deleted, with their authenticator.`;
  return person.state === "removed"
    ? `${email} was removed from the desk of ${stackName} before.`
    : `${email} is removed from the desk of ${stackName}, and signed out; "vigia desk list" still lists them.`;
}

/** Ends the sessions of a person, whom only another issuer can remove. @returns the sentence to print */
async function endSessionsOf(person: string, target: Target, { stackName, sessions }: Desk): Promise<string> {
  const printedPerson = cleanText(person, 200);
  const issuerSentence =
    target.kind === "local"
      ? otherIssuerSentence(target)
      : "Remove them at the company's own issuer first, or they can sign in again.";
  const subjects = await sessions.subjectsOf(person);
  if (subjects.length === 0)
    throw new CommandError(
      `${printedPerson} is not signed in at the desk of ${stackName}. ${issuerSentence}`,
    );
  for (const subject of subjects) await sessions.endAllOf(subject);
  return `${printedPerson} is signed out of the desk of ${stackName}. ${issuerSentence}`;
}
