/** One act on all cases that are ticked in the inbox. */

import type { Hono } from "hono";
import pMap from "p-map";
import * as z from "zod/mini";
import { reachIn } from "../../cases/accumulation.ts";
import { decideBatch, type OwnAct, ownCases, stepIdOf } from "../../cases/batch-decision.ts";
import type { CaseKey, ShownCase } from "../../cases/case-keys.ts";
import { keeping } from "../../cases/case-reading.ts";
import { isOpen } from "../../cases/case-state.ts";
import type { CaseStore } from "../../cases/cases.ts";
import { OPEN, refusalsOf } from "../../cases/rules.ts";
import { hasStep, type StepRequest } from "../../cases/step.ts";
import { type JudgedCase, judge } from "../../cases/urgency.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { forbidden } from "../frame/layout.tsx";
import { momentOf } from "../frame/moment.ts";
import { badRequest, type FormFields, formOf, valuesIn } from "../frame/parameters.ts";
import { addressAfter } from "../frame/recorded-act.ts";
import type { DeskTranslator } from "../frame/translator.ts";
import { withEarlierDecision } from "../kit/earlier-decision.ts";
import { batchLink, idOfCase } from "../kit/links.ts";
import { digestOfCases, parseShownCases } from "./case-address.ts";
import { groupNameOf } from "./case-rows.tsx";
import { decidableOf, type Inbox, type InboxDesk, inboxDesk, readInbox, showInbox } from "./inbox.tsx";
import { type InboxQuery, inboxAddress, inboxQueryIn } from "./inbox-address.ts";
import {
  assignSheet,
  decidedSheet,
  decideSheet,
  isWarnedOf,
  ownedSheet,
  WARNINGS,
  type Warning,
} from "./sheet.tsx";
import { stepForm, wishOf } from "./step-form.ts";
import { type SentForm, statusOf, type Why } from "./trouble.tsx";

interface Acting extends InboxDesk {
  steps: CaseStore;
  timeZone: string;
}

/** What the form of the inbox sent. */
interface Act {
  fields: FormFields;
  /** Id that the form made, the same when it is sent again. */
  step: string;
  named: ShownCase[];
  groups: readonly string[];
  query: InboxQuery;
}

const CONCURRENTLY = 20;

export function addSelected(app: Hono<DeskEnv>, options: Desk): void {
  const { environment, stores } = options;
  const desk = { ...inboxDesk(options), steps: stores.steps, timeZone: environment.TIME_ZONE };
  // Its address has the inbox's own parameters, and leads back to that place.
  app.post("/selected", async (context) => {
    if (context.var.access.actsIn.length === 0) return forbidden(context, TOGETHER.title, CASE.mayNotAct);
    const fields = withEarlierDecision(await formOf(context));
    const { take } = fields;
    const query = inboxQueryIn(new URL(context.req.url).search);
    const named = parseShownCases(take === undefined ? await valuesIn(context, "case") : [take]);
    const step = z.uuid().safeParse(fields["step"]).data;
    if (query === undefined || named === undefined || step === undefined) return badRequest(context);
    const groups = take === undefined ? await valuesIn(context, "group") : [];
    const act: Act = { fields, step, named, groups, query };
    if (named.length + groups.length === 0) return context.redirect(inboxAddress(query), 303);
    if (take !== undefined) return changeOwner(context, desk, act, { kind: "take" });
    if (fields["leave"] !== undefined) return decide(context, desk, act);
    if (fields["to"] !== undefined) return assign(context, desk, act);
    switch (fields["act"]) {
      case "decide":
      case "record":
        return decide(context, desk, act);
      case "assign":
        return assign(context, desk, act);
      case "take":
      case "release":
        return changeOwner(context, desk, act, { kind: fields["act"] });
      default:
        return badRequest(context);
    }
  });
}

/** Cases that are ticked, one by one or with their whole group. */
function tickedIn({ selection }: Inbox, { named, groups }: Act, translator: DeskTranslator): ShownCase[] {
  const ofGroups = selection.rows
    .filter((row) => groups.includes(groupNameOf(row, translator)))
    .map(({ listedCase }) => listedCase);
  return [...new Map([...ofGroups, ...named].map((shownCase) => [idOfCase(shownCase), shownCase])).values()];
}

/** The open cases that the officer may decide, in the order of the inbox; corrupt ones are left out. */
async function openOf(
  { var: { access } }: DeskContext,
  { cases }: Acting,
  { open, selection, now }: Inbox,
  keys: readonly CaseKey[],
): Promise<JudgedCase[]> {
  const listed = new Map(open.cases.map((listedCase) => [idOfCase(listedCase), listedCase]));
  const read = (key: CaseKey) => listed.get(idOfCase(key)) ?? cases.readable(key, keeping([]));
  const current = await pMap(keys, read, { concurrency: CONCURRENTLY });
  const place = new Map(selection.rows.map(({ listedCase }, index) => [idOfCase(listedCase), index]));
  const placeOf = ({ listedCase }: JudgedCase) => place.get(idOfCase(listedCase)) ?? selection.rows.length;
  return current
    .filter((listedCase) => listedCase !== undefined)
    .filter((listedCase) => isOpen(listedCase) && access.actsIn.includes(listedCase.projectId))
    .map((listedCase) => judge(listedCase, now))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** Records one decision for all that the sheet showed; shows the sheet where it is asked for, wrong, or has other cases. */
async function decide(context: DeskContext, desk: Acting, act: Act) {
  const { fields, step, named } = act;
  const inbox = await readInbox(context, desk, act.query);
  const ticked = tickedIn(inbox, act, context.var.translator);
  const left = parseShownCases(await valuesIn(context, "left")) ?? [];
  const shown = (why: readonly Why[], isChanged = false) =>
    showDecision(context, desk, inbox, { ticked, left, sent: { fields, why }, isChanged });
  if (fields["act"] !== "record") return shown([]);
  if (digestOfCases(ticked) !== fields["of"]) {
    context.status(409);
    return shown([], true);
  }
  const form = stepForm({ ...fields, act: "decide", after: "0" });
  if (form === undefined) return badRequest(context);
  const at = momentOf(context);
  const request = wishOf(form, fields, { now: at.now, timeZone: desk.timeZone });
  // The decision's content is judged once; its outcome and the state of the cases, one by one.
  const why: readonly Why[] = Array.isArray(request)
    ? request
    : isReported(request)
      ? ["outcomeMissing"]
      : refusalsOf(request, OPEN, at).filter((refusal) => refusal !== "outcomeOfOthers");
  if (Array.isArray(request) || request.kind !== "decide" || why.length > 0) {
    context.status(statusOf(why));
    return shown(why);
  }
  const { access, person } = context.var;
  const of = await decideBatch(desk.steps, {
    shown: named,
    batchId: step,
    actsIn: access.actsIn,
    refusals: (storedCase) => refusalsOf(request, storedCase, at),
    decision: { ...request, at: at.now, by: { subject: person.subject, name: person.name } },
  });
  const { leftOut, refused, unreadable } = of;
  const isWhole = leftOut.length + refused.length + unreadable.length + left.length === 0;
  if (of.decided.length > 0 && isWhole)
    return context.redirect(
      addressAfter(batchLink({ id: step, at: at.now }, inboxAddress(act.query)), step, of.decided),
      303,
    );
  const after = await readInbox(context, desk, act.query);
  context.status(of.decided.length === 0 ? 409 : 422);
  return showInbox(
    context,
    desk,
    after,
    decidedSheet({
      of,
      sent: { fields, why: [] },
      inbox: inboxAddress(act.query),
      now: after.now,
      left: (await openOf(context, desk, after, left)).map(({ listedCase }) => listedCase),
      batch:
        of.decided.length === 0 ? undefined : batchLink({ id: step, at: at.now }, inboxAddress(act.query)),
    }),
  );
}

/** A notice decides its cases, in its month or on the page of the case: no act on several copies a receipt. */
function isReported(request: StepRequest): boolean {
  return request.kind === "decide" && request.outcome === "reported";
}

interface DecisionShown {
  ticked: readonly ShownCase[];
  left: readonly ShownCase[];
  sent: SentForm;
  isChanged: boolean;
}

async function showDecision(
  context: DeskContext,
  desk: Acting,
  inbox: Inbox,
  { ticked, left, ...shownForm }: DecisionShown,
) {
  const address = inboxAddress(inbox.query);
  const warning = WARNINGS.find((group) => group === shownForm.sent.fields["leave"]);
  const open = await openOf(context, desk, inbox, ticked);
  if (open.length === 0) return context.redirect(address, 303);
  const isLeft = await leavingOut(context, desk, open, warning);
  const remaining = open.filter((judged) => !isLeft(judged));
  const keys = new Set(remaining.map(({ listedCase }) => idOfCase(listedCase)));
  const leftNow = [...left, ...open.filter(isLeft).map(({ listedCase }) => listedCase)].filter(
    (shownCase) => !keys.has(idOfCase(shownCase)),
  );
  return showInbox(
    context,
    desk,
    inbox,
    decideSheet({
      ...(await decidableOf(context, desk, remaining)),
      inbox: address,
      now: inbox.now,
      left: leftNow.map(({ subject, opened, stepCount }) => ({ subject, opened, stepCount })),
      ...shownForm,
    }),
  );
}

/** Reports which of some cases a warning leaves out. */
async function leavingOut(
  context: DeskContext,
  desk: Acting,
  open: readonly JudgedCase[],
  warning: Warning | undefined,
): Promise<(judgedCase: JudgedCase) => boolean> {
  if (warning === undefined) return () => false;
  const listedCases = open.map(({ listedCase }) => listedCase);
  const reachOf = await reachIn(desk, listedCases, context.var.access.sees);
  return (judgedCase) => isWarnedOf(warning, judgedCase, reachOf);
}

/** Assigns what is ticked to a colleague; shows who there is where none of them is named. */
async function assign(context: DeskContext, desk: Acting, act: Act) {
  const inbox = await readInbox(context, desk, act.query);
  const chosen = await openOf(context, desk, inbox, tickedIn(inbox, act, context.var.translator));
  const projectIds = chosen.map(({ listedCase }) => listedCase.projectId);
  const colleagues = await desk.colleaguesOf(context, projectIds);
  // A case that was assigned can be given back to the owner that it had before.
  const { access, person } = context.var;
  const self = { subject: person.subject, name: person.name, projectIds: access.actsIn };
  const to = [...colleagues, self].find(({ subject }) => subject === act.fields["to"]);
  if (to !== undefined) return changeOwner(context, desk, act, { kind: "assign", to });
  if (act.fields["to"] !== undefined) context.status(422);
  return showInbox(context, desk, inbox, assignSheet({ chosen, colleagues, inbox: inboxAddress(act.query) }));
}

/** Takes, releases or assigns what is ticked. */
async function changeOwner(context: DeskContext, desk: Acting, sent: Act, act: OwnAct) {
  const { access, person } = context.var;
  const { named, groups, step, query } = sent;
  const by = { subject: person.subject, name: person.name };
  const shown =
    groups.length === 0
      ? named
      : tickedIn(await readInbox(context, desk, query), sent, context.var.translator);
  const at = momentOf(context);
  const outcome = await ownCases(desk.steps, { shown, batchId: step, actsIn: access.actsIn, at, by, act });
  const address = inboxAddress(query);
  if (outcome.leftOut.length + outcome.unreadable.length === 0) {
    const changed = outcome.owned.filter((storedCase) => hasStep(storedCase, stepIdOf(step, storedCase)));
    return context.redirect(addressAfter(address, step, changed), 303);
  }
  context.status(409);
  return showInbox(context, desk, await readInbox(context, desk, query), ownedSheet(outcome, address));
}
