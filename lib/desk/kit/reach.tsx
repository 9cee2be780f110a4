/** Whether operations reach the amount from which a notice is due: in a sentence, in a cell, and of a whole user. */

import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { CaseReach, ReachOfCase } from "../../cases/accumulation.ts";
import type { ListedCase } from "../../cases/case.ts";
import { THRESHOLD } from "../../i18n/catalogue/desk/threshold.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import { thresholdOf } from "../../law/deadlines.ts";
import type { Threshold } from "../../law/threshold.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { numberOf } from "./links.ts";
import { Panel } from "./panel.tsx";

/** Cases that a sentence names, and that a cell does. */
const MOST_NAMED = 10;
const MOST_IN_CELL = 3;

/** `210 UMA`. */
export function thresholdWords({
  units,
  unit,
}: Pick<Threshold, "unit"> & { units: number | string }): string {
  return `${units} ${unit}`;
}

interface NamesProps {
  of: readonly ListedCase[];
  most?: number;
}

/** Cases by their numbers, each a link; of many the first ones, and how many more there are. */
export function CaseNames({ of: cases, most = MOST_NAMED }: NamesProps) {
  const { count } = useTranslator();
  return (
    <>
      {cases.slice(0, most).map((listedCase, index) => (
        <>
          {index === 0 ? "" : ", "}
          {/* In a tab of its own: the page may be a form, with what is typed in it. */}
          <a href={caseLink(listedCase)} target="_blank" rel="noopener">
            <bdi>{numberOf(listedCase)}</bdi>
          </a>
        </>
      ))}
      {cases.length > most ? ` … (+${count(cases.length - most)})` : ""}
    </>
  );
}

interface ReachSentenceProps {
  of: ListedCase;
  caseReach: CaseReach | undefined;
}

/** Says of one operation whether it reaches the threshold, and what is added: nothing, where it does alone. */
export function ReachSentence({ of: listedCase, caseReach }: ReachSentenceProps) {
  if (caseReach === undefined) return undefined;
  return (
    <>
      <p>
        <Sentence of={listedCase} {...caseReach} />
      </p>
      {caseReach.reach.kind === "alone" ? undefined : <p class="fine">{say(THRESHOLD.scope)}</p>}
    </>
  );
}

function Sentence({ of: listedCase, threshold, reach }: CaseReach & Pick<ReachSentenceProps, "of">) {
  const { decimal } = useTranslator();
  const { unit, months } = threshold;
  const limit = thresholdWords(threshold);
  const unitsOf = (units: string) => thresholdWords({ units: decimal(units), unit });
  switch (reach.kind) {
    case "alone":
      return <>{say(THRESHOLD.alone, { threshold: limit, units: unitsOf(reach.units) })}</>;
    case "together": {
      const { others, units } = reach;
      const values = { threshold: limit, months, count: others.length, units: unitsOf(units) };
      return (
        <>
          {say(THRESHOLD.together, values)} <CaseNames of={others} />
        </>
      );
    }
    case "below": {
      const { others, units } = reach;
      const values = { threshold: limit, months, units: unitsOf(units) };
      return (
        <>
          {others.length === 0
            ? say(THRESHOLD.below, values)
            : say(THRESHOLD.belowTogether, { ...values, count: others.length })}
        </>
      );
    }
    case "unknown": {
      const { lacking } = reach;
      if (lacking.length === 0) return <>{say(THRESHOLD.notRead, { threshold: limit })}</>;
      if (lacking.every(({ order }) => order === listedCase.order))
        return <>{say(THRESHOLD.lackingOwn, { threshold: limit, unit })}</>;
      return (
        <>
          {say(THRESHOLD.lacking, { threshold: limit, unit })} <CaseNames of={lacking} />
        </>
      );
    }
  }
}

/** The same in a cell: alone, or with which others. */
export function ReachCell({ of: caseReach }: { of: CaseReach | undefined }) {
  const { decimal } = useTranslator();
  if (caseReach === undefined) return undefined;
  const { reach, threshold } = caseReach;
  switch (reach.kind) {
    case "alone":
      return <span>{say(THRESHOLD.isAlone)}</span>;
    case "together":
      return (
        <span title={thresholdWords({ units: decimal(reach.units), unit: threshold.unit })}>
          {say(THRESHOLD.isTogether)} <CaseNames of={reach.others} most={MOST_IN_CELL} />
        </span>
      );
    case "below":
      return <span class="muted">{say(THRESHOLD.isBelow)}</span>;
    case "unknown":
      return <span class="bad">{say(THRESHOLD.isUnknown)}</span>;
  }
}

/** The same in a text, for files. */
export function reachText(caseReach: CaseReach | undefined): string | undefined {
  switch (caseReach?.reach.kind) {
    case undefined:
      return undefined;
    case "alone":
      return say(THRESHOLD.isAlone);
    case "together": {
      const { others } = caseReach.reach;
      const names = others.slice(0, MOST_NAMED).map(numberOf).join(", ");
      const more = others.length - MOST_NAMED;
      const bounded = more > 0 ? say(THRESHOLD.more, { names, count: more }) : names;
      return `${say(THRESHOLD.isTogether)} ${bounded}`;
    }
    case "below":
      return say(THRESHOLD.isBelow);
    case "unknown":
      return say(THRESHOLD.isUnknown);
  }
}

interface UserReachProps {
  cases: readonly ListedCase[];
  /** Of which warnings are not added. */
  notifications: readonly ListedNotification[];
  reachOf: ReachOfCase;
}

/** How many operations of a user reach a threshold alone, how many together and which, of which it is not known, and what is not added. */
export function UserReach({ cases, notifications, reachOf }: UserReachProps) {
  const operations = cases.flatMap((listedCase) => {
    const reach = reachOf(listedCase);
    return reach === undefined ? [] : [{ of: listedCase, ...reach }];
  });
  const warnings = notifications
    .filter(({ risk }) => risk === "warn")
    .flatMap(
      ({ laws }) => thresholdOf(laws.map(({ name: law, countryCode }) => ({ law, countryCode }))) ?? [],
    );
  if (operations.length + warnings.length === 0) return undefined;
  const byThreshold = [...Map.groupBy(operations, ({ threshold }) => threshold)];
  const warned = [...Map.groupBy(warnings, (threshold) => threshold)];
  const thresholds = new Set([...byThreshold, ...warned].map(([threshold]) => threshold));
  return (
    <Panel title={say(THRESHOLD.title)}>
      {byThreshold.map(([threshold, ofThreshold]) => (
        <ReachOfOperations threshold={threshold} operations={ofThreshold} />
      ))}
      {warned.map(([threshold, { length: count }]) => (
        <p class="said">{say(THRESHOLD.warned, { threshold: thresholdWords(threshold), count })}</p>
      ))}
      <details class="fold">
        <summary>{say(THRESHOLD.howAdded)}</summary>
        <p class="fine">
          {say(THRESHOLD.scope)}{" "}
          {[...thresholds].map((threshold) => (
            <ThresholdRule of={threshold} />
          ))}
        </p>
      </details>
    </Panel>
  );
}

interface ReachOfOperationsProps {
  threshold: Threshold;
  operations: readonly (CaseReach & { of: ListedCase })[];
}

function ReachOfOperations({ threshold, operations }: ReachOfOperationsProps) {
  const { count, decimal } = useTranslator();
  const { unit, months } = threshold;
  const countOf = (kind: CaseReach["reach"]["kind"]) =>
    operations.filter(({ reach }) => reach.kind === kind).length;
  const unknown = operations.flatMap(({ of: listedCase, reach }) =>
    reach.kind === "unknown" ? [{ listedCase, lacking: reach.lacking }] : [],
  );
  const lacking = unknown.flatMap((operation) => operation.lacking);
  const notRead = unknown
    .filter((operation) => operation.lacking.length === 0)
    .map(({ listedCase }) => listedCase);
  const counts = [
    { name: say(THRESHOLD.reachAlone), number: countOf("alone") },
    { name: say(THRESHOLD.reachTogether, { months }), number: countOf("together") },
    { name: say(THRESHOLD.reachNot), number: countOf("below") },
  ];
  return (
    <>
      <p class="said">
        {say(THRESHOLD.ofUser, { threshold: thresholdWords(threshold), count: operations.length })}
      </p>
      <ul class="plain">
        {counts
          .filter(({ number }) => number > 0)
          .map(({ name, number }) => (
            <li>
              {name} <b class="end">{count(number)}</b>
            </li>
          ))}
        {groupsOf(operations).map(({ units, members }) => (
          <li>
            <b>{say(THRESHOLD.group, { units: thresholdWords({ units: decimal(units), unit }) })}</b>
            <span>
              <CaseNames of={members} />
            </span>
          </li>
        ))}
        <Unknown title={say(THRESHOLD.lackingOfUser, { unit })} cases={lacking} />
        <Unknown title={say(THRESHOLD.notReadOfUser)} cases={notRead} />
      </ul>
    </>
  );
}

/** A threshold with its source: no legal advice. */
export function ThresholdRule({ of: threshold }: { of: Threshold }) {
  const { months, source, readOn } = threshold;
  const { inWords } = useTranslator();
  const values = { threshold: thresholdWords(threshold), months, source, readOn: inWords(readOn) };
  return <>{say(THRESHOLD.rule, values)}</>;
}

function Unknown({ title, cases }: { title: string; cases: readonly ListedCase[] }) {
  const named = [...new Map(cases.map((listedCase) => [listedCase.order, listedCase])).values()];
  if (named.length === 0) return undefined;
  return (
    <li>
      <b class="bad">{title}</b>
      <span>
        <CaseNames of={named} />
      </span>
    </li>
  );
}

/** Operations that reach it together, each group once. */
function groupsOf(operations: ReachOfOperationsProps["operations"]) {
  const groups = operations.flatMap(({ of: listedCase, reach }) => {
    if (reach.kind !== "together") return [];
    const members = [listedCase, ...reach.others].sort((a, b) => compareTexts(a.order, b.order));
    return [{ units: reach.units, members }];
  });
  const nameOfGroup = ({ members }: (typeof groups)[number]) => members.map(({ order }) => order).join();
  return [...new Map(groups.map((group) => [nameOfGroup(group), group])).values()];
}
