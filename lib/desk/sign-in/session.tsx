/** The session of the signed-in user: found by the cookie, renewed by use, and asked for if missing. */

import type { Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import {
  caseLink,
  notificationLink,
  SYSTEM_LINK,
  userLink,
  walletLink,
} from "../../alerts/messages/desk-links.ts";
import { SIGN_IN } from "../../i18n/catalogue/desk/frame.ts";
import { nameAtIssuer } from "../../settings/desk-groups.ts";
import { accessOf, type DeskGroups } from "../frame/access.ts";
import type { DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { authorTag, type DeskPerson, type DeskSessionStore, endOf } from "../frame/desk-sessions.ts";
import { notice } from "../frame/layout.tsx";
import { OWN_COOKIE } from "../frame/own-cookie.ts";
import { signInLink } from "../frame/own-page.ts";
import { isForm } from "../frame/page-path.ts";
import { type FormFields, formOf, MAX_BYTES_WITHOUT_SESSION } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { withEarlierDecision } from "../kit/earlier-decision.ts";
import { WrittenNote } from "../kit/facts.tsx";
import { batchLink, monthLink, noticeLink } from "../kit/links.ts";

/** A session ends after half an hour without use, and after eight hours at the latest. */
export const IDLE_MS = 30 * 60_000;
export const LONGEST_MS = 8 * 60 * 60_000;

const COOKIE = "vigia-desk";

/** The id in the request's cookie. */
export function sessionIdIn(context: DeskContext): string | undefined {
  return getCookie(context, COOKIE, "host");
}

/** Gives the browser a session. */
export function keepSession(context: DeskContext, id: string): void {
  setCookie(context, COOKIE, id, { ...OWN_COOKIE, maxAge: LONGEST_MS / 1_000 });
}

/** Takes the session from the browser. */
export function forgetSession(context: DeskContext): void {
  deleteCookie(context, COOKIE, OWN_COOKIE);
}

/** The session of the signed-in user, with its id; undefined without one. */
export async function sessionOf(context: DeskContext, sessions: DeskSessionStore, now: number) {
  const id = sessionIdIn(context);
  const session = id === undefined ? undefined : await sessions.find(id, now);
  return id === undefined || session === undefined ? undefined : { ...session, id };
}

/** Lets those through who are signed in and in a group; sends a person to sign in, and answers a script with 401. */
export function signedIn(sessions: DeskSessionStore, groups: DeskGroups) {
  return createMiddleware<DeskEnv>(async (context, next) => {
    const now = Date.now();
    const session = await sessionOf(context, sessions, now);
    if (session === undefined) return signInFirst(context);
    const access = accessOf(session.person.groups, groups);
    if (access === undefined) return noAccess(context, session.person, groups);
    const idleUntil = isVisit(context) ? now + IDLE_MS : session.idleUntil;
    if (isVisit(context)) await sessions.renew(session.id, idleUntil);
    context.set("person", session.person);
    context.set("access", access);
    context.set("sessionEndsAt", endOf({ ...session, idleUntil }));
    context.set("pageAddress", () => pageAddress(context));
    return next();
  });
}

/** A page that polls renews no session: only a user's action does, and each form is one. */
function isVisit(context: DeskContext): boolean {
  const mode = context.req.header("sec-fetch-mode");
  return mode === undefined || mode === "navigate" || isForm(context);
}

function noAccess(context: DeskContext, person: DeskPerson, { names }: DeskGroups) {
  const [officers, auditors] = [nameAtIssuer(names, "officers"), nameAtIssuer(names, "auditors")];
  return notice(
    context,
    403,
    SIGN_IN.noAccess,
    <>
      <p>{say(whyNoAccess(person))}</p>
      <p>{say(SIGN_IN.askForGroup, { officers, auditors })}</p>
      <a class="btn main" href="/sign-in">
        {say(SIGN_IN.signInAgain)}
      </a>
    </>,
  );
}

function whyNoAccess({ groups, hasGroupsElsewhere }: DeskPerson) {
  if (hasGroupsElsewhere) return SIGN_IN.groupsElsewhere;
  return groups.length === 0 ? SIGN_IN.noGroup : SIGN_IN.otherGroups;
}

async function signInFirst(context: DeskContext) {
  if (!isVisit(context)) return context.text(say(SIGN_IN.signInFirst), 401);
  const page = await pageAddress(context);
  return isForm(context) ? sessionEnded(context, signInLink(page)) : context.redirect(signInLink(page), 303);
}

/** Tells the script of a page how long the session of the browser lasts, and whose it is. */
export function addSession(app: Hono<DeskEnv>): void {
  app.get("/session", (context) => {
    const { sessionEndsAt, person } = context.var;
    return context.json({ endsAt: new Date(sessionEndsAt).toISOString(), author: authorTag(person) });
  });
}

/** Pages with forms, by the form's path, or by what a case is to be about. */
const PAGES = new Map<string, (fields: FormFields) => string | undefined>([
  ["/case", ({ subject, opened, list }) => subject && opened && caseLink({ subject, opened }, { list })],
  ["/month", ({ project, month }) => monthLink({ month, project, record: "notice" })],
  ["/notice", ({ month, id }) => noticeLink({ month, id })],
  ["/batch", ({ id, at, list }) => batchLink({ id, at }, list)],
  ["/system", () => SYSTEM_LINK],
  ["notification", ({ name }) => name && notificationLink(name)],
  ["wallet", ({ project, address }) => address && walletLink({ projectId: Number(project), address })],
  ["user", ({ user }) => user && userLink(user)],
]);

async function pageAddress(context: DeskContext): Promise<string> {
  const { pathname, search } = new URL(context.req.url);
  if (!isForm(context)) return `${pathname}${search}`;
  // It has the inbox's own parameters.
  if (pathname === "/selected") return `/${search}`;
  const fields = await formOf(context, MAX_BYTES_WITHOUT_SESSION);
  const linkOf = PAGES.get(pathname === "/open-case" ? (fields["about"] ?? "") : pathname);
  return linkOf?.(fields) || "/";
}

/**
 * Says that a form came too late, and gives back what was written. Not a redirect: the page's policy lets no form lead to the
 * issuer, and browsers that hold it would leave the form as it was, without a word.
 */
async function sessionEnded(context: DeskContext, signInAgain: string) {
  const fields = withEarlierDecision(await formOf(context, MAX_BYTES_WITHOUT_SESSION));
  return notice(
    context,
    401,
    SIGN_IN.sessionEnded,
    <>
      <p role="alert">{say(SIGN_IN.nothingRecorded)}</p>
      <WrittenNote of={fields} />
      <a class="btn main" href={signInAgain}>
        {say(SIGN_IN.signInAgain)}
      </a>
    </>,
  );
}
