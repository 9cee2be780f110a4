/** The sheet beside the inbox: what is ticked there is decided or assigned, and what came of it. */

import type { Child } from "hono/jsx";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import { alsoAdded, type CaseReach, type ReachOfCase } from "../../cases/accumulation.ts";
import type { BatchOutcome, Colleague, OwnOutcome } from "../../cases/batch-decision.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { ShownCase } from "../../cases/case-keys.ts";
import type { OwnDecision } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import { type JudgedCase, judge } from "../../cases/urgency.ts";
import { SHEET_WARNINGS, TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { sumOf } from "../../i18n/text/amounts.ts";
import { keysOf } from "../frame/choice.tsx";
import { Icon, type IconName } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { shortName } from "../frame/who.tsx";
import { usdInShort } from "../kit/case-cells.tsx";
import { monthLink, numberOf } from "../kit/links.ts";
import { CaseNames } from "../kit/reach.tsx";
import type { RowFacts } from "../kit/row-facts.ts";
import { UnreadableCases } from "../kit/unreadable.tsx";
import { BatchResult, ShortRows } from "./batch-result.tsx";
import { digestOfCases } from "./case-address.ts";
import { CaseLine } from "./case-line.tsx";
import type { Sheet } from "./case-rows.tsx";
import { type DecidableCases, outcomesFor } from "./decidable.ts";
import { countsOf } from "./month-cases.ts";
import { DecisionFields, LeftOutByNotice, NoticesPending } from "./step-forms.tsx";
import { type SentForm, Trouble } from "./trouble.tsx";

interface FrameProps {
  title: string;
  /** Address of the inbox without a sheet. */
  inbox: string;
  children: Child;
}

/** It gets the focus, and is left by a link. */
function Frame({ title, inbox, children }: FrameProps) {
  return (
    <aside class="panel sheet acts" tabindex={-1} data-focus aria-labelledby="sheet-title">
      <header>
        <h2 id="sheet-title">{title}</h2>
        <a class="btn quiet icon" href={inbox} aria-label={say(TOGETHER.close)} title={say(TOGETHER.close)}>
          <Icon name="x" />
        </a>
      </header>
      {children}
    </aside>
  );
}

/** What is worth a second look before cases are decided together. */
export const WARNINGS = keysOf(SHEET_WARNINGS);
export type Warning = (typeof WARNINGS)[number];

const WARNED: Record<Warning, (judged: JudgedCase, reach: ReachKind | undefined) => boolean> = {
  listed: ({ isListed }) => isListed,
  reaching: (_, reach) => reach === "alone" || reach === "together",
  reachUnknown: (_, reach) => reach === "unknown",
  unreadable: ({ listedCase }) => listedCase.kind === "quarantine",
  overdue: ({ passed }) => passed !== undefined,
};
type ReachKind = CaseReach["reach"]["kind"];

export function isWarnedOf(warning: Warning, judged: JudgedCase, reachOf: ReachOfCase): boolean {
  return WARNED[warning](judged, reachOf(judged.listedCase)?.reach.kind);
}

interface DecideOrder extends DecidableCases {
  /** Cases that the officer left out. */
  left: readonly ShownCase[];
  sent: SentForm;
  /** The officer's own last decisions, which can be chosen again. */
  earlier: readonly OwnDecision[];
  /** Whether operations reach their threshold, by all that their users did. */
  reachOf: ReachOfCase;
  /** True where other cases are ticked than the sheet showed. */
  isChanged: boolean;
  inbox: string;
  /** ISO 8601. */
  now: string;
}

export function decideSheet(order: DecideOrder): Sheet {
  return { ticked: order.chosen, panel: (facts) => <DecideSheet {...order} facts={facts} /> };
}

/** Tells its fields apart. */
const FORM = "batch";

function DecideSheet(props: DecideOrder & { facts: RowFacts }) {
  const { chosen, suspected, more, left, sent, earlier, isChanged, inbox } = props;
  const cases = chosen.map(({ listedCase }) => listedCase);
  const outcomes = outcomesFor(cases);
  const count = chosen.length;
  if (count === 0)
    return (
      <Frame title={say(TOGETHER.title)} inbox={inbox}>
        <LeftOutByNotice cases={suspected} />
      </Frame>
    );
  return (
    <Frame title={say(TOGETHER.decide, { count })} inbox={inbox}>
      {isChanged ? (
        <p class="warns" role="alert">
          {say(TOGETHER.changed)}
        </p>
      ) : undefined}
      <Trouble why={sent.why} />
      <LeftOutByNotice cases={suspected} />
      <Tally {...props} />
      {/* The first button of the form: the key Enter presses it, and it records nothing. */}
      <button type="submit" class="take" name="act" value="decide" data-count>
        {say(TOGETHER.countAgain)}
      </button>
      {more === 0 ? undefined : <p class="warns">{say(TOGETHER.tooMany, { count: more })}</p>}
      <ul class="plain">
        {WARNINGS.map((warning) => (
          <Warned
            of={warning}
            cases={chosen.filter((judgedCase) => isWarnedOf(warning, judgedCase, props.reachOf))}
            added={warning === "reaching" ? alsoAdded(cases, props.reachOf) : []}
          />
        ))}
      </ul>
      <p class="fine">
        {say(TOGETHER.reportInMonth)} <a href={monthLink({})}>{say(TOGETHER.toMonth)}</a>
      </p>
      <input type="hidden" name="of" value={digestOfCases(cases)} />
      {outcomes.length === 0 ? (
        <p class="warns">{say(TOGETHER.noOutcome)}</p>
      ) : (
        <DecisionFields form={FORM} outcomes={outcomes} earlier={earlier} sent={sent} />
      )}
      {left.map((shownCase) => (
        <input type="hidden" name="left" value={JSON.stringify(shownCase)} />
      ))}
      <div class="pair finish">
        {outcomes.length === 0 ? undefined : (
          <button type="submit" class="main" name="act" value="record">
            {say(TOGETHER.record, { count })}
          </button>
        )}
        <a class="btn" href={inbox}>
          {say(TOGETHER.close)}
        </a>
      </div>
    </Frame>
  );
}

interface TallyProps extends Pick<DecideOrder, "chosen" | "now"> {
  facts?: RowFacts;
}

/** The sum, and what it is about: an unknown amount is counted beside it. */
function Tally({ chosen, now, facts }: TallyProps) {
  const { money } = useTranslator();
  const { usd, unknown } = countsOf(chosen, now);
  const users = new Set(chosen.flatMap(({ listedCase }) => listedCase.userId ?? []));
  // Cases of wallets and users have no amount.
  const hasAmounts = chosen.some(({ listedCase }) => listedCase.amount?.usd !== undefined);
  const column = facts?.local;
  const amounts = chosen.flatMap(({ listedCase }) => column?.amountOf(listedCase)?.amount ?? []);
  const parts = [
    column === undefined || amounts.length === 0
      ? undefined
      : `≈ ${money(sumOf(amounts).usd, column.currency)}`,
    say(TOGETHER.users, { count: users.size }),
    unknown === 0 ? undefined : say(FACTS.unknownAmounts, { count: unknown }),
  ];
  return (
    <p class="tally">
      {hasAmounts ? <b>{usdInShort(usd)}</b> : undefined}{" "}
      <small>{parts.filter((part) => part !== undefined).join(" · ")}</small>
    </p>
  );
}

const WARNING_MARKS: Record<Warning, readonly [kind: string, icon: IconName]> = {
  listed: ["list", "octagonX"],
  reaching: ["soon", "landmark"],
  reachUnknown: ["soon", "circleDashed"],
  unreadable: ["soon", "packageX"],
  overdue: ["late", "octagonAlert"],
};

/** A warning about more cases than these names none: they are ticked in the list. */
const MOST_WARNED = 2;

/** Cases that are named as added to those of the sheet. */
const MOST_ADDED = 3;

interface WarnedProps {
  of: Warning;
  cases: readonly JudgedCase[];
  /** The cases that are added to these and are not decided here. */
  added: readonly ListedCase[];
}

function Warned({ of: warning, cases, added }: WarnedProps) {
  if (cases.length === 0) return undefined;
  const [openCases, decidedCases] = [added.filter(isOpen), added.filter((other) => !isOpen(other))];
  const [kind, icon] = WARNING_MARKS[warning];
  const what = say(SHEET_WARNINGS[warning], { count: cases.length });
  return (
    <li>
      <span class={`badge ${kind}`}>
        <Icon name={icon} /> {what}
      </span>
      {/* In a tab of its own: the sheet may answer a form, which a browser does not go back to. */}
      {(cases.length > MOST_WARNED ? [] : cases).map(({ listedCase }) => (
        <a href={caseLink(listedCase)} target="_blank" rel="noopener">
          <bdi>{numberOf(listedCase)}</bdi>
        </a>
      ))}
      <AddedCases title={say(TOGETHER.addedDecided)} cases={decidedCases} />
      <AddedCases title={say(TOGETHER.addedOpen)} cases={openCases} />
      <button
        type="submit"
        class="take end"
        name="leave"
        value={warning}
        aria-label={say(TOGETHER.leaveOutOf, { what })}
      >
        {say(TOGETHER.leaveOut)}
      </button>
    </li>
  );
}

/** What the cases of the sheet reach the threshold with: their own sum may be below it. */
function AddedCases({ title, cases }: { title: string; cases: readonly ListedCase[] }) {
  if (cases.length === 0) return undefined;
  return (
    <small>
      {title} <CaseNames of={cases} most={MOST_ADDED} />
    </small>
  );
}

interface AssignOrder {
  chosen: readonly JudgedCase[];
  colleagues: readonly Colleague[];
  inbox: string;
}

/** Each colleague is a button. */
export function assignSheet({ chosen, colleagues, inbox }: AssignOrder): Sheet {
  const panel = () => (
    <Frame title={say(CASE_FORM.assignTo)} inbox={inbox}>
      <p>{say(TOGETHER.assigning, { count: chosen.length })}</p>
      <NoticesPending cases={chosen.map(({ listedCase }) => listedCase)} />
      {colleagues.length === 0 ? (
        <p class="warns">{say(TOGETHER.noColleague)}</p>
      ) : (
        <>
          {colleagues.map(({ subject, name, projectIds }) => (
            <button type="submit" class="whole" name="to" value={subject} title={name}>
              <bdi>{shortName(name)}</bdi>
              <small>
                {say(TOGETHER.projects, { count: projectIds.length, ids: projectIds.join(", ") })}
              </small>
            </button>
          ))}
          <p class="fine">{say(TOGETHER.colleagueHelp)}</p>
        </>
      )}
    </Frame>
  );
  return { ticked: chosen, panel };
}

interface DecidedOrder {
  of: BatchOutcome;
  sent: SentForm;
  /** As they are now. */
  left: readonly ListedCase[];
  inbox: string;
  /** Address of what was decided; undefined where nothing was. */
  batch: string | undefined;
  now: string;
}

/** What was decided, and what was left out. */
export function decidedSheet({ of, sent, left, inbox, batch, now }: DecidedOrder): Sheet {
  const { decided } = of;
  const panel = () => (
    <Frame title={say(TOGETHER.decided, { count: decided.length })} inbox={inbox}>
      {decided.length === 0 ? undefined : (
        <Tally chosen={decided.map((storedCase) => judge(storedCase, now))} now={now} />
      )}
      <BatchResult of={of} sent={sent.fields} />
      {batch === undefined ? undefined : (
        <a class="btn" href={batch}>
          {say(TOGETHER.together, { count: decided.length })}
        </a>
      )}
      {left.length === 0 ? undefined : (
        <>
          <h3>{say(TOGETHER.leftByYou, { count: left.length })}</h3>
          <ShortRows of={left} caption={say(TOGETHER.leftByYou, { count: left.length })} />
        </>
      )}
    </Frame>
  );
  return { ticked: [], panel };
}

/** Which cases did not get the owner, and why. */
export function ownedSheet({ owned, leftOut, unreadable }: OwnOutcome, inbox: string): Sheet {
  const panel = () => (
    <Frame title={say(TOGETHER.own)} inbox={inbox}>
      <h3>{say(TOGETHER.notOwned, { count: leftOut.length })}</h3>
      <ul>
        {leftOut.map((storedCase) => (
          <li>
            <CaseLine of={storedCase} />
            {storedCase.owner === undefined
              ? undefined
              : `, ${say(TOGETHER.ownedBy, { who: storedCase.owner.name })}`}
          </li>
        ))}
      </ul>
      <UnreadableCases of={unreadable} />
      <h3>{say(TOGETHER.owned, { count: owned.length })}</h3>
      <ShortRows of={owned} caption={say(TOGETHER.owned, { count: owned.length })} />
    </Frame>
  );
  return { ticked: [], panel };
}
