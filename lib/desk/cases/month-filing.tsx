/** Recording the notice of a month, in place: what it covers is ticked, and is decided with its receipt. */

import { randomUUID } from "node:crypto";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import type { ShownCase } from "../../cases/case-keys.ts";
import { MONTH_FILING_KINDS } from "../../cases/step.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { NOTICE_SHEET, MONTH as SAID } from "../../i18n/catalogue/desk/month.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { CaseNumber, InUma, Local, MXN, UMA, USD, UsdCell, UserCell } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { Day } from "../kit/facts.tsx";
import { idOfCase, monthLink, numberOf } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";
import type { RowFacts } from "../kit/row-facts.ts";
import { nameOfCase } from "./case-address.ts";
import { EarlyCases } from "./notice.tsx";
import { FilingFields, LeftOutByNotice, NoteField } from "./step-forms.tsx";
import { fieldId, NOTHING_SENT, type SentForm, Trouble } from "./trouble.tsx";

/** A form that was not recorded, with the cases that it had ticked. */
export interface SentFiling extends SentForm {
  ticked: readonly ShownCase[];
  /** Cases whose transaction the receipt precedes. */
  early: readonly ListedCase[];
}

interface MonthFilingProps {
  /** The projects that it can be over. */
  projectIds: readonly number[];
  /** The project of the page that it stands on. */
  project: number | undefined;
  month: string;
  /** Undecided cases that the form can cover, and how many more there are. */
  undecided: readonly ListedCase[];
  more: number;
  /** Undecided cases that cannot be decided before their 24-hour notice. */
  suspected: readonly ListedCase[];
  /** As in {@link Trouble}. */
  counts: { undecided: number; filed: number };
  facts: RowFacts;
  /** Undefined before it was sent: the notice covers all that it can. */
  sent: SentFiling | undefined;
  /** ISO 8601; undefined where no month counts, or all have passed. */
  dueAt: string | undefined;
}

/** Tells its fields apart. */
const FORM = "month";

export function MonthFiling({ projectIds, project, month, sent, dueAt, ...covered }: MonthFilingProps) {
  const { short, count, monthInWords } = useTranslator();
  const { undecided, more, suspected, counts } = covered;
  const form = sent ?? NOTHING_SENT;
  return (
    <form class="selected case filing" method="post" action="/month" aria-label={say(SAID.record)} novalidate>
      {projectIds.map((projectId) => (
        <input type="hidden" name="project" value={String(projectId)} />
      ))}
      <input type="hidden" name="month" value={month} />
      <input type="hidden" name="step" value={randomUUID()} />
      <div class="panel acts fields">
        <h2>{say(SAID.record)}</h2>
        <Trouble why={form.why} counts={counts} />
        <EarlyCases cases={sent?.early ?? []} />
        <FilingFields form={FORM} kinds={MONTH_FILING_KINDS} sent={form} />
        <NoteField form={FORM} isRequired={false} sent={form} />
        {form.why.includes("notNothing") ? (
          <label>
            <input type="checkbox" name="confirmed" id={fieldId(FORM, "confirmed")} />{" "}
            {say(SAID.nothingAllTheSame)}
          </label>
        ) : undefined}
      </div>
      {/* Behind the note: without a session only the first bytes of a form are read. */}
      <Panel title={say(SAID.covers)}>
        {undecided.length > 0 ? <Covered {...covered} sent={sent} /> : undefined}
        {undecided.length + suspected.length === 0 ? <p>{say(SAID.allDecided)}</p> : undefined}
        <p class="muted">
          {say(SAID.coversHelp, { note: say(SAID.inNotice, { month: monthInWords(month) }) })}
        </p>
      </Panel>
      <div class="panel acts finish">
        <LeftOutByNotice cases={suspected} />
        <p class="warns unticked">
          <span data-unticked={say(SAID.unticked)} />
          {dueAt === undefined ? undefined : (
            <small> {say(SAID.lateAfter, { due: short(dueAt) ?? dueAt })}</small>
          )}
        </p>
        {more === 0 ? undefined : <p class="warns">{say(SAID.notCovered, { count: count(more) })}</p>}
        <div class="pair">
          <button type="submit" class="main">
            {say(undecided.length === 0 ? SAID.record : SAID.recordDecide)}
          </button>
          <a class="btn" href={monthLink({ month, project })}>
            {say(SAID.cancel)}
          </a>
        </div>
      </div>
    </form>
  );
}

/** Undecided cases, each with a box. */
function Covered({ undecided, facts, sent }: Pick<MonthFilingProps, "undecided" | "facts" | "sent">) {
  const { local } = facts;
  const ticked = sent && new Set(sent.ticked.map(idOfCase));
  return (
    <DataTable
      caption={say(SAID.covers)}
      rows={undecided}
      tick={{
        all: <input type="checkbox" data-tick-all aria-label={say(INBOX.tickAll)} hidden />,
        cell: (one) => (
          <input
            type="checkbox"
            name="case"
            value={nameOfCase(one)}
            aria-label={say(INBOX.tick, { number: numberOf(one) })}
            checked={ticked?.has(idOfCase(one)) ?? true}
          />
        ),
      }}
      columns={[
        { name: say(INBOX.number), cell: (one) => <CaseNumber of={one} href={caseLink(one)} /> },
        {
          ...{ name: say(NOTICE_SHEET.operation), class: "n", cellClass: "n muted" },
          cell: (one) => <Day at={one.happenedAt ?? one.receivedAt} />,
        },
        { ...{ name: say(FACTS.user), cellClass: "c-user" }, cell: (one) => <UserCell of={one} /> },
        { name: USD, class: "n", cell: (one) => <UsdCell of={one} /> },
        local && {
          name: say(NOTICE_SHEET.local, { currency: local.currency }),
          class: "n wide-only",
          cellClass: "n muted wide-only",
          cell: (listedCase) => <Local of={listedCase} column={local} />,
        },
        local?.currency !== MXN
          ? undefined
          : {
              name: UMA,
              class: "n wide-only",
              cell: (listedCase) => <InUma of={listedCase} column={local} />,
            },
      ]}
    />
  );
}
