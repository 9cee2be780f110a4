/** One case: what it is about, what was done, and for officers what can be done. Nothing here is logged but who looked. */

import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import * as z from "zod/mini";
import { caseIn, caseLink } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import type { StoredCase } from "../../cases/case.ts";
import { type CaseKey, loggedName, notificationNameOf } from "../../cases/case-keys.ts";
import type { CaseQueries } from "../../cases/case-queries.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { CaseStore } from "../../cases/cases.ts";
import { kindWords } from "../../cases/evidence/step-words.ts";
import type { MonthStore } from "../../cases/months.ts";
import { neighboursOf, noticeWithFolio, recordNotice } from "../../cases/record-notice.ts";
import { isSameFolio, type Moment, refusalOfKind, refusalsOf } from "../../cases/rules.ts";
import { hasStep, STEP_KINDS, type StepKind, type StepRequest } from "../../cases/step.ts";
import { firstTurn, type JudgedCase, judge } from "../../cases/urgency.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { mayActIn, maySee, seenBeside } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { otherAddress, pathIds } from "../frame/page-path.ts";
import {
  badRequest,
  choice,
  type FormFields,
  formOf,
  parametersOf,
  textFilter,
} from "../frame/parameters.ts";
import { addressAfter } from "../frame/recorded-act.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { LawBadge, StateBadge } from "../kit/due-badge.tsx";
import { withEarlierDecision } from "../kit/earlier-decision.ts";
import { evidenceLink, numberOf, searchByNumber } from "../kit/links.ts";
import { Panel } from "../kit/panel.tsx";
import { PrintButton } from "../kit/print-button.tsx";
import { rowSources } from "../kit/row-facts.ts";
import { contentAfter } from "../notifications/contents.tsx";
import { OtherCasesPanel, Subject, WalletPanel } from "./about-case.tsx";
import { type ListPlace, nextOf, placeOf } from "./came-from.ts";
import { caseAddress } from "./case-address.ts";
import { Deadlines } from "./case-facts.tsx";
import { CaseMessages, CaseTabs } from "./case-messages.tsx";
import { CaseStrip } from "./case-strip.tsx";
import { surroundingsIn } from "./case-surroundings.ts";
import { monthsOfCases } from "./month-cases.ts";
import { makeSentStep } from "./sent-step.ts";
import { type StepForm, stepForm, wishOf } from "./step-form.ts";
import { awaitedStep, Ownership, StepForms, UNDOING } from "./step-forms.tsx";
import { type OperationRows, operationRowsOf, SuspectedOperations } from "./suspected-operations.tsx";
import { Timeline } from "./timeline.tsx";
import { fieldId, NOTHING_SENT, type SentForm, statusOf, type Why } from "./trouble.tsx";

/** The case, and the address of the list that leads to it, in each of its forms. */
const place = z.extend(caseAddress, { list: textFilter });

/** The list in the address of the page, with the tab, and the state that a page shows, which asks for news. */
const parameters = z.object({
  list: textFilter,
  tab: choice(["messages"]),
  act: choice(UNDOING),
  after: contentAfter,
  shown: textFilter,
});

export function addCase(app: Hono<DeskEnv>, options: Desk): void {
  const { environment, stores } = options;
  const { cases, steps, months, notifications } = stores;
  const sources = { ...rowSources(options), cases, notifications, rules: environment.DEADLINES };
  const desk: CaseDesk = {
    cases,
    steps,
    months,
    surroundingsOf: surroundingsIn(stores),
    operationsOf: (storedCase) => operationRowsOf(storedCase, sources),
    environment,
  };
  app.get("/c/*", async (context) => {
    const query = parametersOf(context, parameters);
    const key = caseAddress.safeParse(caseIn(pathIds(context))).data;
    if (query === undefined || key === undefined) return badRequest(context);
    const address = otherAddress(context, caseLink(key));
    if (address !== undefined) return context.redirect(address, 303);
    const { list, shown, tab, act, after } = query;
    const storedCase = await visible(context, desk, key);
    if (storedCase === undefined) {
      const search = await searchByNumber(context, stores.notifications, notificationNameOf(key) ?? "");
      return search === undefined ? notFound(context, CASE.notFound) : context.redirect(search, 303);
    }
    if (shown !== undefined)
      return shown === stateNameOf(storedCase) ? context.body(null, 204) : context.text(say(FRAME.changed));
    logger.info("a case was viewed at the desk", {
      case: loggedName(key),
      subject: context.var.person.subject,
    });
    return show(context, desk, storedCase, { list, messages: tab && { after }, act });
  });

  app.post("/case", async (context) => {
    const fields = withEarlierDecision(await formOf(context));
    const form = stepForm(fields);
    const query = place.safeParse(fields).data;
    const storedCase = query && (await visible(context, desk, query));
    if (form === undefined || storedCase === undefined) return notFound(context, CASE.notFound);
    if (!mayActIn(context.var.access, storedCase.projectId))
      return forbidden(context, CASE.notRecorded, CASE.mayNotAct);
    const { why, now } = await take(context, desk, storedCase, form, fields);
    const list = query?.list;
    if (why.length > 0) return show(context, desk, now, { list, sent: { fields, why } });
    const isNext = fields["go"] === "next";
    const address = isNext
      ? await nextOf(context, desk.cases, list, storedCase)
      : caseLink(storedCase, { list });
    return context.redirect(addressAfter(address, form.step, [storedCase]), 303);
  });
}

/** Changes with every event. */
function stateNameOf({ stepCount }: StoredCase): string {
  return String(stepCount);
}

interface CaseDesk {
  steps: CaseStore;
  months: MonthStore;
  cases: CaseQueries;
  surroundingsOf: ReturnType<typeof surroundingsIn>;
  operationsOf: (storedCase: StoredCase) => Promise<OperationRows | undefined>;
  environment: DeskOptions["environment"];
}

/** A case of a project that this person sees. */
async function visible(context: DeskContext, { steps }: CaseDesk, { subject, opened }: CaseKey) {
  const storedCase = await steps.read({ subject, opened });
  return storedCase !== undefined && maySee(context.var.access, storedCase.projectId)
    ? storedCase
    : undefined;
}

/** Makes the step that a form asks for, once. @returns why nothing was recorded, and the case as it is now */
async function take(
  context: DeskContext,
  desk: CaseDesk,
  storedCase: StoredCase,
  form: StepForm,
  fields: FormFields,
): Promise<{ why: Why[]; now: StoredCase }> {
  const { steps, environment } = desk;
  const { TIME_ZONE: timeZone } = environment;
  const at = momentOf(context);
  const request = wishOf(form, fields, { now: at.now, timeZone, filings: storedCase.filings });
  if (Array.isArray(request)) return { why: request, now: storedCase };
  const ofMonth = await inNoticeOfMonth(context, desk, storedCase, { form, request, at });
  if (ofMonth !== undefined) return ofMonth;
  return makeSentStep(
    context,
    storedCase,
    { ...form, request, at },
    {
      refusals: () => refusalsOf(request, storedCase, at),
      add: (step) => steps.add(storedCase, step),
    },
  );
}

interface SentDecision {
  form: StepForm;
  request: StepRequest;
  at: Moment;
}

/**
 * Adds a case to the notice of its month where the decision names the folio of one, and refuses a receipt of its own with that folio, or
 * with one of the month before or after. Undefined where no notice has the folio.
 */
async function inNoticeOfMonth(
  { var: { access, person } }: DeskContext,
  { steps, months, environment }: CaseDesk,
  storedCase: StoredCase,
  { form, request, at }: SentDecision,
): Promise<{ why: Why[]; now: StoredCase } | undefined> {
  const filing = "filing" in request ? request.filing : undefined;
  const isSentAgain = hasStep(storedCase, form.step) || (request.kind === "decide" && !isOpen(storedCase));
  if (filing === undefined || isSentAgain) return undefined;
  const projectIds = environment.PROJECTS.map(({ id }) => id);
  const ownMonths = monthsOfCases({ timeZone: environment.TIME_ZONE })(storedCase);
  for (const month of ownMonths) {
    if ((await noticeWithFolio(months, { month, projectIds, filing })) === undefined) continue;
    if (request.kind !== "decide") return { why: ["referenceTwice"], now: storedCase };
    const { note } = request;
    const { subject, opened } = storedCase;
    const outcome = await recordNotice(
      { months, steps, projectIds },
      {
        formId: form.step,
        month,
        filing,
        note,
        projectIds: [storedCase.projectId],
        ticked: [{ subject, opened, stepCount: form.after }],
        by: { subject: person.subject, name: person.name },
        at,
        actsIn: access.actsIn,
        decisionNote: note,
      },
    );
    const now = (await steps.read(storedCase)) ?? storedCase;
    if (outcome.kind === "refused") return { why: outcome.reasons, now };
    return { why: isOpen(now) ? ["changedMeanwhile"] : [], now };
  }
  const neighbours = await Promise.all(ownMonths.map((month) => neighboursOf({ months, projectIds }, month)));
  return neighbours.flat().some((notice) => isSameFolio(notice.filing, filing))
    ? { why: ["referenceOfOtherMonth"], now: storedCase }
    : undefined;
}

interface Shown {
  list: string | undefined;
  /** The content after which the messages go on, where their tab is shown. */
  messages?: { after: string | undefined } | undefined;
  sent?: SentForm;
  /** The form that is unfolded, and has the focus. */
  act?: (typeof UNDOING)[number] | undefined;
}

async function show(
  context: DeskContext,
  desk: CaseDesk,
  storedCase: StoredCase,
  { list, messages, sent = NOTHING_SENT, act }: Shown,
) {
  const { access, person } = context.var;
  const { DEADLINES: rules, TIME_ZONE: timeZone, ALERT_ABOVE: threshold } = desk.environment;
  const mayAct = mayActIn(access, storedCase.projectId);
  const allowed = allowedIn(context, storedCase);
  const decides = mayAct && allowed.includes("decide");
  const [surroundings, place, earlier, operations] = await Promise.all([
    desk.surroundingsOf(storedCase, seenBeside(access, storedCase.projectId), messages?.after),
    placeOf(context, desk.cases, list, storedCase),
    decides ? desk.cases.ownDecisions(storedCase.projectId, person.subject) : [],
    messages === undefined ? desk.operationsOf(storedCase) : undefined,
  ]);
  context.status(statusOf(sent.why));
  const forms = { of: storedCase, allowed, earlier, timeZone, sent, list, place, unfoldedForm: act };
  const now = new Date().toISOString();
  const judged = judge(storedCase, now);
  const awaited = mayAct ? awaitedStep(forms.allowed) : undefined;
  const number = numberOf(storedCase);
  const isMessages = messages !== undefined;
  const about = { of: storedCase, surroundings };
  return page(context, {
    title: [number, storedCase.userId].filter((part) => part !== undefined).join(" · "),
    heading: <bdi>{number}</bdi>,
    back: { href: place.href, text: say(place.name) },
    news: caseLink(storedCase, { shown: stateNameOf(storedCase) }),
    turnsAt: firstTurn([judged]),
    beside: (
      <Beside judged={judged} now={now} place={place} list={list} awaited={awaited} isMessages={isMessages}>
        <CaseTabs {...about} list={list} isMessages={isMessages} />
      </Beside>
    ),
    children: (
      <>
        <CaseStrip
          {...about}
          judged={judged}
          now={now}
          officer={person.subject}
          ownership={mayAct ? <Ownership {...forms} /> : undefined}
        />
        {messages !== undefined ? (
          <CaseMessages {...about} list={list} after={messages.after} />
        ) : (
          <div class={mayAct ? "case" : "stack"}>
            <div class="stack">
              <Subject {...about} />
              <SuspectedOperations of={storedCase} rows={operations} />
              <div class="two">
                <div class="stack">
                  <WalletPanel {...about} threshold={threshold} />
                  <Panel title={say(CASE.timeline)}>
                    <Timeline of={storedCase} alerts={surroundings.alerts} now={now} />
                  </Panel>
                </div>
                <div class="stack">
                  <OtherCasesPanel {...about} judged={judged} actsIn={access.actsIn} list={list} />
                  <Deadlines of={storedCase} added={rules} now={now} />
                </div>
              </div>
            </div>
            {mayAct ? <StepForms {...forms} isLate={judged.passed !== undefined} /> : undefined}
          </div>
        )}
      </>
    ),
  });
}

interface BesideProps {
  judged: JudgedCase;
  now: string;
  place: ListPlace;
  list: string | undefined;
  /** The step that the officer is led to. */
  awaited: ReturnType<typeof awaitedStep>;
  isMessages: boolean;
  /** The tabs. */
  children: Child;
}

/** State and laws of a case, its evidence, and the cases beside it in the list. */
function Beside({ judged, now, place: { place }, list, awaited, isMessages, children }: BesideProps) {
  const { count } = useTranslator();
  const { listedCase } = judged;
  return (
    <>
      <StateBadge of={judged} now={now} />
      <LawBadge laws={listedCase.laws ?? []} count={listedCase.lawCount} />
      {/* Beside the messages is no room for it, and their table says it. */}
      {isMessages ? undefined : (
        <span class="muted wide-only">
          <small>
            {say(CASE.inProject, { what: kindWords(listedCase, say), project: listedCase.projectId })}
          </small>
        </span>
      )}
      {children}
      <div class="group end">
        {awaited === undefined ? undefined : (
          <a
            class={isMessages ? "btn main" : "btn main only-narrow"}
            href={`${isMessages ? caseLink(listedCase, { list }) : ""}#${awaited === "decide" ? FIRST_OUTCOME : DECIDE}`}
            data-decide
          >
            {say(CASE_FORM[awaited])}
          </a>
        )}
        <PrintButton />
        <a class="btn quiet" href={evidenceLink(listedCase)}>
          <Icon name="download" /> {say(EVIDENCE.take)}
        </a>
        {place === undefined ? undefined : (
          <>
            {place.index === undefined ? undefined : (
              <small class="place">
                {say(CASE.place, {
                  index: count(place.index + 1),
                  count: `${count(place.count)}${place.isAtLeast ? "+" : ""}`,
                })}
              </small>
            )}
            <Neighbour of={place.before} list={list} icon="chevronLeft" name={say(CASE.previousCase)} />
            <Neighbour of={place.after} list={list} icon="chevronRight" name={say(CASE.nextCase)} />
          </>
        )}
      </div>
    </>
  );
}

interface NeighbourProps {
  of: CaseKey | undefined;
  list: string | undefined;
  icon: "chevronLeft" | "chevronRight";
  name: string;
}

function Neighbour({ of: caseKey, list, icon, name }: NeighbourProps) {
  if (caseKey === undefined) return undefined;
  return (
    <a
      class="btn icon"
      href={caseLink(caseKey, { list })}
      rel={icon === "chevronLeft" ? "prev" : "next"}
      aria-label={name}
      title={name}
    >
      <Icon name={icon} />
    </a>
  );
}

/** The id of the panel with the forms, and of the first choice of a decision. */
const DECIDE = "decide";
const FIRST_OUTCOME = fieldId(DECIDE, "outcome");

function allowedIn(context: DeskContext, storedCase: StoredCase): StepKind[] {
  const at = momentOf(context);
  return STEP_KINDS.filter((kind) => refusalOfKind(kind, storedCase, at) === undefined);
}
