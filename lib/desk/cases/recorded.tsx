/** The line after an act: what it recorded in which cases, and the way to take it back. All of it is read from the cases. */

import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import pMap from "p-map";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import { stepIdOf } from "../../cases/batch-decision.ts";
import type { StoredCase } from "../../cases/case.ts";
import { keeping } from "../../cases/case-reading.ts";
import { pendingNotice } from "../../cases/due.ts";
import { refusalOfKind } from "../../cases/rules.ts";
import { isOfSystem, type OfficerStep, type Person, type StepKind } from "../../cases/step.ts";
import { CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { RECORDED, RECORDED_STEPS } from "../../i18n/catalogue/desk/recorded.ts";
import { CASE_OUTCOMES, FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import type { Translator } from "../../i18n/translator.ts";
import { mayActIn, maySee } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { momentOf } from "../frame/moment.ts";
import { isForm, lastingAddress, pageOf } from "../frame/page-path.ts";
import { type RecordedAct, recordedAct } from "../frame/recorded-act.ts";
import { type DeskTranslator, say, useTranslator } from "../frame/translator.ts";
import { shortName } from "../frame/who.tsx";
import { numberOf } from "../kit/links.ts";
import { caseAddress, nameOfCase } from "./case-address.ts";
import { inboxAddress, inboxQueryIn } from "./inbox-address.ts";

const READ_CONCURRENTLY = 20;

/** Numbers of cases that the line names. */
const MOST_NAMED = 3;

/** A case with the step that the act made, and the owner before it. */
interface RecordedStep {
  storedCase: StoredCase;
  step: OfficerStep;
  ownerBefore: Person | undefined;
}

/** Lets every page say what was recorded just before it: its address names the act, and its cases say the rest. */
export function addRecorded(app: Hono<DeskEnv>, { stores }: Desk): void {
  app.use(async (context, next) => {
    const act = isForm(context) ? undefined : recordedAct(context);
    context.set("recorded", act && (await recordedLine(context, stores, act)));
    return next();
  });
}

async function recordedLine(
  context: DeskContext,
  { cases }: Desk["stores"],
  { id, cases: namedKeys, hasMore }: RecordedAct,
): Promise<Child> {
  const { access, person } = context.var;
  const keys = namedKeys.flatMap((key) => caseAddress.safeParse(key).data ?? []);
  const readCases = await pMap(keys, (key) => cases.readable(key, keeping([])), {
    concurrency: READ_CONCURRENTLY,
  });
  const visibleCases = readCases
    .filter((storedCase) => storedCase !== undefined)
    .filter((storedCase) => maySee(access, storedCase.projectId));
  const [opened] = visibleCases;
  if (id === "opened" && opened?.opening.by?.subject === person.subject && opened.steps.every(isOfSystem))
    return <Line cases={[opened]} count={1} what={say(RECORDED_STEPS.opened)} undo={undefined} />;
  const steps = visibleCases.flatMap((storedCase) => stepIn(storedCase, id) ?? []);
  const [first] = steps;
  // To a reader to whom the address was sent the page says nothing.
  if (first === undefined || steps.some(({ step }) => step.by.subject !== person.subject)) return undefined;
  const isWhole = !hasMore && steps.length === namedKeys.length;
  // Reopening takes cases out of a notice, which stays: no way back from it.
  const isInNotice = steps.some(({ step }) => step.kind === "decide" && step.notice !== undefined);
  const mayUndo =
    isWhole && !isInNotice && steps.every((recorded) => mayActIn(access, recorded.storedCase.projectId));
  return (
    <Line
      cases={steps.map(({ storedCase }) => storedCase)}
      count={hasMore ? sizeOf(first) : steps.length}
      what={wordsOf(first, context.var.translator)}
      undo={mayUndo ? <Undo steps={[first, ...steps.slice(1)]} context={context} /> : undefined}
    />
  );
}

/** The step that an act made in a case, as one of several or alone; undefined where an officer made another one since. */
function stepIn(storedCase: StoredCase, id: string): RecordedStep | undefined {
  const byOfficers = storedCase.steps.filter((step) => !isOfSystem(step));
  const step = byOfficers.at(-1);
  if (step === undefined || (step.id !== id && step.id !== stepIdOf(id, storedCase))) return undefined;
  return { storedCase, step, ownerBefore: ownerAfter(byOfficers.slice(0, -1)) };
}

/** To whom steps gave a case last; the time after which an ownership lapses is not looked at. */
function ownerAfter(steps: readonly OfficerStep[]): Person | undefined {
  const last = steps.findLast(({ kind }) => ["take", "assign", "release", "decide", "reopen"].includes(kind));
  if (last?.kind === "take") return last.by;
  return last?.kind === "assign" ? last.to : undefined;
}

function wordsOf({ storedCase, step }: RecordedStep, { short }: DeskTranslator): string {
  switch (step.kind) {
    case "decide":
      return say(CASE_OUTCOMES[step.outcome]);
    case "assign":
      return say(RECORDED_STEPS.assign, { who: shortName(step.to.name) });
    case "suspect": {
      const due = pendingNotice(storedCase)?.at;
      return due === undefined
        ? say(RECORDED_STEPS.suspect)
        : say(RECORDED_STEPS.suspectUntil, { due: short(due) ?? due });
    }
    case "file":
      return say(RECORDED_STEPS.file, {
        kind: say(FILINGS[step.filing.kind]),
        reference: step.filing.reference,
      });
    case "correct":
      return say(RECORDED_STEPS.correct, { reference: step.filing.reference });
    case "notice":
    case "add":
      return "";
    default:
      return say(RECORDED_STEPS[step.kind]);
  }
}

interface LineProps {
  cases: readonly StoredCase[];
  /** Number of all cases of the act; undefined where it had more than its address names. */
  count: number | undefined;
  what: string;
  undo: Child;
}

/** The line, which is there when the page is loaded; the script repeats it to those who do not see it. */
function Line({ cases, count, what, undo }: LineProps) {
  const translator = useTranslator();
  const firstCases = cases.slice(0, MOST_NAMED);
  const others =
    count === undefined ? say(RECORDED.andMore) : othersIn(translator, count - firstCases.length);
  return (
    <div class="recorded">
      <p role="status" data-recorded>
        <Icon name="check" /> {say(RECORDED.recorded)}{" "}
        {firstCases.map((storedCase, index) => (
          <>
            {index === 0 ? "" : ", "}
            <a href={caseLink(storedCase)}>
              <bdi>{numberOf(storedCase)}</bdi>
            </a>
          </>
        ))}
        {others === "" ? "" : ` ${others}`}: <bdi>{what}</bdi>
      </p>
      {undo}
    </div>
  );
}

function othersIn({ count: inDigits }: Pick<Translator, "count">, others: number): string {
  return others > 0 ? say(RECORDED.andOthers, { count: inDigits(others) }) : "";
}

/** Number of the cases of an act on several; undefined where its step does not say it. */
function sizeOf({ step }: RecordedStep): number | undefined {
  return step.kind === "decide" ? step.batch?.size : undefined;
}

/** The act on the page of a case that takes a step back. Other steps have none, or are a press of a button. */
const TAKEN_BACK_BY: Partial<Record<StepKind, "reopen" | "retract" | "correct">> = {
  decide: "reopen",
  confirm: "reopen",
  suspect: "retract",
  file: "correct",
  correct: "correct",
};

interface UndoProps {
  steps: readonly [RecordedStep, ...RecordedStep[]];
  context: DeskContext;
}

/** Leads to what takes the act back: a form of the case that asks for the grounds, or where none are asked for, a button. */
function Undo({ steps, context }: UndoProps) {
  const [{ step }] = steps;
  if (step.kind === "take" || step.kind === "release" || step.kind === "assign")
    return <UndoOwning steps={steps} context={context} />;
  const back = wayBack(context, steps);
  return back === undefined ? undefined : (
    <a class="btn" href={back.href}>
      {back.name}
    </a>
  );
}

/** Named for what it does: the form of the case; undefined where nothing takes it back, or where the page itself has the form that does. */
function wayBack(
  context: DeskContext,
  steps: UndoProps["steps"],
): { href: string; name: string } | undefined {
  const [{ storedCase, step }] = steps;
  const act = TAKEN_BACK_BY[step.kind];
  // Operations that were added to a suspicion cannot be withdrawn alone: a withdrawal takes back all of it.
  const isAdded = step.kind === "suspect" && pendingNotice(storedCase)?.since !== step.knownSince;
  if (
    act === undefined ||
    isAdded ||
    steps.length > 1 ||
    refusalOfKind(act, storedCase, momentOf(context)) !== undefined
  )
    return undefined;
  return { href: caseLink(storedCase, { list: listOf(context), act }), name: say(CASE_FORM[act]) };
}

/** The list that a page leads back to: its own address, and of a case the address that it came with. */
function listOf(context: DeskContext): string | undefined {
  const address = lastingAddress(context);
  if (pageOf(context.req.path) !== "/c") return address;
  return new URL(context.req.url).searchParams.get("list") ?? undefined;
}

/** Takes back who owns cases: each is released, taken, or assigned to the owner before, or to another one. */
function UndoOwning({ steps, context }: UndoProps) {
  const [{ storedCase, step, ownerBefore }] = steps;
  const isSame = steps.every((recorded) => recorded.ownerBefore?.subject === ownerBefore?.subject);
  const to = step.kind === "assign" && isSame ? ownerBefore?.subject : undefined;
  const act = step.kind === "assign" ? "assign" : step.kind === "take" ? "release" : "take";
  const isOnCase = pageOf(context.req.path) === "/c" && step.kind !== "assign";
  const list = listOf(context);
  return (
    <form
      method="post"
      action={isOnCase ? "/case" : selectedOf(context)}
      aria-label={say(RECORDED.undo)}
      data-step={isOnCase}
    >
      <input type="hidden" name="step" value={randomUUID()} />
      {isOnCase ? (
        <>
          <input type="hidden" name="after" value={String(storedCase.stepCount)} />
          <input type="hidden" name="subject" value={storedCase.subject} />
          <input type="hidden" name="opened" value={storedCase.opened} />
          {list === undefined ? undefined : <input type="hidden" name="list" value={list} />}
        </>
      ) : (
        steps.map((recorded) => <input type="hidden" name="case" value={nameOfCase(recorded.storedCase)} />)
      )}
      {to === undefined ? undefined : <input type="hidden" name="to" value={to} />}
      <button type="submit" name="act" value={act}>
        {say(step.kind === "assign" && to === undefined ? RECORDED.assignAgain : RECORDED.undo)}
      </button>
    </form>
  );
}

/** Address of an act on several cases, which leads back to the place of the inbox that the page shows. */
function selectedOf(context: DeskContext): string {
  const { pathname, search } = new URL(lastingAddress(context), context.req.url);
  const inbox = (pathname === "/" ? inboxQueryIn(search) : undefined) ?? { from: 1 };
  return inboxAddress(inbox).replace("/", "/selected");
}
