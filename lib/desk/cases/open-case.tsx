/** A case that an officer opens: about a notification that is not flagged, a wallet or a user. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { CaseStore, type NewCase } from "../../cases/cases.ts";
import { casesOfOfficer } from "../../cases/new-case.ts";
import { refusalsOfNote } from "../../cases/rules.ts";
import { CASE, CASE_FORM } from "../../i18n/catalogue/desk/case.ts";
import { REFUSALS } from "../../i18n/catalogue/desk/steps.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { isInstant } from "../../i18n/time/calendar.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { mayActIn } from "../frame/access.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { forbidden, notFound, page } from "../frame/layout.tsx";
import { badRequest, type FormFields, formOf } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { type CaseAbout, caseAbout, OpenCaseForm } from "../kit/open-case.tsx";
import { noteIn } from "./step-form.ts";

const DAY_MS = 24 * 60 * 60_000;

const shown = z.object({ shownAt: z.string().check(z.refine(isInstant)) });

export function addOpenCase(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  { notifications, wallets }: { notifications: NotificationQueries; wallets: WalletStore },
): void {
  const { CASES_TABLE: table, RETENTION_YEARS: years, DEADLINES: rules } = environment;
  const store = new CaseStore(database, table, years);
  const queries = new CaseQueries(database, table);
  app.post("/open-case", async (context) => {
    const fields = await formOf(context);
    const about = caseAbout.safeParse(fields).data;
    const form = shown.safeParse(fields).data;
    const now = new Date();
    const shownNow = { ...fields, shownAt: now.toISOString() };
    if (about === undefined || form === undefined || form.shownAt > now.toISOString())
      return badRequest(context);
    if (!mayActIn(context.var.access, about.project))
      return forbidden(context, CASE.notRecorded, CASE.mayNotAct);
    // A page of yesterday says nothing of what is there today, and a case is as old as its opening.
    if (form.shownAt < new Date(now.getTime() - DAY_MS).toISOString())
      return again(context, about, shownNow, { problem: REFUSALS.faster, status: 409 });
    const first = await newCaseOf(about, now);
    // The form names the project, and what it is about may be another's.
    if (first === undefined || first.projectId !== about.project) return notFound(context, CASE.notFound);
    const note = noteIn(fields);
    const [refusal] = refusalsOfNote(note, true);
    if (refusal !== undefined)
      return again(context, about, fields, { problem: REFUSALS[refusal], status: 422 });
    const before = first.kind === "notification" ? undefined : (await queries.ofSubject(first.subject))[0];
    // A wallet or user has one open case at a time: two who saw the same cases before put it under the same key.
    const found = { ...first, opened: before?.decidedAt ?? first.opened };
    const isKnown = before !== undefined && (before.outcome === undefined || found.opened >= form.shownAt);
    const { subject: officer, name } = context.var.person;
    const made = isKnown ? undefined : await store.open(found, now, { by: { subject: officer, name }, note });
    if (made !== undefined) {
      const opened = `${made.subject}#${made.opened}`;
      logger.info("a case was opened at the desk", { case: opened, subject: officer });
      return context.redirect(caseLink(made), 303);
    }
    const there = await store.read(isKnown ? before : found);
    if (there === undefined) return notFound(context, CASE.notFound);
    // The same form again; any other reason is kept on the page.
    if (there.opening.note === note && there.opening.by?.subject === officer)
      return context.redirect(caseLink(there), 303);
    return again(context, about, shownNow, { problem: REFUSALS.faster, href: caseLink(there), status: 409 });
  });

  async function newCaseOf(about: CaseAbout, now: Date): Promise<NewCase | undefined> {
    switch (about.about) {
      case "notification": {
        const stored = await notifications.find(about.name);
        return stored && casesOfOfficer.notification(stored.notification, rules);
      }
      case "wallet": {
        const wallet = await wallets.get({ ...about, projectId: about.project, chainId: about.chain });
        return wallet && casesOfOfficer.wallet(wallet, now);
      }
      case "user":
        return casesOfOfficer.user(about.project, about.user, now);
    }
  }
}

function again(
  context: DeskContext,
  about: CaseAbout,
  { note, shownAt }: FormFields,
  { problem, href, status }: { problem: Text; href?: string; status: 409 | 422 },
) {
  context.status(status);
  return page(context, {
    title: say(CASE_FORM.openCase),
    children: (
      <section class="panel acts">
        {href === undefined ? undefined : (
          <p>
            <a href={href}>{say(CASE_FORM.openedMeanwhile)}</a>
          </p>
        )}
        <OpenCaseForm of={about} sent={{ note, shownAt, problem: say<Text>(problem) }} />
      </section>
    ),
  });
}
