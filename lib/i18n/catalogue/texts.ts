/**
 * Text of the catalogue: one message in each language, in Unicode MessageFormat 2. A text that lacks a language,
 * or has other placeholders in one than in the other, does not compile.
 */

import type { Language } from "./language.ts";

export type Text = Record<Language, string>;

type Before<Whole extends string, Mark extends string> = Whole extends `${infer Start}${Mark}${string}`
  ? Start
  : Whole;

/** The names behind `{$…`, `.input {$…` and `.match $…`. */
export type Placeholders<Message extends string> = Message extends `${string}$${infer Rest}`
  ? Before<Before<Before<Rest, " ">, "}">, "\n"> | Placeholders<Rest>
  : never;

type Complete<Given> = {
  [Key in keyof Given]: Given[Key] extends {
    en: infer English extends string;
    es: infer Spanish extends string;
  }
    ? [Placeholders<English>] extends [Placeholders<Spanish>]
      ? [Placeholders<Spanish>] extends [Placeholders<English>]
        ? Given[Key]
        : never
      : never
    : never;
};

/** Some texts of the catalogue, by their keys. */
export function texts<const Given extends Record<string, Text>>(given: Given & Complete<Given>): Given {
  return given;
}

/** Locales for the numbers, dates and money of each language: Spanish as it is in Mexico. */
export const LOCALES: Record<Language, string> = { en: "en-US", es: "es-MX" };
