/** Says things to people: texts of the catalogue, numbers and times, in one language and one time zone. */

import { BRIEF } from "./catalogue/brief.ts";
import { CHANGES } from "./catalogue/changes.ts";
import { COMMON, MONEY } from "./catalogue/common.ts";
import { QUARANTINE } from "./catalogue/issues.ts";
import { SCANS, SERVICE_ERRORS } from "./catalogue/problems.ts";
import { REMINDERS } from "./catalogue/reminders.ts";
import { SUBSCRIPTIONS } from "./catalogue/subscriptions.ts";
import { TIMES } from "./catalogue/times.ts";
import { TRANSACTIONS } from "./catalogue/transactions.ts";
import { WALLETS } from "./catalogue/wallets.ts";
import { formatterOf, type SayText, textSpeaker, type ValuesOf } from "./formatting.ts";
import type { Language } from "./language.ts";
import { LOCALES } from "./locales.ts";
import { type Numbers, numbersOf } from "./numbers.ts";
import { type ZonedTimes, zonedTimes } from "./zoned-time.ts";

/** Every text that people read by mail or Slack, in every language. What the service wrote is never translated. */
export const CATALOGUE = {
  common: COMMON,
  transaction: TRANSACTIONS,
  change: CHANGES,
  quarantine: QUARANTINE,
  wallet: WALLETS,
  scan: SCANS,
  serviceError: SERVICE_ERRORS,
  money: MONEY,
  time: TIMES,
  subscription: SUBSCRIPTIONS,
  brief: BRIEF,
  reminder: REMINDERS,
};
type Catalogue = typeof CATALOGUE;

/** `transaction.headline`, and so on. */
export type TextKey = {
  [Group in keyof Catalogue]: `${Group}.${keyof Catalogue[Group] & string}`;
}[keyof Catalogue];

type EnglishOf<Key extends TextKey> = Key extends `${infer Group extends keyof Catalogue}.${infer Name}`
  ? Name extends keyof Catalogue[Group]
    ? Catalogue[Group][Name] extends { en: infer English extends string }
      ? English
      : never
    : never
  : never;

export interface Speaker extends Numbers, ZonedTimes {
  readonly language: Language;
  /** As `Intl` names it. */
  readonly locale: string;
  /** A text of the catalogue. Values are shown as they are, whatever they hold. */
  say<Key extends TextKey>(key: Key, ...values: ValuesOf<EnglishOf<Key>>): string;
  /** A text that is at hand. */
  sayText: SayText;
}

/** @param timeZone as in `America/Mexico_City` */
export function speakerOf(language: Language, timeZone: string): Speaker {
  const format = formatterOf(language);
  return {
    language,
    locale: LOCALES[language],
    say: (key, ...[values]) => format(textOf(key, language), values),
    sayText: textSpeaker(language),
    ...numbersOf(language),
    ...zonedTimes(language, timeZone),
  };
}

function textOf(key: TextKey, language: Language): string {
  const [group = "", name = ""] = key.split(".");
  const texts: Record<string, Record<string, Record<Language, string>>> = CATALOGUE;
  const text = texts[group]?.[name];
  if (text === undefined) throw new Error(`The catalogue has no text ${key}.`);
  return text[language];
}
