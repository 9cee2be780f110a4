/** Whether somebody decides when one officer is away: at the desk, and by the messages that reach her. */

import { isConfirmed, isEmail, isSlack, subscriptionsOf } from "../../../alerts/subscriptions/subscribed.ts";
import { groupOf } from "../../../desk/sign-in/access.ts";
import { countOf } from "../../../text/count-of.ts";
import { topics } from "../../core/aws.ts";
import { commandErrorFor } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { UserPool } from "../desk/user-pool.ts";
import { type Check, type CheckContext, type CheckResult, ok, warning } from "./checks.ts";

/** One is on holiday. */
const ENOUGH = 2;

export const officerChecks: readonly Check[] = [
  { about: "officers at the desk", run: atDesk },
  { about: "officers by mail", run: byMail },
];

/** Nothing of a stack without a desk, or whose people another issuer knows. */
async function atDesk({ target, now }: CheckContext): Promise<CheckResult[]> {
  const { deskUserPool, projectIds, name, flag, stage } = target;
  if (deskUserPool === undefined || stage === undefined) return [];
  const about = "officers at the desk";
  let groups: string[][];
  try {
    groups = await groupsOfPeople(deskUserPool, now);
  } catch (error) {
    return [warning(about, "could not be counted", commandErrorFor(error, name).message)];
  }
  const officersOf = (projectId: number) => {
    const acting = [groupOf("officers", undefined), groupOf("officers", projectId)];
    return groups.filter((ofOne) => ofOne.some((group) => acting.includes(group))).length;
  };
  const few = projectIds.filter((projectId) => officersOf(projectId) < ENOUGH);
  const toDo = `run "vigia desk invite <email> --role officer${flag}"`;
  const warnings = few.map((projectId) =>
    warning(
      about,
      `${countOf(officersOf(projectId), "person", "people")} may decide in project ${projectId}: when one is away, nobody does`,
      toDo,
    ),
  );
  if (!groups.some((ofOne) => ofOne.includes(groupOf("officers", undefined))))
    warnings.push(
      warning(
        about,
        "nobody may decide what names no project, or is of one that has left the settings",
        toDo,
      ),
    );
  return warnings.length === 0 ? [ok(about, `${ENOUGH} or more for every project`)] : warnings;
}

/** The groups of everybody who may sign in. */
async function groupsOfPeople(userPool: string, now: number): Promise<string[][]> {
  const pool = await UserPool.open(userPool);
  const groups: string[][] = [];
  for await (const { subject, state, until } of pool.people()) {
    const mayEnter = state !== "removed" && (until === undefined || now < Date.parse(until));
    if (mayEnter) groups.push(await pool.groupsOf(subject));
  }
  return groups;
}

/** A channel in Slack is read by several. */
async function byMail({ target }: CheckContext): Promise<CheckResult[]> {
  if (target.desk === undefined || target.stage === undefined) return [];
  const all = (await subscriptionsOf(topics(target), target.topics.alerts)).filter(isConfirmed);
  const mails = all.filter(isEmail).length;
  // Where nobody is reached another check says so.
  if (mails !== 1 || all.some(isSlack)) return [];
  return [warning("officers by mail", "alerts and reminders reach one address", addAnother(target))];
}

function addAnother({ flag }: Pick<Target, "flag">): string {
  return `name another in alertEmails and deploy, then run "vigia subscriptions confirm '<link>'${flag}"`;
}
