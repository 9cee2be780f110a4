/** `vigia hold`: whose records must not expire. A reason is in the table of holds and in `show` alone. */

import * as z from "zod/mini";
import { MAX_NOTE } from "../../../cases/step.ts";
import { type HeldCounts, type Hold, HoldStore, heldCounts, holdKeyOf } from "../../../holds/holds.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { looksPersonal } from "../../../text/masking.ts";
import { documents } from "../../core/aws.ts";
import {
  addCommand,
  addGroup,
  type Call,
  type CommandContext,
  type CommandGroup,
} from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";
import { callFunction } from "../../core/function-call.ts";
import * as option from "../../core/options.ts";
import type { Target } from "../../core/target.ts";
import { showProgress } from "../../output/progress.ts";
import { factTable, printRows, timeColumn, type View } from "../../output/table.ts";

export function addHold(program: CommandGroup): void {
  const group = addGroup(program, "hold", "keep a user's records from expiring, for example for a court");
  addCommand(group, "place <user>", {
    summary: "keep a user's notifications, cases, alerts and scores from expiring",
    details:
      "Waits until all existing records are held; each night the stack adds new ones. Works for deleted users too. Placing a hold again continues where it stopped, and adds the new reason.",
    examples: ["vigia hold place u-1 --reason order-7-2026"],
    action: place,
  }).requiredOption("--reason <text>", "reason, shown by `hold show` only");
  addCommand(group, "release <user>", {
    summary: "release a hold, so that the user's records expire on their usual date",
    details: "Records shared with another user on hold stay held.",
    examples: ["vigia hold release u-1 --reason order-9-2027"],
    action: release,
  }).requiredOption("--reason <text>", "reason, shown by `hold show` only");
  addCommand(group, "list", {
    summary: "list users on hold, with the date and the records found",
    examples: ["vigia hold list", "vigia hold list --all --format csv"],
    action: list,
  })
    .option("--all", "include released holds")
    .option("--format <format>", "table, jsonl or csv", "table");
  addCommand(group, "show <user>", {
    summary: "show a hold with its reasons",
    examples: ["vigia hold show u-1"],
    action: show,
  });
}

/** @throws {WrongUseError} if it is missing, too long, or looks like personal data */
function reasonIn(options: Call["options"]): string {
  const reason = options({ reason: z.string() }).reason.trim();
  if (reason === "") throw new WrongUseError("--reason: expected the reason for the hold or its release.");
  if (reason.length > MAX_NOTE)
    throw new WrongUseError(`--reason: expected ${MAX_NOTE.toLocaleString("en-US")} characters at most.`);
  if (looksPersonal(reason))
    throw new WrongUseError(
      "--reason: contains what looks like an RFC, a CURP or an e-mail address: give your own reference instead.",
    );
  return reason;
}

/** @throws {WrongUseError} where it is empty */
function userIn(id = ""): string {
  if (id === "") throw new WrongUseError("<user>: expected a user's id.");
  return id;
}

/** @throws {WrongUseError} where it is empty, or holds a line end or another control character: a slip, as of a script */
function userToHold(id: string | undefined): string {
  const userId = userIn(id);
  if (/\p{Cc}/u.test(userId))
    throw new WrongUseError(
      `<user>: ${distinctId(userId)} contains a control character, which no user id has: check what was pasted or piped.`,
    );
  return userId;
}

async function place({ context, args: [id], options, target }: Call): Promise<undefined> {
  const [userId, reason] = [userToHold(id), reasonIn(options)];
  const found = await target();
  const store = holdsOf(found);
  await store.place(userId, reason, new Date(context.now()).toISOString());
  const counts = await applyHold(context, found, holdKeyOf(userId));
  await context.print(`Held in ${found.name}: ${countsText(counts)} of ${distinctId(userId)}.`);
  if (Object.values(counts).every((count) => count === 0))
    await context.note(
      `There are no records of this user yet: check the id, including upper and lower case. New records will be held; "vigia hold release${found.flag}" ends that.`,
    );
}

async function release({ context, args: [id], options, target }: Call): Promise<undefined> {
  const [userId, reason] = [userIn(id), reasonIn(options)];
  const found = await target();
  const store = holdsOf(found);
  const hold = await known(store.get(holdKeyOf(userId)), userId, found);
  await store.release(userId, reason, new Date(context.now()).toISOString());
  const counts = await applyHold(context, found, hold.user);
  await context.print(`Released in ${found.name}: ${countsText(counts)} of ${distinctId(userId)}.`);
}

async function list({ context, options, target }: Call): Promise<undefined> {
  const { all, format } = options({ all: option.flag, format: option.format });
  const found = await target();
  const holds = await Array.fromAsync(holdsOf(found).all());
  const wanted = holds.filter(({ state }) => all || state === "placed").sort(newestFirst);
  const count = await printRows(context.stdout, format, holdView, wanted);
  if (count === 0 && format === "table") await context.note(`No user is on hold in ${found.name}.`);
}

async function show({ context, args: [id], target }: Call): Promise<undefined> {
  const userId = userIn(id);
  const found = await target();
  const hold = await known(holdsOf(found).get(holdKeyOf(userId)), userId, found);
  await context.print(factTable(factsOfHold(hold), context.stdout));
}

async function known(hold: Promise<Hold | undefined>, userId: string, { name, flag }: Target): Promise<Hold> {
  const found = await hold;
  if (found !== undefined) return found;
  throw new CommandError(
    `There is no hold on ${distinctId(userId)} in ${name}: "vigia hold list --all${flag}" lists them.`,
  );
}

function newestFirst(a: Hold, b: Hold): number {
  return a.since < b.since ? 1 : -1;
}

const PLAIN = /^[\x21-\x7e]+$/;

/**
 * A user's id so that no two ids look alike: what is not printable ASCII is shown once as it is, and once by its codes,
 * as in `u-а (u-\\u0430)`.
 */
function distinctId(userId: string): string {
  if (PLAIN.test(userId)) return userId;
  const codes = userId.replace(/[^\x21-\x7e]/gu, (one) => {
    const code = (one.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
  return `${cleanText(userId, userId.length)} (${codes})`;
}

/** `releasing` as long as not all is let go; `placing` as long as not all that was there is held. */
function stateOf({ state, passes }: Hold): string {
  if (state === "placed") return passes === 0 ? "placing" : "placed";
  return passes === 0 ? "releasing" : "released";
}

export const holdView: View<Hold> = {
  columns: [
    { header: "user", value: ({ userId }) => distinctId(userId) },
    {
      header: "state",
      value: stateOf,
      style: (hold) => (hold.passes === 0 ? "yellow" : undefined),
    },
    timeColumn("since", ({ since }) => since),
    timeColumn("applied", ({ passedAt }) => passedAt),
    { header: "records", value: ({ counts }) => (counts === undefined ? "" : countsText(counts)) },
  ],
  json: (hold) => ({
    userId: hold.userId,
    state: stateOf(hold),
    since: hold.since,
    appliedAt: hold.passedAt ?? null,
    records: hold.counts ?? null,
  }),
  csvHeader: ["userId", "state", "since", "appliedAt", "notifications", "cases", "alerts", "scores"],
  csvCells: (hold) => {
    const { notifications, cases, alerts, scores } = hold.counts ?? {};
    return [hold.userId, stateOf(hold), hold.since, hold.passedAt, notifications, cases, alerts, scores];
  },
};

/** Everything of one, with its reasons: all orders about it. */
function factsOfHold(hold: Hold): [string, string | undefined][] {
  return [
    ["user", distinctId(hold.userId)],
    ["state", stateOf(hold)],
    ["since", hold.since],
    ["applied", hold.passedAt],
    ["records", hold.counts && countsText(hold.counts)],
    ...hold.orders.map(({ kind, at, reason }): [string, string] => [
      kind === "place" ? "placed" : "released",
      `${at}: ${reason}`,
    ]),
  ];
}

/** Time that one call of the function works, so that the command can show the progress. */
const CALL_SECONDS = 100;

/** @throws {CommandError} where the stack is of a version before holds */
function holdsOf(target: Target): HoldStore {
  const { holds } = target.tables;
  if (holds === undefined) throw noHolds(target);
  return new HoldStore(documents(target), holds);
}

function noHolds({ name }: Target): CommandError {
  return new CommandError(`There are no holds in ${name}: deploy it again with this version.`);
}

const answered = z.object({ kind: z.enum(["ended", "unfinished", "overtaken"]), counts: heldCounts });

/**
 * Applies a hold to its end, however many calls that takes.
 * @param user its key
 * @returns what was found
 */
async function applyHold(context: CommandContext, target: Target, user: string): Promise<HeldCounts> {
  const { applyHolds: name } = target.functions;
  if (name === undefined) throw noHolds(target);
  const called = { name, what: "The function that applies holds" };
  const work = {
    label: "Applying",
    ifStopped: "Stopped. Run the command again to continue; the stack continues each night too.",
  };
  const progress = showProgress(context, work, 1);
  try {
    for (;;) {
      const { kind, counts } = await callFunction(target, called, { user, seconds: CALL_SECONDS }, answered);
      if (kind === "ended") return counts;
      if (kind === "overtaken")
        throw new CommandError(
          "The hold was placed or released in the meantime: `vigia hold show` shows its state.",
        );
      progress.update(0, countsText(counts));
    }
  } finally {
    progress.stop();
  }
}

/** In words: `4 notifications, 2 cases, 1 alert and 0 scores`. */
function countsText({ notifications, cases, alerts, scores }: HeldCounts): string {
  const parts = [countOf(notifications, "notification"), countOf(cases, "case"), countOf(alerts, "alert")];
  return `${parts.join(", ")} and ${countOf(scores, "score")}`;
}
