/** Ownership of a case: who looks after it, and for how long. */

import type { CaseState } from "./case-state.ts";

/** Duration of an ownership, in milliseconds. */
const OWNED_MS = 7 * 24 * 60 * 60_000;

/** Officer who looks after a case. It silences no deadline. */
export interface Owner {
  /** The officer, as the issuer of their sign-in knows them. */
  subject: string;
  name: string;
  /** Time at which the ownership lapses, which may be past. ISO 8601. */
  until: string;
}

/** The owner of a case with the end of the ownership; undefined while no officer has it. */
export function ownerIn({ owner }: Pick<CaseState, "owner">): Owner | undefined {
  if (owner === undefined) return undefined;
  const { subject, name, at } = owner;
  return { subject, name, until: new Date(Date.parse(at) + OWNED_MS).toISOString() };
}
