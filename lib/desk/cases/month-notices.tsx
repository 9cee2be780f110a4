/** What was filed about a month: of each project whether that was in time, and the way to the notice. */

import { monthKey } from "../../cases/case-keys.ts";
import { filingWords } from "../../cases/evidence/step-words.ts";
import type { StoredMonth } from "../../cases/months.ts";
import { MONTH, NOTICE_STATES } from "../../i18n/catalogue/desk/month.ts";
import { Icon, type IconName } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { Badge } from "../kit/facts.tsx";
import { noticeLink } from "../kit/links.ts";
import { Unreadable } from "../kit/unreadable.tsx";
import type { NoticeState } from "./month-notice.ts";

interface MonthNoticesProps {
  /** `YYYY-MM` */
  month: string;
  filings: readonly FiledMonth[];
}

/** A project's month with what was filed about it; undefined where that is corrupt. */
export interface FiledMonth {
  projectId: number;
  stored: StoredMonth | undefined;
  /** Of a project that owes no notice, only that one is recorded. */
  state: NoticeState;
}

export function MonthNotices({ month, filings }: MonthNoticesProps) {
  const { inWords } = useTranslator();
  if (filings.length === 0) return undefined;
  return (
    <section class="panel" aria-label={say(MONTH.notices)}>
      <ul class="plain">
        {filings.map(({ projectId, stored, state }) => (
          <li>
            <b>{say(MONTH.noticeOf, { project: projectId })}</b>
            <NoticeBadge state={state} />
            {stored === undefined ? (
              <Unreadable of={monthKey(projectId, month)} />
            ) : (
              stored.notices.map(({ recorded, filing }) => (
                <a href={noticeLink({ month, id: recorded.id })} dir="auto">
                  {filingWords(filing, say, inWords)}
                </a>
              ))
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The state of a notice in a word. */
export function NoticeBadge({ state }: { state: NoticeState }) {
  switch (state) {
    case "in time":
      return <Badge as="good" text={say(NOTICE_STATES[state])} />;
    case "late":
    case "missing":
      return <Badge as="late" text={say(NOTICE_STATES[state])} />;
    case "filed":
      return <Filed words={say(NOTICE_STATES[state])} icon="circleCheck" />;
    default:
      return <Filed words={say(NOTICE_STATES[state])} icon="circleDashed" />;
  }
}

function Filed({ words, icon }: { words: string; icon: IconName }) {
  return (
    <span class="badge">
      <Icon name={icon} /> {words}
    </span>
  );
}
