/** Frame of every page. */

import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { FRAME, SIGN_IN } from "../i18n/catalogue/desk/frame.ts";
import { language as knownLanguage, type Language } from "../i18n/language.ts";
import type { Text } from "../i18n/texts.ts";
import { assetPaths } from "./assets.ts";
import type { DeskContext } from "./desk-context.ts";
import { type DeskTranslator, useTranslator } from "./translator.ts";

const PAGES = [
  { path: "/", name: FRAME.inbox },
  { path: "/notifications", name: FRAME.notifications },
  { path: "/month", name: FRAME.month },
  { path: "/overview", name: FRAME.overview },
  { path: "/audit", name: FRAME.audit },
  { path: "/wallets", name: FRAME.wallets },
  { path: "/scans", name: FRAME.scans },
  { path: "/health", name: FRAME.health },
] as const;

export interface PageProps {
  /** In the language of the page. */
  title: string;
  children: Child;
}

/** A page for the signed-in user. */
export function page(context: DeskContext, { title, children }: PageProps) {
  const { person, translator } = context.var;
  return context.html(
    html`<!doctype html>${(
      <Document title={title} translator={translator}>
        <Bar path={context.req.path} person={person.name}>
          <LanguageSwitch context={context} />
        </Bar>
        <main id="content" tabindex={-1}>
          <h1>{title}</h1>
          {children}
        </main>
        <Keys />
        <p id="live" class="unseen" role="status" />
      </Document>
    )}`,
  );
}

/** The keys of one letter, and how to turn them off. The script shows it. */
function Keys() {
  const { t } = useTranslator();
  return (
    <footer id="keys" class="keys" hidden>
      <label>
        <input type="checkbox" /> {t(FRAME.keys)}
      </label>
    </footer>
  );
}

/** Page of an unknown address, or of one that this user may not see. */
export function notFound(context: DeskContext, why: Text) {
  const { t } = context.var.translator;
  context.status(404);
  return page(context, { title: t(FRAME.notFound), children: <p>{t(why)}</p> });
}

/** Page of an action that the user may not do. */
export function forbidden(context: DeskContext, title: Text, why: Text) {
  const { t } = context.var.translator;
  context.status(403);
  return page(context, { title: t(title), children: <p>{t(why)}</p> });
}

/** A short message for visitors who cannot be shown more. */
export function notice(
  context: DeskContext,
  status: 200 | 400 | 401 | 403 | 503,
  title: Text,
  children: Child,
) {
  const { translator } = context.var;
  context.header("cache-control", "no-store");
  context.status(status);
  return context.html(
    html`<!doctype html>${(
      <Document title={translator.t(title)} translator={translator}>
        <main class="notice">
          <h1>{translator.t(title)}</h1>
          {children}
          <LanguageSwitch context={context} />
        </main>
      </Document>
    )}`,
  );
}

function Bar({ path: current, person, children }: { path: string; person: string; children: Child }) {
  const { t } = useTranslator();
  return (
    <header class="bar">
      <a class="skip" href="#content">
        {t(FRAME.skip)}
      </a>
      <nav aria-label={t(FRAME.pages)}>
        <ul>
          {PAGES.map(({ path, name }) => (
            <li>
              <a href={path} {...(current === path ? { "aria-current": "page" } : {})}>
                {t(name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
      <form method="post" action="/sign-out">
        <bdi class="who">{person}</bdi> <button type="submit">{t(SIGN_IN.signOut)}</button>
      </form>
    </header>
  );
}

/** Each language in its own words: a reader who looks for theirs may not read the other. */
const LANGUAGES: Record<Language, string> = { en: "English", es: "Español" };

/** A button for each language that the page is not in; it leads back to the page. */
function LanguageSwitch({ context }: { context: DeskContext }) {
  const { language } = useTranslator();
  // The answer to a form has no address to return to, and leaving it loses the text.
  if (context.req.method !== "GET") return undefined;
  const { pathname, search } = new URL(context.req.url);
  const others = knownLanguage.options.filter((one) => one !== language);
  return (
    <form method="post" action="/language">
      <input type="hidden" name="page" value={`${pathname}${search}`} />
      {others.map((other) => (
        <button type="submit" name="language" value={other} lang={other}>
          {LANGUAGES[other]}
        </button>
      ))}
    </form>
  );
}

/** A page without a session. */
function Document({ title, translator, children }: PageProps & { translator: DeskTranslator }) {
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
