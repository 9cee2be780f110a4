/** Several open cases of a user, a wallet or a law, decided in one act. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import * as z from "zod/mini";
import { type BatchOutcome, decideBatch, MAX_BATCH, type ShownCase } from "../../cases/batch-decision.ts";
import type { CaseKey } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { keeping } from "../../cases/case-reading.ts";
import { CaseSteps } from "../../cases/case-steps.ts";
import { refusalOf } from "../../cases/rules.ts";
import { NOTHING_DUE } from "../../cases/state.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { forbidden, page } from "../layout.tsx";
import { momentOf } from "../moment.ts";
import { badRequest, type FormFields, formOf, parametersOf, textFilter } from "../parameters.ts";
import { useTranslator } from "../translator.ts";
import { shownCases } from "./case-address.ts";
import { CaseLines } from "./case-line.tsx";
import { type FoundCases, findOpenCases, MOST_READ, type OpenFilter, shownCase } from "./found-cases.ts";
import { firstDayOf } from "./sent-step.ts";
import { stepForm, wishOf } from "./step-form.ts";
import { DecisionFields, NoticeOwed } from "./step-forms.tsx";
import { statusOf, Trouble, type Why } from "./trouble.tsx";
import { UnreadableCases } from "./unreadable.tsx";

const parameters = z.object({ user: textFilter, wallet: textFilter, law: textFilter });

export function addBatch(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const { CASES_TABLE: table, RETENTION_YEARS: years, TIME_ZONE: timeZone } = environment;
  const desk = {
    cases: new CaseQueries(database, table),
    steps: new CaseSteps(database, table, years),
    timeZone,
  };
  app.get("/batch", async (context) => {
    if (context.var.access.actsIn.length === 0) return forOfficers(context);
    const filter = parametersOf(context, parameters);
    return filter === undefined ? badRequest(context) : show(context, desk, filter);
  });
  app.post("/batch", async (context) => {
    if (context.var.access.actsIn.length === 0) return forOfficers(context);
    const fields = await formOf(context);
    const filter = parameters.safeParse(fields).data;
    return filter === undefined ? badRequest(context) : decide(context, desk, filter, fields);
  });
}

function forOfficers(context: DeskContext) {
  return forbidden(context, TOGETHER.title, CASE.mayNotAct);
}

interface BatchDesk {
  cases: CaseQueries;
  steps: CaseSteps;
  timeZone: string;
}

async function show(
  context: DeskContext,
  { cases }: BatchDesk,
  filter: OpenFilter,
  why?: Why | "wrongCount",
  sent: FormFields = {},
) {
  const { access, translator } = context.var;
  const isNarrow = Object.values(filter).some((one) => one !== undefined);
  const unreadable: CaseKey[] = [];
  const open = cases.list({ projectIds: access.actsIn, closed: false }, keeping(unreadable));
  const found = isNarrow ? await findOpenCases(open, filter, MAX_BATCH) : undefined;
  if (why !== undefined) context.status(why === "wrongCount" ? 422 : statusOf(why));
  return page(context, {
    title: translator.t(TOGETHER.title),
    children: (
      <>
        {why === "wrongCount" ? (
          <p role="alert">{translator.t(TOGETHER.wrongCount)}</p>
        ) : (
          <Trouble why={why} />
        )}
        <BatchFilter filter={filter} />
        <UnreadableCases of={unreadable} />
        {found !== undefined ? (
          <BatchForm
            {...{ filter, sent, ...found }}
            batchId={randomUUID()}
            shownAt={new Date().toISOString()}
          />
        ) : (
          <p>{translator.t(TOGETHER.sayWhich)}</p>
        )}
      </>
    ),
  });
}

const sentAct = z.object({ shownAt: z.iso.datetime({ precision: 3 }), count: z.string(), cases: z.string() });

async function decide(context: DeskContext, desk: BatchDesk, filter: OpenFilter, fields: FormFields) {
  const form = stepForm({ ...fields, act: "decide", after: "0" });
  const act = sentAct.safeParse(fields).data;
  const shown = act === undefined ? undefined : shownIn(act.cases);
  if (form === undefined || act === undefined || shown === undefined) return badRequest(context);
  if (act.count.trim() !== String(shown.length)) return show(context, desk, filter, "wrongCount", fields);
  const at = momentOf(context);
  // A time after now would overrule steps that others made since.
  if (act.shownAt > at.now) return badRequest(context);
  const wish = wishOf(form, fields, { now: at.now, timeZone: desk.timeZone });
  if (typeof wish === "string") return show(context, desk, filter, wish, fields);
  if (wish.kind !== "decide") return badRequest(context);
  // The decision's content is judged once; the state of the cases, one by one.
  const refusal = refusalOf(wish, { dueAt: NOTHING_DUE }, at);
  if (refusal !== undefined) return show(context, desk, filter, refusal, fields);
  const { access, person, translator } = context.var;
  const by = { subject: person.subject, name: person.name };
  const outcome = await decideBatch(desk.steps, {
    shown,
    batchId: form.step,
    shownAt: act.shownAt,
    actsIn: access.actsIn,
    fits: (one) =>
      refusalOf(wish, { dueAt: NOTHING_DUE, firstDay: firstDayOf(context, one) }, at) === undefined,
    decision: { ...wish, at: at.now, by },
  });
  if (outcome.decided.length === 0) context.status(409);
  return page(context, {
    title: translator.t(TOGETHER.title),
    children: <BatchResult of={outcome} />,
  });
}

/** Cases that a form names, each once, as it showed them. @returns undefined for none, or too many */
function shownIn(text: string): ShownCase[] | undefined {
  const shown = shownCases(MAX_BATCH).safeParse(jsonIn(text)).data;
  return shown && [...new Map(shown.map((one) => [JSON.stringify([one.subject, one.opened]), one])).values()];
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function BatchFilter({ filter: { user, wallet, law } }: { filter: OpenFilter }) {
  const { t } = useTranslator();
  return (
    <form class="filters" method="get" action="/batch">
      <label>
        {t(FACTS.user)} <input name="user" value={user} />
      </label>
      <label>
        {t(FACTS.wallet)} <input name="wallet" value={wallet} />
      </label>
      <label>
        {t(FACTS.law)} <input name="law" value={law} />
      </label>
      <button type="submit">{t(TOGETHER.find)}</button>
    </form>
  );
}

export interface BatchFormProps extends FoundCases {
  filter: OpenFilter;
  batchId: string;
  shownAt: string;
  /** Form that was sent and not recorded. */
  sent: FormFields;
}

function BatchForm({ filter, found, more, isCut, batchId, shownAt, sent }: BatchFormProps) {
  const { t } = useTranslator();
  const count = found.length;
  const cut = isCut ? <p>{t(TOGETHER.cut, { most: MOST_READ })}</p> : undefined;
  if (count === 0) return cut ?? <p>{t(TOGETHER.none)}</p>;
  return (
    <>
      {cut}
      <NoticeOwed cases={found} />
      {more ? <p>{t(TOGETHER.tooMany, { most: count })}</p> : undefined}
      <form method="post" action="/batch" aria-label={t(TOGETHER.decide)} class="panel acts">
        {Object.entries(filter).map(([name, value]) =>
          value === undefined ? undefined : <input type="hidden" name={name} value={value} />,
        )}
        <input type="hidden" name="step" value={batchId} />
        <input type="hidden" name="shownAt" value={shownAt} />
        <DecisionFields sent={sent} />
        {/* Behind the note: without a session only the first bytes of a form are read. */}
        <input type="hidden" name="cases" value={JSON.stringify(found.map(shownCase))} />
        <label>
          {t(TOGETHER.count, { count })}
          <input name="count" inputmode="numeric" autocomplete="off" required />
        </label>
        <button type="submit" class="main">
          {t(TOGETHER.decide)}
        </button>
      </form>
      <h2>{t(TOGETHER.found, { count })}</h2>
      <CaseLines cases={found} />
    </>
  );
}

function BatchResult({ of: { decided, leftOut, unfit, unreadable } }: { of: BatchOutcome }) {
  const { t } = useTranslator();
  return (
    <>
      <h2>{t(TOGETHER.decided, { count: decided.length })}</h2>
      <CaseLines cases={decided} />
      <h2>{t(TOGETHER.leftOut, { count: leftOut.length })}</h2>
      <CaseLines cases={leftOut} />
      {unfit.length > 0 ? (
        <>
          <h2>{t(TOGETHER.tooEarly, { count: unfit.length })}</h2>
          <CaseLines cases={unfit} />
        </>
      ) : undefined}
      <UnreadableCases of={unreadable} />
    </>
  );
}
