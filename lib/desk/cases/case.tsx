/** One case: what it is about, what was done, and for officers what can be done. Nothing here is logged but who looked. */

import type { Hono } from "hono";
import pMap from "p-map";
import { caseLink, linkTo } from "../../alerts/desk-links.ts";
import type { ListedCase, StoredCase } from "../../cases/case.ts";
import { type CaseKey, caseOfNotification, walletSubject } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { CaseSteps } from "../../cases/case-steps.ts";
import { refusalOfKind, refusalsOf } from "../../cases/rules.ts";
import { stateOf } from "../../cases/state.ts";
import { STEP_KINDS, type StepKind } from "../../cases/step.ts";
import { type HeldSince, heldSinceIn } from "../../holds/held-since.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { CASE_KINDS } from "../../i18n/catalogue/desk/inbox.ts";
import type { NotificationQueries } from "../../notifications/notification-queries.ts";
import { logger } from "../../platform/observe.ts";
import { Held } from "../components/facts.tsx";
import { evidenceLink } from "../components/links.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../desk-context.ts";
import { forbidden, notFound, page } from "../layout.tsx";
import { momentOf } from "../moment.ts";
import { badRequest, type FormFields, formOf, parametersOf } from "../parameters.ts";
import { caseAddress } from "./case-address.ts";
import { CaseFacts, Deadlines, OtherCases } from "./case-facts.tsx";
import { firstDayOf, makeSentStep } from "./sent-step.ts";
import { type StepForm, stepForm, wishOf } from "./step-form.ts";
import { StepForms } from "./step-forms.tsx";
import { StepList } from "./step-list.tsx";
import { NOTHING_SENT, type SentForm, statusOf, type Why } from "./trouble.tsx";

export function addCase(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  notifications: NotificationQueries,
): void {
  const { CASES_TABLE: table, RETENTION_YEARS: retentionYears } = environment;
  const desk = {
    steps: new CaseSteps(database, table, retentionYears),
    cases: new CaseQueries(database, table),
    notifications,
    heldSince: heldSinceIn(database, environment.HOLDS_TABLE),
    rules: environment.DEADLINES,
    timeZone: environment.TIME_ZONE,
  };
  app.get("/case", async (context) => {
    const key = parametersOf(context, caseAddress);
    if (key === undefined) return badRequest(context);
    const found = await visible(context, desk, key);
    if (found === undefined) return notFound(context, CASE.notFound);
    logger.info("a case was viewed at the desk", {
      case: `${key.subject}#${key.opened}`,
      subject: context.var.person.subject,
    });
    return show(context, desk, found);
  });

  app.post("/case", async (context) => {
    const fields = await formOf(context);
    const form = stepForm(fields);
    const key = caseAddress.safeParse(fields).data;
    const found = key && (await visible(context, desk, key));
    if (form === undefined || found === undefined) return notFound(context, CASE.notFound);
    if (!context.var.access.actsIn.includes(found.projectId))
      return forbidden(context, CASE.notRecorded, CASE.mayNotAct);
    const { why, now } = await take(context, desk, found, form, fields);
    return why.length === 0
      ? context.redirect(caseLink(found), 303)
      : show(context, desk, now, { fields, why });
  });
}

interface CaseDesk {
  steps: CaseSteps;
  cases: CaseQueries;
  notifications: NotificationQueries;
  heldSince: HeldSince;
  rules: DeskOptions["environment"]["DEADLINES"];
  timeZone: string;
}

/** A case of a project that this person sees. */
async function visible(context: DeskContext, { steps }: CaseDesk, key: CaseKey) {
  const found = await steps.read(key);
  return found !== undefined && context.var.access.sees.includes(found.projectId) ? found : undefined;
}

/** Makes the step that a form asks for, once. @returns why nothing was recorded, and the case as it is now */
async function take(
  context: DeskContext,
  { steps, timeZone }: CaseDesk,
  found: StoredCase,
  form: StepForm,
  fields: FormFields,
): Promise<{ why: Why[]; now: StoredCase }> {
  const at = momentOf(context);
  const wish = wishOf(form, fields, { now: at.now, timeZone });
  if (Array.isArray(wish)) return { why: wish, now: found };
  return makeSentStep(
    context,
    found,
    { ...form, wish, at },
    {
      refusals: () => refusalsOf(wish, { ...found, firstDay: firstDayOf(context, found) }, at),
      add: (made) => steps.add(found, made),
    },
  );
}

async function show(context: DeskContext, desk: CaseDesk, found: StoredCase, sent: SentForm = NOTHING_SENT) {
  const { t } = context.var.translator;
  const { cases, notifications, rules, timeZone } = desk;
  const [others, held] = await Promise.all([otherCases(found, cases, notifications), desk.heldSince(found)]);
  context.status(statusOf(sent.why));
  const mayAct = context.var.access.actsIn.includes(found.projectId);
  const allowed = allowedIn(context, found);
  return page(context, {
    title: t(CASE.title, { what: t(CASE_KINDS[found.kind]) }),
    children: (
      <>
        <Held state={held} />
        <section class="panel">
          <CaseFacts of={found} />
        </section>
        <Deadlines of={found} added={rules} />
        <section class="panel">
          <h2>{t(CASE.steps)}</h2>
          <StepList steps={found.steps ?? []} />
          <p>
            <a href={evidenceLink(found)}>{t(EVIDENCE.take)}</a>
          </p>
        </section>
        {mayAct ? <StepForms of={found} allowed={allowed} timeZone={timeZone} sent={sent} /> : undefined}
        {mayAct && found.userId !== undefined ? (
          <p>
            <a href={linkTo("/batch", { user: found.userId })}>{t(TOGETHER.ofUser)}</a>
          </p>
        ) : undefined}
        <OtherCases cases={others} />
      </>
    ),
  });
}

function allowedIn(context: DeskContext, found: StoredCase): StepKind[] {
  const [state, at] = [stateOf(found), momentOf(context)];
  return STEP_KINDS.filter((kind) => refusalOfKind(kind, state, at) === undefined);
}

/** Most cases that are shown, and most notifications that are read to find them: those of a wallet may be spread among all. */
const MOST_SHOWN = 20;
const MOST_READ = 500;
const PAGE = 50;
const READ_CONCURRENTLY = 10;

/** Other cases of the same user and wallet, of any law, the gravest first. */
export async function otherCases(
  one: StoredCase,
  cases: CaseQueries,
  notifications: NotificationQueries,
): Promise<ListedCase[]> {
  const [ofWallet, keys] = await Promise.all([casesOfWallet(one, cases), keysOf(one, notifications)]);
  const found = await pMap(keys, (key) => cases.readable(key), { concurrency: READ_CONCURRENTLY });
  return [...ofWallet.filter((other) => !isSame(other, one)), ...found.filter((other) => other !== undefined)]
    .sort((a, b) => gravityOf(b) - gravityOf(a) || (a.order < b.order ? 1 : -1))
    .slice(0, MOST_SHOWN);
}

async function casesOfWallet({ projectId, address, chainId }: StoredCase, cases: CaseQueries) {
  if (address === undefined || chainId === undefined) return [];
  return cases.ofWallet(walletSubject({ projectId, address, chainId }));
}

async function keysOf(one: StoredCase, notifications: NotificationQueries): Promise<CaseKey[]> {
  const { projectId, userId, address } = one;
  if (userId === undefined && address === undefined) return [];
  const filter = { projectIds: [projectId], ...(userId === undefined ? { wallet: address } : { userId }) };
  const keys: CaseKey[] = [];
  let read = 0;
  for await (const { one: other, fits } of notifications.walk(filter, {
    newestFirst: true,
    pageSize: PAGE,
  })) {
    const key = caseOfNotification(other);
    if (fits && other.risk === "illegal" && !isSame(key, one)) keys.push(key);
    if (++read >= MOST_READ || keys.length >= MOST_SHOWN) break;
  }
  return keys;
}

function isSame(a: CaseKey, b: CaseKey): boolean {
  return a.subject === b.subject && a.opened === b.opened;
}

/** Open cases before decided ones, and flagged ones before scores; the newest first among alike ones. */
function gravityOf({ kind, outcome }: ListedCase): number {
  return (outcome === undefined ? 2 : 0) + (kind === "wallet" ? 0 : 1);
}
