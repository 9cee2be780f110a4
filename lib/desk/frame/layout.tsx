/** Frame of every page. */

import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { FRAME, SIGN_IN } from "../../i18n/catalogue/desk/frame.ts";
import { SEARCH } from "../../i18n/catalogue/desk/search.ts";
import { language as knownLanguage, type Language } from "../../i18n/catalogue/language.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { assetPaths } from "./assets.ts";
import { Bar, Brand } from "./bar.tsx";
import { countdownWords } from "./countdown.tsx";
import type { DeskContext } from "./desk-context.ts";
import { authorTag } from "./desk-sessions.ts";
import { Icon } from "./icon.tsx";
import { KeyList } from "./keys.tsx";
import { ownPage, signInLink } from "./own-page.ts";
import { isForm } from "./page-path.ts";
import { type DeskTranslator, say, useTranslator } from "./translator.ts";

interface PageProps {
  /** In the language of the page. */
  title: string;
  /** In place of the title, on the page itself. */
  heading?: Child;
  /** The list that the page was opened from. */
  back?: { href: string; text: string };
  /** Views and actions, on the line of the title. */
  beside?: Child;
  children: Child;
  /** What was searched for: it stays in the field, to be changed. */
  searched?: string;
  /** Address that answers in words what changed since the page was shown, or 204 where nothing did. */
  news?: string;
  /** Time at which the page's text changes by the clock alone. ISO 8601. */
  turnsAt?: string | undefined;
}

/** A page for the signed-in user. */
export function page(
  context: DeskContext,
  { title, heading = title, back, beside, children, searched, news, turnsAt }: PageProps,
) {
  const { person, access, translator } = context.var;
  return context.html(
    html`<!doctype html>${(
      <PageDocument title={title} translator={translator}>
        <Bar path={context.req.path} searched={searched} person={person} access={access}>
          <LanguageSwitch context={context} />
        </Bar>
        <SessionEnd context={context} />
        <main id="content" tabindex={-1}>
          <Rest />
          <p class="only-print">
            {say(FRAME.printed, {
              who: person.name,
              time: translator.moment(new Date().toISOString()),
            })}
          </p>
          <div class="head">
            {back === undefined ? undefined : (
              <a class="back" href={back.href}>
                <Icon name="chevronLeft" /> {back.text}
              </a>
            )}
            <h1>{heading}</h1>
            <News ask={news} turnsAt={turnsAt} />
            {beside}
          </div>
          {context.var.recorded}
          {children}
        </main>
        <KeyList />
        <Live context={context} />
      </PageDocument>
    )}`,
  );
}

/** What the script says to those who do not see it, and what it knows of the page. */
async function Live({ context }: { context: DeskContext }) {
  const { person, sessionEndsAt, pageAddress } = context.var;
  return (
    <p
      id="live"
      class="unseen"
      role="status"
      data-now={new Date().toISOString()}
      data-words={JSON.stringify(countdownWords())}
      data-session={new Date(sessionEndsAt).toISOString()}
      data-author={authorTag(person)}
      data-page={await pageAddress()}
    />
  );
}

/** Messages that the script shows once the session has ended, or is another person's. */
async function SessionEnd({ context }: { context: DeskContext }) {
  const href = signInLink(await context.var.pageAddress());
  return (
    <>
      <div class="ended" role="alert" data-end="over" hidden>
        <p>
          <strong>{say(SIGN_IN.sessionEnded)}</strong> <br /> {say(SIGN_IN.typedComesBack)}
        </p>
        <a class="btn main" href={href}>
          {say(SIGN_IN.signInAgain)}
        </a>
      </div>
      <div class="ended" role="alert" data-end="other" hidden>
        <p>
          <strong>{say(SIGN_IN.otherPerson)}</strong> <br /> {say(SIGN_IN.nothingIsSent)}
        </p>
        <a class="btn main" href={href}>
          {say(SIGN_IN.loadAgain)}
        </a>
      </div>
    </>
  );
}

/** The place where the script shows what was typed before and has no field any more. */
function Rest() {
  return (
    <label class="panel field" hidden data-rest>
      {say(FRAME.typedBefore)}
      <textarea rows={8} readonly dir="auto" />
    </label>
  );
}

/** A button that the script shows once the page is out of date; it loads the page again. */
function News({ ask, turnsAt }: { ask: string | undefined; turnsAt: string | undefined }) {
  if (ask === undefined && turnsAt === undefined) return undefined;
  return (
    <button
      type="button"
      class="pill"
      hidden
      data-pill
      data-news={ask === undefined ? undefined : ask}
      data-turns={turnsAt === undefined ? undefined : turnsAt}
    >
      {say(FRAME.changed)}
    </button>
  );
}

/** Page of an unknown address, or of one that this user may not see. */
export function notFound(context: DeskContext, why: Text) {
  context.status(404);
  return page(context, { title: say(FRAME.notFound), children: <LeadsOn why={say(why)} /> });
}

/** Page of an action that the user may not do. */
export function forbidden(context: DeskContext, title: Text, why: Text) {
  context.status(403);
  return page(context, { title: say(title), children: <LeadsOn why={say(why)} /> });
}

/** Ways on from a page that shows nothing: the search, and the inbox. */
function LeadsOn({ why }: { why: string }) {
  return (
    <section class="panel">
      <p>{why}</p>
      <search>
        <form class="filters" method="get" action="/search">
          <label>
            {say(SEARCH.label)} <input type="search" name="q" autocomplete="off" />
          </label>
          <button type="submit">{say(SEARCH.title)}</button>
          <a class="btn" href="/">
            {say(FRAME.inbox)}
          </a>
        </form>
      </search>
    </section>
  );
}

/** A short message for visitors who cannot be shown more. */
export function notice(
  context: DeskContext,
  status: 200 | 400 | 401 | 403 | 503,
  title: Text,
  children: Child,
) {
  const { translator } = context.var;
  context.status(status);
  return context.html(
    html`<!doctype html>${(
      <PageDocument title={say(title)} translator={translator}>
        <main class="notice">
          <p class="brand">
            <Brand />
          </p>
          <h1>{say(title)}</h1>
          {children}
          <LanguageSwitch context={context} />
        </main>
      </PageDocument>
    )}`,
  );
}

/** Each language in its own words: a reader who looks for theirs may not read the other. */
const LANGUAGES: Record<Language, string> = { en: "English", es: "Español" };

/** A button for each language that the page is not in; it leads back to the page, and from a step of signing in to the inbox. */
function LanguageSwitch({ context }: { context: DeskContext }) {
  const { language } = useTranslator();
  // The answer to a form has no address to return to, and leaving it loses the text.
  if (isForm(context)) return undefined;
  const address = new URL(context.req.url);
  const page = new URL(ownPage(`${address.pathname}${address.search}`, address.origin));
  const others = knownLanguage.options.filter((other) => other !== language);
  return (
    <form method="post" action="/language">
      <input type="hidden" name="page" value={`${page.pathname}${page.search}`} />
      {others.map((other) => (
        <button type="submit" name="language" value={other} lang={other}>
          <Icon name="languages" /> {LANGUAGES[other]}
        </button>
      ))}
    </form>
  );
}

/** A page without a session. */
function PageDocument({
  title,
  translator,
  children,
}: Pick<PageProps, "title" | "children"> & { translator: DeskTranslator }) {
  return (
    <html lang={translator.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} - Vigía`}</title>
        <link rel="stylesheet" href={assetPaths().style} />
        <script src={assetPaths().script} defer></script>
      </head>
      <body>{children}</body>
    </html>
  );
}
