/** The brief of a day as an event has it. */

import type { EventSubject } from "../alerts/event/event-schema.ts";
import { type DeskUrl, inboxPage } from "../alerts/messages/desk-pages.ts";
import { MAX_LAWS } from "../alerts/messages/event-fields.ts";
import { lawCode } from "../alerts/messages/facts.ts";
import type { Durations } from "../daily-counts/durations.ts";
import { countOfDurations, medianMs } from "../daily-counts/durations.ts";
import { worstFirst } from "../daily-counts/law-counts.ts";
import { newlyCrossed } from "../scans/runs/totals.ts";
import { maskPersonal } from "../text/masking.ts";
import { type BriefFacts, dueSoon } from "./brief-facts.ts";

/** @param desk where the desk is; undefined where none is deployed */
export function briefSubject(facts: BriefFacts, desk: DeskUrl): EventSubject {
  const { day, from, to, projectIds, count, crossed, scans, quarantined, deadLetters, cases } = facts;
  const { notifications, changes, errors, laws, toAlert, unalerted, toDecision } = count;
  const page = inboxPage(desk);
  return {
    type: "brief",
    key: day,
    from,
    to,
    projectIds: projectIds.map(String),
    notifications,
    changes,
    quarantined: count.quarantined,
    errors,
    laws: worstFirst(laws)
      .slice(0, MAX_LAWS)
      .map(({ name, countryCode, ...counts }) => ({
        name: maskPersonal(name, 200),
        countryCode: lawCode(countryCode),
        ...counts,
      })),
    lawCount: laws.length,
    toAlert: timesOf(toAlert),
    unalerted,
    crossings: crossed,
    toDecision: cases === undefined ? null : timesOf(toDecision),
    undecided: cases === undefined ? null : undecidedOf(cases.undecided),
    scans: scans.map((scan) => ({
      projectId: String(scan.projectId),
      state: scan.kind,
      coverage: scan.kind === "none" ? null : (scan.coverage ?? null),
      newlyCrossed: scan.kind === "none" ? 0 : newlyCrossed(scan.run),
    })),
    waiting: { quarantined: quarantined.count, ...deadLetters },
    anchor: cases?.anchor.kind === "kept" ? cases.anchor.digest : null,
    ...(page === undefined ? {} : { links: { desk: page } }),
  };
}

function undecidedOf(undecided: NonNullable<BriefFacts["cases"]>["undecided"]) {
  const { count, oldest = null, overdue, notices } = undecided;
  return { count, oldest, overdue, dueWithinWeek: dueSoon(undecided), notices };
}

function timesOf(all: Durations) {
  const [median, longest] = [medianMs(all), all.longestMs];
  const inSeconds = (ms: number | undefined) => (ms === undefined ? null : Math.ceil(ms / 1_000));
  return {
    count: countOfDurations(all),
    medianSeconds: inSeconds(median),
    longestSeconds: inSeconds(longest),
  };
}
