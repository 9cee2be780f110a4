/** The last events of a user, as far as the lists of cases tell: who did it, each case says. */

import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { pendingNotice } from "../../cases/view.ts";
import { CASE_OUTCOMES } from "../../i18n/catalogue/desk/steps.ts";
import { EVENTS } from "../../i18n/catalogue/desk/users.ts";
import { Icon, type IconName } from "../frame/icon.tsx";
import { say } from "../frame/translator.ts";
import { Day } from "../kit/facts.tsx";
import { numberOf } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";

const MOST_SHOWN = 6;

interface Event {
  /** ISO 8601. */
  at: string;
  icon: IconName;
  words: string;
  of: JudgedCase;
}

export function Events({ of: cases }: { of: readonly JudgedCase[] }) {
  const events = useEvents(cases);
  if (events.length === 0) return undefined;
  return (
    <Panel title={say(EVENTS.title)}>
      <ul class="events">
        {events.map(({ at, icon, words, of }) => (
          <li>
            <Icon name={icon} />
            <span>
              <a href={caseLink(of.one)}>
                <bdi>{numberOf(of.one)}</bdi>
              </a>{" "}
              {words}
            </span>
            <span class="muted end">
              <Day at={at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** The newest first. */
function useEvents(cases: readonly JudgedCase[]): Event[] {
  return cases
    .flatMap((of) => eventsOf(of).map((event) => ({ ...event, of })))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

function eventsOf({ one, passed }: JudgedCase): Omit<Event, "of">[] {
  const { kind, receivedAt, score, previousScore, outcome, decidedAt } = one;
  const events: Omit<Event, "of">[] = [];
  if (kind === "wallet" && score !== undefined && previousScore !== undefined && score > previousScore)
    events.push({
      ...{ at: receivedAt, icon: "radar" },
      words: say(EVENTS.rose, { before: String(previousScore), score: String(score) }),
    });
  const notice = pendingNotice(one);
  if (notice !== undefined) events.push({ at: notice.since, icon: "timer", words: say(EVENTS.suspected) });
  if (outcome === undefined && passed !== undefined)
    events.push({ at: passed, icon: "octagonAlert", words: say(EVENTS.passed) });
  if (outcome !== undefined && decidedAt !== undefined)
    events.push({ at: decidedAt, icon: "circleCheck", words: say(CASE_OUTCOMES[outcome]) });
  return events;
}
