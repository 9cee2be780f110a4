/** A restored table of cases beside the stack's own: what differs, in sentences. */

import { EXPIRES_AT } from "../../../aws/tables/keys.ts";
import { verifiableCases } from "../../../cases/integrity/checked-chains.ts";
import type { TimedEvent } from "../../../cases/integrity/seal.ts";
import { SealStore, timedEvent } from "../../../cases/integrity/seal-store.ts";
import {
  differencesOf,
  type SealedTable,
  type TableDifference,
} from "../../../cases/integrity/table-comparison.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { documents } from "../../core/aws.ts";
import type { CommandContext } from "../../core/command.ts";
import type { Target } from "../../core/target.ts";
import { paint } from "../../output/print.ts";

/** The content of a table without expired items, and whether all of it is intact. */
export interface VerifiedTable extends SealedTable {
  holds: boolean;
}

/** Reports whether DynamoDB deletes an item by now. @param now milliseconds since 1970 */
export function hasExpired(item: Record<string, unknown>, now: number): boolean {
  return Number(item[EXPIRES_AT]) * 1_000 <= now;
}

/** A restored table as it was verified, and the stack that it is compared with. */
interface Comparison {
  restored: Target;
  verified: VerifiedTable;
  stack: Target;
}

/** Prints what differs between a restored table and the stack's. @returns whether nothing does */
export async function compareTables(
  context: CommandContext,
  { restored, verified, stack }: Comparison,
): Promise<boolean> {
  const client = documents(stack);
  const table = stack.tables.cases;
  const events: TimedEvent[] = [];
  const now = context.now();
  for await (const { items } of verifiableCases(client, table)) {
    const unexpired = items.filter((item) => !hasExpired(item, now));
    events.push(...unexpired.flatMap((item) => timedEvent(item) ?? []));
  }
  const { seals } = await new SealStore(client, table).all();
  const differences = differencesOf(verified, { events, seals });
  const names = { stack: stack.name, backup: restored.name };
  for (const difference of differences)
    await context.print(paint(context.stdout, "red", differenceText(difference, names)));
  const compared = `${countOf(verified.events.length, "event")} and ${countOf(verified.seals.length, "seal")} of ${restored.name}, compared with ${stack.name}`;
  const end = differences.length === 0 ? "nothing differs" : countOf(differences.length, "difference");
  await context.print(`${compared}: ${end}.`);
  return differences.length === 0;
}

function differenceText(difference: TableDifference, names: Record<"stack" | "backup", string>): string {
  const both = `between ${names.backup} and ${names.stack}`;
  if (difference.kind === "seal") {
    const { day, isChanged } = difference;
    return isChanged
      ? `${day} DIFFERS: its seal differs ${both}: one of them was recreated.`
      : `${day} DIFFERS: its seal is not in ${names.stack}: it was removed there.`;
  }
  const { subject, opened } = difference.of;
  const start = `${subject} ${opened}: DIFFERS:`;
  if (difference.kind === "changed")
    return `${start} event ${difference.number} differs ${both}: it was changed in one of them.`;
  const lacking = names[difference.lacking];
  const holding = names[difference.lacking === "stack" ? "backup" : "stack"];
  const what =
    difference.kind === "case"
      ? `the case with ${countOf(difference.events, "event")} is`
      : `event ${difference.number} is`;
  return `${start} ${what} in ${holding} and not in ${lacking}: it was removed from the one, or added to the other.`;
}
