/** A notice of a month: its receipt, the cases that it covers then and now, and what corrects, completes or amends it. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { monthIn } from "../../cases/case-keys.ts";
import { isOpen } from "../../cases/case-state.ts";
import { coveredBy, type Notice } from "../../cases/notices.ts";
import {
  type CasesOfNotice,
  casesOfNotice,
  completeNotice,
  correctNotice,
  type NoticeInMonths,
  noticeAmong,
  noticeIn,
  noticeOf,
  projectsOfNotice,
  recordNotice,
} from "../../cases/record-notice.ts";
import type { NoticeName } from "../../cases/step.ts";
import { judge } from "../../cases/urgency.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { MONTH, NOTICE_SHEET } from "../../i18n/catalogue/desk/month.ts";
import { NOTICE } from "../../i18n/catalogue/desk/notice.ts";
import { FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { sumOf } from "../../i18n/text/amounts.ts";
import { compareTexts } from "../../i18n/text/compare-texts.ts";
import { monthlyDeadlines } from "../../law/deadlines.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, type FormFields, formOf, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { shortName } from "../frame/who.tsx";
import { usdInShort } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { StateBadge } from "../kit/due-badge.tsx";
import { monthLink, noticeLink, numberOf } from "../kit/links.ts";
import { Panel, Strip } from "../kit/panel.tsx";
import { type RowFacts, rowFactsOf } from "../kit/row-facts.ts";
import { sumWords, totalOf, UsdOf } from "../kit/totals.tsx";
import { coveredColumns } from "./covered-columns.tsx";
import { noticeState } from "./month-notice.ts";
import { NoticeBadge } from "./month-notices.tsx";
import { type MonthDesk, monthDesk } from "./month-reading.ts";
import { month, parseNoticeRequest } from "./step-form.ts";
import { NoteField, ReceiptFields, typedReceipt } from "./step-forms.tsx";
import { StepList } from "./step-list.tsx";
import { NOTHING_SENT, type SentForm, statusOf, Trouble, type Why } from "./trouble.tsx";

const noticeAddress = z.object({ month: month(), id: z.string().check(z.minLength(1), z.maxLength(100)) });

/** What is done on the page of a notice. */
const ACTS = ["correct", "amend", "complete"] as const;
type Act = (typeof ACTS)[number];

const noticeForm = z.extend(noticeAddress, {
  act: z.enum(ACTS),
  step: z.uuid(),
  /** Numbers of the last events of its months when the form was shown. */
  after: z._default(z.string().check(z.regex(/^\d{1,6}(,\d{1,6}){0,99}$/)), "0"),
});

export function addNotice(app: Hono<DeskEnv>, options: Desk): void {
  const desk = monthDesk(options);

  app.get("/notice", async (context) => {
    const address = parametersOf(context, noticeAddress);
    if (address === undefined) return badRequest(context);
    const visible = await visibleNotice(context, desk, address);
    if (visible === undefined) return notFound(context, NOTICE.notFound);
    return show(context, desk, visible);
  });

  app.post("/notice", async (context) => {
    const fields = await formOf(context);
    const form = noticeForm.safeParse(fields).data;
    const visible = form && (await visibleNotice(context, desk, form));
    if (form === undefined || visible === undefined) return notFound(context, FRAME.badRequest);
    if (!mayChange(context, visible)) return forbidden(context, CASE.notRecorded, NOTICE.mayNotAct);
    const { address, trouble } = await act(context, desk, visible, { ...form, fields });
    return trouble === undefined ? context.redirect(address, 303) : show(context, desk, visible, trouble);
  });
}

/** A notice for its reader. */
interface VisibleNotice extends NoticeInMonths {
  /** All projects that it is over, also those that its reader does not see. */
  projectIds: readonly number[];
}

/** A notice, in the months that its reader sees. */
async function visibleNotice(
  { var: { access } }: DeskContext,
  { months, projectIds }: MonthDesk,
  { month, id }: NoticeName,
): Promise<VisibleNotice | undefined> {
  const everywhere = await noticeIn(months, { month, id, projectIds });
  if (everywhere === undefined) return undefined;
  const seen = everywhere.months.filter((stored) => access.sees.includes(monthIn(stored)?.projectId ?? -1));
  const visible = noticeAmong(seen, id);
  return visible && { ...visible, projectIds: projectsOfNotice(everywhere) };
}

/** Reports whether an officer acts in every project that a notice is over. */
function mayChange({ var: { access } }: DeskContext, { projectIds }: VisibleNotice): boolean {
  return projectIds.every((projectId) => access.actsIn.includes(projectId));
}

/** A form that was not recorded: which, why, and the cases that its receipt precedes. */
interface NoticeTrouble extends SentForm {
  act: Act;
  receiptTooEarlyFor: readonly ListedCase[];
}

interface SentAct extends z.infer<typeof noticeForm> {
  fields: FormFields;
}

/** @returns the address of what it leads to, or why nothing was recorded */
async function act(
  context: DeskContext,
  desk: MonthDesk,
  visibleNotice: VisibleNotice,
  { act: kind, step: formId, month, id, after, fields }: SentAct,
): Promise<{ address: string; trouble?: NoticeTrouble }> {
  const { access, person, translator } = context.var;
  const address = noticeLink({ month, id });
  const acting = {
    by: { subject: person.subject, name: person.name },
    at: momentOf(context),
    actsIn: access.actsIn,
  };
  const decisionNote = say(MONTH.inNotice, { month: translator.monthInWords(month) });
  const refused = (why: readonly Why[], receiptTooEarlyFor: readonly ListedCase[] = []) => ({
    address,
    trouble: { act: kind, fields, why, receiptTooEarlyFor },
  });
  switch (kind) {
    case "complete":
      await completeNotice(desk, visibleNotice, { ...acting, month, decisionNote });
      return { address };
    case "correct": {
      const request = parseNoticeRequest(fields, visibleNotice.notice.filing.kind, desk.timeZone);
      const { inNotice } = await casesOfNotice(desk.months, desk.cases, visibleNotice);
      const numbers = after.split(",").map(Number);
      const corrected = await correctNotice(desk, visibleNotice, {
        ...acting,
        ...request,
        formId,
        after: numbers,
        covered: inNotice,
      });
      if (corrected === "made") return { address };
      return corrected === "changed-meanwhile"
        ? refused(["changedMeanwhile"])
        : refused(corrected.reasons, corrected.receiptTooEarlyFor);
    }
    case "amend": {
      const request = parseNoticeRequest(fields, "amendment", desk.timeZone);
      const { projectIds } = visibleNotice;
      const order = {
        ...acting,
        ...request,
        formId,
        month,
        projectIds,
        ticked: [],
        amends: id,
        after: after.split(",").map(Number),
        decisionNote,
      };
      const outcome = await recordNotice(desk, order);
      if (outcome.kind === "recorded") return { address: noticeLink({ month, id: outcome.noticeId }) };
      return outcome.kind === "changed-meanwhile"
        ? refused(["changedMeanwhile"])
        : refused(outcome.reasons, outcome.receiptTooEarlyFor);
    }
  }
}

async function show(
  context: DeskContext,
  desk: MonthDesk,
  visibleNotice: VisibleNotice,
  trouble?: NoticeTrouble,
) {
  const { notice, months } = visibleNotice;
  const { filing } = notice;
  const { month = "" } = months[0] === undefined ? {} : (monthIn(months[0]) ?? {});
  const cases = await casesOfNotice(desk.months, desk.cases, visibleNotice);
  const { inNotice, undecided, others } = cases;
  const facts = await rowFactsOf([...inNotice, ...undecided, ...others], desk);
  const title = isReport(notice) ? NOTICE.report : NOTICE.title;
  context.status(statusOf(trouble?.why ?? []));
  return page(context, {
    title: say(title, { reference: filing.reference }),
    heading: <bdi>{filing.reference}</bdi>,
    beside: (
      <>
        <span class="muted">{say(FILINGS[filing.kind])}</span>
        {/* An amendment meets no deadline, and misses none. */}
        {filing.kind === "amendment" ? undefined : (
          <NoticeBadge
            state={noticeState(
              { notices: [notice] },
              { dues: monthlyDeadlines(month, desk.rules), now: momentOf(context).now },
            )}
          />
        )}
      </>
    ),
    back: { href: monthLink({ month }), text: say(FRAME.month) },
    children: (
      <>
        <Figures noticeShown={visibleNotice} cases={cases} month={month} facts={facts} />
        <div class={mayChange(context, visibleNotice) ? "case" : "stack"}>
          <div class="stack">
            {isReport(notice) ? undefined : (
              <CoveredCases
                title={say(NOTICE.covered)}
                none={say(isSeenWhole(visibleNotice) ? NOTICE.coversNone : NOTICE.coversNoneSeen)}
                cases={inNotice}
                facts={facts}
              />
            )}
            {undecided.length === 0 ? undefined : (
              <CoveredCases
                title={say(NOTICE.left)}
                help={say(NOTICE.leftHelp)}
                cases={undecided}
                facts={facts}
              />
            )}
            {others.length === 0 ? undefined : (
              <CoveredCases
                title={say(NOTICE.others)}
                help={say(NOTICE.othersHelp)}
                cases={others}
                facts={facts}
              />
            )}
            <History of={visibleNotice} month={month} />
          </div>
          {mayChange(context, visibleNotice) ? (
            <Forms
              noticeShown={visibleNotice}
              month={month}
              trouble={trouble}
              hasLeft={undecided.length > 0}
            />
          ) : undefined}
        </div>
      </>
    ),
  });
}

/** Reports whether its reader sees all projects that it is over. */
function isSeenWhole({ projectIds, months }: VisibleNotice): boolean {
  return projectIds.length === months.length;
}

/** Reports whether it is the report of a month without operations, which covers no case. */
function isReport({ filing }: Notice): boolean {
  return filing.kind === "nothing-to-report";
}

interface FiguresProps {
  noticeShown: VisibleNotice;
  cases: CasesOfNotice;
  month: string;
  facts: RowFacts;
}

/** Receipt and officer; number and sum now, and when it was recorded where that was another one. */
function Figures({ noticeShown, cases: { inNotice }, month, facts }: FiguresProps) {
  const { notice, projectIds } = noticeShown;
  const translator = useTranslator();
  const { count, monthInWords, short, shortDay } = translator;
  const { recorded, filing } = notice;
  const seesAll = isSeenWhole(noticeShown);
  const revised = inNotice.filter(({ isRevisedSince }) => isRevisedSince).length;
  const open = inNotice.filter(isOpen).length;
  const total = totalOf(inNotice, facts.localOf);
  return (
    <Strip
      facts={[
        {
          name: say(NOTICE.ofMonth),
          value: monthInWords(month),
          more: say(NOTICE_SHEET.projects, { count: projectIds.length, ids: projectIds.join(", ") }),
        },
        {
          name: say(MONTH.receipt),
          value: shortDay(filing.receivedAt) ?? filing.receivedOn,
          more: filing.receivedTime,
        },
        {
          name: say(NOTICE.recordedBy),
          value: <bdi title={recorded.by.name}>{shortName(recorded.by.name)}</bdi>,
          more: short(recorded.at) ?? recorded.at,
        },
        ...(isReport(notice)
          ? []
          : [
              {
                name: say(NOTICE.covered),
                value: count(inNotice.length),
                more: wordsOf([
                  seesAll ? undefined : say(NOTICE.ofSeen),
                  useThen(noticeShown, total),
                  open === 0 ? undefined : say(NOTICE.openAgain, { count: open }),
                  revised === 0 ? undefined : say(NOTICE.revised, { count: revised }),
                ]),
              },
              {
                name: say(NOTICE.sum),
                value: <UsdOf of={total} />,
                more: wordsOf(sumWords(total, translator)),
              },
            ]),
      ]}
    />
  );
}

function wordsOf(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(" · ");
}

/** What was recorded of its cases, where that is not what it covers now. */
function useThen({ notice, months }: VisibleNotice, now: ReturnType<typeof totalOf>): string | undefined {
  const { count } = useTranslator();
  const then = months.flatMap((stored) => coveredBy(noticeOf(stored, notice.recorded.id) ?? notice));
  const sum = sumOf(then.map(({ usd }) => usd));
  const number = then.reduce((all, covers) => all + covers.count, 0);
  const unknown = then.reduce((all, covers) => all + covers.unknown, 0);
  if (number === now.count && sum.usd === now.usd && unknown === now.unknown) return undefined;
  const usd = usdInShort(sum.usd);
  return say(NOTICE.whenRecorded, {
    count: count(number),
    sum: unknown === 0 ? usd : say(MONTH.sum, { usd, unknown: count(unknown) }),
  });
}

interface CoveredCasesProps {
  title: string;
  /** Said where there is no case. */
  none?: string;
  help?: string;
  cases: readonly ListedCase[];
  facts: RowFacts;
}

/** The state is said where a case is not as the notice left it. */
function CoveredCases({ title, none, help, cases, facts }: CoveredCasesProps) {
  const { count } = useTranslator();
  const now = new Date().toISOString();
  const isAsFiled = cases.every(({ outcome, isRevisedSince }) => outcome === "reported" && !isRevisedSince);
  return (
    <Panel title={title} count={count(cases.length)}>
      {help === undefined ? undefined : <p class="muted">{help}</p>}
      {cases.length === 0 ? (
        <p>{none}</p>
      ) : (
        <DataTable
          caption={title}
          rows={cases.toSorted((a, b) => compareTexts(b.order, a.order))}
          columns={[
            ...coveredColumns(facts),
            isAsFiled
              ? undefined
              : {
                  name: say(MONTH.state),
                  cell: (listedCase) => <StateBadge of={judge(listedCase, now)} now={now} />,
                },
          ]}
        />
      )}
    </Panel>
  );
}

/** What was recorded of it, and the notices that it amends or that amend it. */
function History({ of: { notice, months }, month }: { of: VisibleNotice; month: string }) {
  const { recorded, corrections, additions, amendedBy } = notice;
  const folioOf = (id: string) =>
    months.flatMap(({ notices }) => notices).find(({ recorded }) => recorded.id === id)?.filing.reference ??
    say(NOTICE.otherNotice);
  const steps = [recorded, ...corrections, ...additions].sort((a, b) => compareTexts(a.at, b.at));
  return (
    <Panel title={say(NOTICE.history)}>
      <StepList steps={steps} />
      {recorded.amends === undefined ? undefined : (
        <p>
          {say(NOTICE.amends)}{" "}
          <a href={noticeLink({ month, id: recorded.amends })} dir="auto">
            {folioOf(recorded.amends)}
          </a>
        </p>
      )}
      {amendedBy.map((id) => (
        <p>
          {say(NOTICE.amendedBy)}{" "}
          <a href={noticeLink({ month, id })} dir="auto">
            {folioOf(id)}
          </a>
        </p>
      ))}
    </Panel>
  );
}

interface FormsProps {
  noticeShown: NoticeInMonths;
  month: string;
  trouble: NoticeTrouble | undefined;
  hasLeft: boolean;
}

function Forms({ noticeShown: noticeInMonths, month, trouble, hasLeft }: FormsProps) {
  const { notice, months } = noticeInMonths;
  const { filing } = notice;
  const after = months.map(({ stepCount }) => stepCount).join();
  const fields = { month, id: notice.recorded.id, after };
  return (
    <section class="panel acts">
      <header>
        <h2>{say(CASE.act)}</h2>
      </header>
      <Trouble why={trouble?.why ?? []} />
      <EarlyCases cases={trouble?.receiptTooEarlyFor ?? []} />
      {hasLeft ? (
        <NoticeForm act="complete" fields={fields}>
          <p class="warns">{say(NOTICE.leftHelp)}</p>
          <button type="submit" class="main">
            {say(NOTICE.complete)}
          </button>
        </NoticeForm>
      ) : undefined}
      <FoldedForm
        act="correct"
        trouble={trouble}
        title={say(NOTICE.correct)}
        help={say(NOTICE.correctHelp)}
        fields={fields}
      >
        {(sent) => (
          <>
            <ReceiptFields form="correct" sent={sent === NOTHING_SENT ? typedReceipt(filing) : sent} />
            <NoteField form="correct" isRequired sent={sent} />
          </>
        )}
      </FoldedForm>
      <FoldedForm
        act="amend"
        trouble={trouble}
        title={say(NOTICE.amend)}
        help={say(NOTICE.amendHelp)}
        fields={fields}
      >
        {(sent) => (
          <>
            <ReceiptFields form="amend" sent={sent} />
            <NoteField form="amend" isRequired={false} sent={sent} />
          </>
        )}
      </FoldedForm>
    </section>
  );
}

interface FoldedFormProps {
  act: Act;
  title: string;
  help: string;
  trouble: NoticeTrouble | undefined;
  fields: Readonly<Record<string, string>>;
  children: (sent: SentForm) => unknown;
}

function FoldedForm({ act, title, help, trouble, fields, children }: FoldedFormProps) {
  const sent = trouble?.act === act ? trouble : NOTHING_SENT;
  return (
    <details class="fold" open={trouble?.act === act}>
      <summary>{title}</summary>
      <NoticeForm act={act} fields={fields}>
        <p class="fine">{help}</p>
        {children(sent)}
        <button type="submit">{say(CASE_FORM.record)}</button>
      </NoticeForm>
    </details>
  );
}

interface NoticeFormProps {
  act: Act;
  fields: Readonly<Record<string, string>>;
  children: unknown;
}

function NoticeForm({ act, fields, children }: NoticeFormProps) {
  const labels = { correct: NOTICE.correct, amend: NOTICE.amend, complete: NOTICE.complete };
  return (
    <form method="post" action="/notice" aria-label={say(labels[act])} novalidate data-step>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="step" value={randomUUID()} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  );
}

/** Most cases that are named where a receipt precedes them. */
const MOST_NAMED = 10;

/** Names the cases whose transaction a receipt precedes. */
export function EarlyCases({ cases }: { cases: readonly ListedCase[] }) {
  if (cases.length === 0) return undefined;
  return (
    <p class="warns">
      {say(MONTH.earlyCases)}{" "}
      {cases.slice(0, MOST_NAMED).map((key, index) => (
        <>
          {index === 0 ? "" : ", "}
          <a href={caseLink(key)} target="_blank" rel="noopener">
            <bdi>{numberOf(key)}</bdi>
          </a>
        </>
      ))}
      {cases.length > MOST_NAMED ? ` … (${cases.length - MOST_NAMED})` : ""}
    </p>
  );
}
