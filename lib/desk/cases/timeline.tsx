/** The history of a case, the last first: steps, alerts, deadlines that passed, and its opening. */

import type { Child } from "hono/jsx";
import type { StoredAlert } from "../../alerts/alerts.ts";
import { isReceived, type StoredCase } from "../../cases/case.ts";
import { isLate } from "../../cases/due.ts";
import { stepWords } from "../../cases/evidence/step-words.ts";
import { isOfSystem, type Opening, type Step } from "../../cases/step.ts";
import { changeOfEvent, visibleSteps } from "../../cases/view.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { STEPS } from "../../i18n/catalogue/desk/steps.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { Icon, type IconName } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { shortName } from "../frame/who.tsx";
import { When } from "../kit/facts.tsx";
import { batchLink } from "../kit/links.ts";
import { FilingLine, NoticeLine } from "./step-list.tsx";

const ICONS = {
  take: "hand",
  release: "undo",
  assign: "hand",
  note: "messageSquare",
  suspect: "flag",
  decide: "check",
  file: "fileCheck",
  reopen: "undo",
  confirm: "check",
  retract: "undo",
  correct: "fileCheck",
  notice: "landmark",
  add: "landmark",
  revised: "triangleAlert",
  unreadable: "triangleAlert",
  exceeded: "radar",
} as const satisfies Record<Step["kind"], IconName>;

interface Happened {
  /** ISO 8601. */
  at: string;
  icon: IconName;
  words: Child;
  isBad?: boolean;
}

interface TimelineProps {
  of: StoredCase;
  alerts: readonly StoredAlert[];
  /** ISO 8601. */
  now: string;
}

/** Newest that a page shows: a case may have thousands, and Lambda answers with at most 6 MB. */
const SHOWN = 200;

export function Timeline({ of: storedCase, alerts, now }: TimelineProps) {
  const { owner } = storedCase;
  const happened: Happened[] = [
    // The later step comes first, also of two at one moment.
    ...visibleSteps(storedCase)
      .toReversed()
      .map((step) => ({
        at: step.at,
        icon: ICONS[step.kind],
        words: <Said of={step} change={changeOfEvent(storedCase, step)} notices={storedCase.notices} />,
      })),
    ...alerts.flatMap(({ sentAt, message: { subject } }) =>
      sentAt === undefined
        ? []
        : [{ at: sentAt, icon: "bell" as const, words: <span title={subject}>{say(CASE.alertSent)}</span> }],
    ),
    ...storedCase.dues
      .filter((due) => isLate(due, now) && due.at > storedCase.receivedAt)
      .map((due) =>
        due.kind === "suspicion"
          ? { at: due.at, icon: "timerOff" as const, isBad: true, words: say(CASE.noticeMissed) }
          : {
              at: due.at,
              icon: "octagonAlert" as const,
              isBad: true,
              words: say(CASE.deadlinePassed, { law: due.law }),
            },
      ),
    ...(owner !== undefined && owner.until <= now
      ? [
          {
            at: owner.until,
            icon: "undo" as const,
            words: <bdi title={owner.name}>{say(CASE.ownerLapsed, { who: shortName(owner.name) })}</bdi>,
          },
        ]
      : []),
    ...(storedCase.opening.by === undefined
      ? []
      : [{ at: storedCase.opening.at, icon: "scale" as const, words: <OpenedBy of={storedCase.opening} /> }]),
    ...(isReceived(storedCase)
      ? [{ at: storedCase.receivedAt, icon: "calendarDays" as const, words: say(CASE.receivedCase) }]
      : []),
    ...(storedCase.kind === "wallet" && storedCase.opening.by === undefined
      ? [{ at: storedCase.opening.at, icon: "radar" as const, words: say(CASE.openedByScan) }]
      : []),
  ];
  happened.sort((a, b) => compareTexts(b.at, a.at));
  return (
    <>
      <ol class="happened">
        {happened.slice(0, SHOWN).map(({ at, icon, words, isBad = false }) => (
          <li>
            <span class={isBad ? "bad" : undefined}>
              <Icon name={icon} />
            </span>
            <When at={at} />
            {words}
          </li>
        ))}
      </ol>
      {happened.length > SHOWN ? (
        <p class="muted">{say(CASE.olderEvents, { count: happened.length - SHOWN })}</p>
      ) : undefined}
    </>
  );
}

function OpenedBy({ of: { by, note } }: { of: Opening }) {
  if (by === undefined) return undefined;
  return (
    <>
      <bdi title={`${by.name} (${by.subject})`}>{say(STEPS.opened, { who: shortName(by.name) })}</bdi>
      <p class="note" dir="auto">
        {note}
      </p>
    </>
  );
}

interface SaidProps {
  of: Step;
  /** What a revision changes. */
  change: ReturnType<typeof changeOfEvent>;
  /** The notices that stand for the case. */
  notices: StoredCase["notices"];
}

/** The whole name, and the id that the issuer gives a person for good, are in the title: a name is an address, which changes. */
function Said({ of: step, change, notices }: SaidProps) {
  const { short } = useTranslator();
  const batch = step.kind === "decide" ? step.batch : undefined;
  const time = (iso: string) => short(iso) ?? iso;
  return (
    <>
      {isOfSystem(step) ? (
        <bdi>{stepWords(step, say, time, change)}</bdi>
      ) : (
        <bdi title={`${step.by.name} (${step.by.subject})`}>
          {stepWords({ ...step, by: { ...step.by, name: shortName(step.by.name) } }, say, time)}
        </bdi>
      )}
      {batch === undefined || batch.size === 1 ? undefined : (
        <p>
          <a href={batchLink({ id: batch.id, at: step.at })}>
            {say(TOGETHER.withOthers, { count: batch.size - 1 })}
          </a>
        </p>
      )}
      <FilingLine of={"filing" in step ? step.filing : undefined} />
      {step.kind === "decide" ? <NoticeLine of={step.notice} read={notices} /> : undefined}
      {"note" in step && step.note !== undefined ? (
        <p class="note" dir="auto">
          {step.note}
        </p>
      ) : undefined}
    </>
  );
}
