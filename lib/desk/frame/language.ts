/** Language of a page: the chosen one, else the first supported one of the browser's, else the setting. */

import type { Hono } from "hono";
import { contextStorage } from "hono/context-storage";
import { setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { languageDetector } from "hono/language";
import { language as knownLanguage, type Language } from "../../i18n/catalogue/language.ts";
import type { DeskEnv } from "./desk-context.ts";
import { OWN_COOKIE } from "./own-cookie.ts";
import { ownPage } from "./own-page.ts";
import { formOf, MAX_BYTES_WITHOUT_SESSION } from "./parameters.ts";
import { type DeskTranslator, deskTranslator } from "./translator.ts";

const COOKIE = "vigia-language";

/** A year, in seconds. */
const KEPT_S = 365 * 24 * 60 * 60;

interface LanguageOptions {
  /** Language if neither the user nor the browser chooses. */
  language: Language;
  /** As in `America/Mexico_City`. */
  timeZone: string;
  /** URL of the desk, without a slash at the end. */
  deskUrl: string;
}

/** Gives every page its translator, and takes the choice of a language. */
export function addLanguages(app: Hono<DeskEnv>, { language, timeZone, deskUrl }: LanguageOptions): void {
  const translators = new Map<Language, Promise<DeskTranslator>>();
  app.use(
    contextStorage(),
    languageDetector({
      order: ["cookie", "header"],
      lookupCookie: `__Host-${COOKIE}`,
      caches: false,
      supportedLanguages: knownLanguage.options,
      fallbackLanguage: language,
    }),
    createMiddleware<DeskEnv>(async (context, next) => {
      const chosen = knownLanguage.parse(context.get("language"));
      const translator = translators.get(chosen) ?? deskTranslator(chosen, timeZone);
      translators.set(chosen, translator);
      context.set("translator", await translator);
      await next();
    }),
  );
  app.post("/language", async (context) => {
    const { language: chosen, page } = await formOf(context, MAX_BYTES_WITHOUT_SESSION);
    const wanted = knownLanguage.safeParse(chosen);
    if (wanted.success) {
      setCookie(context, COOKIE, wanted.data, { ...OWN_COOKIE, maxAge: KEPT_S });
    }
    return context.redirect(ownPage(page, deskUrl), 303);
  });
}
