/**
 * History of a transaction under an id: withdrawn if the service does not call it illegal any more, and called so again;
 * and by which laws it is illegal.
 */

import * as z from "zod/mini";
import type { Risk } from "../../law/laws.ts";

const text = z.string();

/** A delivery by which it turned, and the version of its content; `at` is its receipt, ISO 8601. */
const turned = () => ({ at: text, by: text, version: text });

/** Of one transaction: since when it was illegal, and how it turned last. */
export const course = z.object({
  illegalAt: text,
  /** Since which delivery it is illegal by the laws of this digest. */
  laws: z.object({ ...turned(), digest: text }),
  withdrawn: z.optional(z.object({ ...turned(), risk: z.enum(["none", "warn"]) })),
  /**
   * `owes`: an alert, until it is published. `behind`: where laws alone returned, the content by whose laws it was illegal before,
   * and since when.
   */
  returned: z.optional(
    z.object({ ...turned(), owes: z.boolean(), behind: z.optional(z.object({ version: text, at: text })) }),
  ),
  /** The last day on which a return was alerted, `YYYY-MM-DD`. */
  toldOn: z.optional(text),
  /** The last alerts of returns by contents that carry another one, and the version of each content. */
  returnAlerts: z.optional(z.array(z.object({ id: text, version: text }))),
  turns: z.number(),
  /** The day of the last turn. */
  turnedOn: z.optional(text),
});
export type Course = z.infer<typeof course>;

/** Past so many turns one a day is taken: each is a write of an item that may be large. */
const MAX_TURNS = 100;

/** There is one a day at most. */
const MAX_RETURN_ALERTS = 10;

/** A course once the alert of its return was published. @param id the alert, where the content does not carry it itself */
export function courseTold(known: Course, returned: NonNullable<Course["returned"]>, id?: string): Course {
  const told = { ...known, returned: { ...returned, owes: false } };
  if (id === undefined) return told;
  const alerts = [...(known.returnAlerts ?? []), { id, version: returned.version }];
  return { ...told, returnAlerts: alerts.slice(-MAX_RETURN_ALERTS) };
}

/** Attributes that name alerts in a content. */
interface Alerted {
  alert?: { id?: string | undefined } | undefined;
  courses?: Record<string, Pick<Course, "returnAlerts">> | undefined;
}

/** The ids of the alerts that a content names: its own, and where it is the first of its id those of returns. */
export function alertIdsOf({ alert, courses = {} }: Alerted): string[] {
  const ofReturns = Object.values(courses).flatMap(({ returnAlerts = [] }) =>
    returnAlerts.map(({ id }) => id),
  );
  return alert?.id === undefined ? ofReturns : [alert.id, ...ofReturns];
}

/** A delivery, and what its content says of the transaction. */
export interface Sight {
  /** ISO 8601. */
  at: string;
  by: string;
  version: string;
  risk: Risk;
  /** The digest of the laws that call it illegal. */
  laws: string;
  /** True if one of these is among those that an earlier content said, and the last one left out. */
  saysAgain: boolean;
}

/** `return`: it is illegal again, or by a law again; `laws`: it is illegal by other laws than before. */
export type TurnKind = "withdrawal" | "return" | "laws";

/**
 * The course after a delivery, and which turn the delivery is; the same for one that comes again. Judged by the time of receipt
 * alone, so that a redelivery of what was received before a withdrawal is no return.
 */
export function courseAfter(
  known: Course | undefined,
  { at, by, version, risk, laws: digest, saysAgain }: Sight,
): { course: Course | undefined; turn: TurnKind | undefined } {
  const isIllegal = risk === "illegal";
  const laws = { at, by, version, digest };
  if (known === undefined)
    return { course: isIllegal ? { illegalAt: at, laws, turns: 0 } : undefined, turn: undefined };
  const { withdrawn, returned: before, toldOn, illegalAt } = known;
  const none = { course: known, turn: undefined };
  if (isIllegal && before?.by === by) return { course: known, turn: "return" };
  if (!isIllegal && withdrawn?.by === by) return { course: known, turn: "withdrawal" };
  if (isIllegal && known.laws.by === by && at > illegalAt) return { course: known, turn: "laws" };
  const isWithdrawn = withdrawn !== undefined && (before === undefined || before.at < withdrawn.at);
  const since = [illegalAt, withdrawn?.at ?? "", before?.at ?? ""].sort().at(-1) ?? "";
  const day = at.slice(0, "YYYY-MM-DD".length);
  const isByOthers = isIllegal && digest !== known.laws.digest && at > known.laws.at;
  const isLate = at <= since;
  // A delivery from before the last turn turns nothing; of an illegal one, it may still be the last word.
  if (isByOthers ? at <= illegalAt : isLate || isIllegal !== isWithdrawn) return none;
  if (known.turns >= MAX_TURNS && known.turnedOn === day) return none;
  const next = { ...known, turns: known.turns + 1, turnedOn: day };
  if (risk !== "illegal")
    return { course: { ...next, withdrawn: { at, by, version, risk } }, turn: "withdrawal" };
  const said = isByOthers ? { ...next, laws } : next;
  if (isLate || !(isWithdrawn || saysAgain)) return { course: said, turn: "laws" };
  // An alert of the return before that never went out is owed still: told twice is better than never.
  const owes = toldOn !== day || before?.owes === true;
  const behind = isWithdrawn ? {} : { behind: { version: known.laws.version, at: known.laws.at } };
  return { course: { ...said, returned: { at, by, version, owes, ...behind }, toldOn: day }, turn: "return" };
}
