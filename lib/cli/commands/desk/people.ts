/** `vigia desk people`: who may sign in at the desk, as what, and until when. */

import * as z from "zod/mini";
import type { Call } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import { formatOption, readOptions } from "../../core/options.ts";
import { printLine } from "../../output/print.ts";
import { printRows, type View } from "../../output/rows.ts";
import { timeColumn } from "../../output/table.ts";
import { deskOf, ofOtherIssuer } from "./desk-of.ts";
import { type PoolPerson, UserPool } from "./user-pool.ts";

type Row = PoolPerson & { groups: readonly string[]; hasEnded: boolean };

const STYLES = { active: "green", invited: "yellow", removed: "red", ended: "red" } as const;

const stateOf = ({ state, hasEnded }: Row) => (hasEnded && state !== "removed" ? "ended" : state);

const view: View<Row> = {
  columns: [
    { header: "e-mail", value: ({ email }) => email },
    { header: "groups", value: ({ groups }) => groups.join(", ") },
    { header: "state", value: stateOf, style: (row) => STYLES[stateOf(row)] },
    timeColumn("until", ({ until }) => until),
    timeColumn("invited", ({ since }) => since),
    { header: "subject", value: ({ subject }) => subject, optional: true },
  ],
  json: (row) => ({
    email: row.email,
    subject: row.subject,
    groups: row.groups,
    state: stateOf(row),
    until: row.until ?? null,
    invitedAt: row.since ?? null,
  }),
  csvHeader: ["email", "subject", "groups", "state", "until", "invitedAt"],
  csvCells: (row) => [row.email, row.subject, row.groups.join(" "), stateOf(row), row.until, row.since],
};

export async function listPeople({ context, options, target }: Call): Promise<undefined> {
  const { format } = readOptions(z.object({ format: formatOption }), options);
  const found = await target();
  const { userPool } = deskOf(found);
  if (userPool === undefined) throw new CommandError(ofOtherIssuer(found));
  const pool = await UserPool.open(userPool);
  const count = await printRows(context.stdout, format, view, rowsOf(pool, context.now()));
  if (count === 0 && format === "table")
    await printLine(
      context.stderr,
      `Nobody is invited to the desk of ${found.name} yet: "vigia desk invite <email> --role officer${found.flag}".`,
    );
}

async function* rowsOf(pool: UserPool, now: number): AsyncGenerator<Row> {
  for await (const person of pool.people()) {
    const hasEnded = person.until !== undefined && !(now < Date.parse(person.until));
    yield { ...person, groups: (await pool.groupsOf(person.subject)).toSorted(), hasEnded };
  }
}
