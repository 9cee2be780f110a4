/** The desk as one Hono app: who may see it, and its pages. */

import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";
import { errorPlace } from "../aws/error-place.ts";
import { logger } from "../aws/observe.ts";
import { UnreadableCaseError } from "../cases/case-reading.ts";
import { FRAME } from "../i18n/catalogue/desk/frame.ts";
import { addAudit } from "./audit/audit.tsx";
import { addBoard } from "./board/board.tsx";
import { addBatch } from "./cases/batch.tsx";
import { addCase } from "./cases/case.tsx";
import { addEvidence } from "./cases/evidence.tsx";
import { addInbox } from "./cases/inbox.tsx";
import { addMonth } from "./cases/month.tsx";
import { addNotice } from "./cases/notice.tsx";
import { addOpenCase } from "./cases/open-case.tsx";
import { addRecorded } from "./cases/recorded.tsx";
import { addSelected } from "./cases/selected.tsx";
import { addSuspicionSheet } from "./cases/suspicion-sheet.ts";
import { serveAssets } from "./frame/assets.ts";
import type { Desk, DeskContext, DeskEnv, DeskOptions } from "./frame/desk-context.ts";
import { addLanguages } from "./frame/language.ts";
import { notFound, notice } from "./frame/layout.tsx";
import { MOST_OPEN } from "./frame/open-count.ts";
import { isForm } from "./frame/page-path.ts";
import { deskStores } from "./frame/stores.ts";
import { say } from "./frame/translator.ts";
import { unreadablePage } from "./kit/unreadable.tsx";
import { addNotification } from "./notifications/notification.tsx";
import { addNotifications } from "./notifications/notifications.tsx";
import { addOldAddresses } from "./old-addresses.ts";
import { addSearch } from "./search/search.tsx";
import { Issuer } from "./sign-in/issuer.ts";
import { addSignIn } from "./sign-in/routes.tsx";
import { addSession, signedIn } from "./sign-in/session.tsx";
import { addSystem } from "./system/system.tsx";
import { addUser } from "./users/user.tsx";
import { addWallet } from "./wallets/wallet.tsx";
import { addWallets } from "./wallets/wallets.tsx";

/** Everything that a page may load is the desk's own, and nothing in it is inline. */
const POLICY = {
  defaultSrc: ["'none'"],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  imgSrc: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  baseUri: ["'none'"],
};

/**
 * Refuses every request that may change something and was not sent by a page of the desk, with any content type: browsers name
 * the page's origin with every form. Hono's own check looks at forms alone.
 */
function ownFormsAlone(deskUrl: string) {
  return createMiddleware<DeskEnv>(async (context, next) => {
    const { method } = context.req;
    const isOwn = context.req.header("origin") === deskUrl;
    if (method !== "GET" && method !== "HEAD" && !isOwn)
      return context.text("Not from a page of the desk.", 403);
    return next();
  });
}

/**
 * Nothing but assets is kept by a browser: its Back button shows no page after a sign-out, and follows no redirect to a sign-in that
 * was begun before.
 */
const keptByNoBrowser = createMiddleware<DeskEnv>(async (context, next) => {
  await next();
  if (!context.res.headers.has("cache-control")) context.header("cache-control", "no-store");
});

/**
 * Names the page after a form to a script that sent it, which loads that page itself: a redirect would be followed, and the page be made
 * and logged twice.
 */
const namedToScripts = createMiddleware<DeskEnv>(async (context, next) => {
  await next();
  const isOfScript = context.req.header("sec-fetch-dest") === "empty";
  const location = context.res.headers.get("location");
  if (isForm(context) && isOfScript && location !== null && context.res.status === 303)
    context.res = new Response(null, { status: 201, headers: context.res.headers });
});

export function deskApp(options: DeskOptions): Hono<DeskEnv> {
  const { environment, database } = options;
  const stores = deskStores(environment, database);
  const { sessions } = stores;
  const app = new Hono<DeskEnv>();
  app.onError(failed);
  app.use(
    // `no-referrer` would make forms send `Origin: null`.
    secureHeaders({ contentSecurityPolicy: POLICY, referrerPolicy: "same-origin", xFrameOptions: "DENY" }),
    keptByNoBrowser,
    namedToScripts,
    ownFormsAlone(environment.DESK_URL),
  );
  serveAssets(app);
  const { DESK_URL: deskUrl, LANGUAGE: language, TIME_ZONE: timeZone } = environment;
  addLanguages(app, { language, timeZone, deskUrl });
  const issuer = new Issuer({
    issuer: environment.OIDC_ISSUER,
    clientId: environment.OIDC_CLIENT_ID,
    scope: environment.OIDC_SCOPE,
    groupsClaim: environment.OIDC_GROUPS_CLAIM,
    verifiedEmail: environment.OIDC_VERIFIED_EMAIL,
    callbackUrl: `${deskUrl}/signed-in`,
  });
  const groups = {
    projectIds: environment.PROJECTS.map(({ id }) => id),
    names: environment.OIDC_GROUP_NAMES,
  };
  addSignIn(app, { sessions, issuer, deskUrl, groups });

  const pages = new Hono<DeskEnv>();
  pages.use(signedIn(sessions, groups), async (context, next) => {
    context.set("openCases", () => stores.cases.countOpen(context.var.access.sees, MOST_OPEN + 1));
    await next();
  });
  addSession(pages);
  addPages(pages, { ...options, stores });
  pages.all("*", (context) => notFound(context, FRAME.noPage));
  return app.route("/", pages);
}

function addPages(pages: Hono<DeskEnv>, desk: Desk): void {
  addOldAddresses(pages);
  addRecorded(pages, desk);
  addInbox(pages, desk);
  addCase(pages, desk);
  addEvidence(pages, desk);
  addNotifications(pages, desk);
  addNotification(pages, desk);
  addMonth(pages, desk);
  addBatch(pages, desk);
  addNotice(pages, desk);
  addBoard(pages, desk);
  addAudit(pages, desk);
  addSuspicionSheet(pages, desk);
  addSelected(pages, desk);
  addOpenCase(pages, desk);
  addUser(pages, desk);
  addWallets(pages, desk);
  addWallet(pages, desk);
  addSystem(pages, desk);
  addSearch(pages, desk);
}

/** Error page, and its log line: neither quotes a note or an error's text. */
function failed(error: Error, context: DeskContext) {
  logger.error("a page of the desk could not be made", { ...errorPlace(error) });
  if (error instanceof UnreadableCaseError) return unreadablePage(context, error.key);
  return notice(context, 503, FRAME.failed, <p>{say(FRAME.tryAgain)}</p>);
}
