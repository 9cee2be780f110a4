/** What is asked of the page for audits, in words where it cannot be answered: as the command refuses the same. */

import type { CaseFilter } from "../../cases/case-queries.ts";
import { AUDIT } from "../../i18n/catalogue/desk/audit.ts";
import { calendarDay } from "../parameters.ts";
import { type Access, seenOf } from "../sign-in/access.ts";
import type { DeskSpeaker } from "../speaker.ts";

export const DEFAULT_SIZE = 25;

/** As the form has it; days are still any text. */
export interface AskedAudit {
  since?: string | undefined;
  until?: string | undefined;
  project?: number | undefined;
  size?: string | undefined;
  seed?: string | undefined;
}

/** What is asked for: days where the officers are, both included. */
export interface AuditOrder {
  since: string;
  until: string;
  project: number | undefined;
  size: number;
  seed: string;
}

/** `none`: nothing is drawn before a period and a seed are said. */
export type AuditWish =
  | { kind: "none" }
  | { kind: "refused"; why: string }
  | { kind: "order"; order: AuditOrder; filter: CaseFilter };

interface Asker {
  access: Access;
  speaker: DeskSpeaker;
}

export function wishIn(asked: AskedAudit, { access, speaker }: Asker): AuditWish {
  const { say, startOf } = speaker;
  const { since, until, project, size = DEFAULT_SIZE, seed } = asked;
  if (since === undefined || until === undefined || seed === undefined) return { kind: "none" };
  const refused = (why: string): AuditWish => ({ kind: "refused", why });
  for (const [day, field] of [
    [since, AUDIT.since],
    [until, AUDIT.until],
  ] as const)
    if (!calendarDay.safeParse(day).success) return refused(say(AUDIT.noDay, { field: say(field) }));
  if (until < since) return refused(say(AUDIT.reversed));
  const projectIds = seenOf(access, project);
  if (projectIds.length === 0) return refused(say(AUDIT.noProject, { projects: access.sees.join(", ") }));
  return {
    kind: "order",
    order: { since, until, project, size: Number(size), seed },
    filter: { since: startOf(since), until: startOf(until, 1), projectIds, closed: true },
  };
}
