/** The demands of Mexican law on a company that offers virtual assets. They are a help to remember: counsel must confirm all of them. */

import { wordsIn } from "../i18n/text/cleaning.ts";
import type { CountryLaws } from "./deadline-setting.ts";

const COUNTRY = ["mx", "mex", "484", "mexico", "estados unidos mexicanos", "united mexican states"];

/** Reports whether a country's code or name, in English or Spanish, is Mexico's. */
export function isMexico(country: string): boolean {
  return COUNTRY.includes(wordsIn(country));
}

const LFPIORPI = [
  "lfpiorpi",
  "prevencion e identificacion de (?:las )?operaciones con recursos",
  "prevention and identification of (?:operations|transactions) (?:(?:carried out|conducted) )?(?:with|using|involving)",
  "ley (?:federal )?(?:anti ?lavado|contra el lavado de dinero)",
  "anti ?money laundering (?:law|act)",
];

export const MEXICO: CountryLaws = {
  isCountry: isMexico,
  rules: [
    {
      countryCode: "MX",
      law: "LFPIORPI",
      names: new RegExp(`\\b(?:${LFPIORPI.join("|")})\\b`),
      within: { kind: "day-of-next-month", day: 17, timeZone: "America/Mexico_City" },
      source:
        "Ley Federal para la Prevención e Identificación de Operaciones con Recursos de Procedencia Ilícita, art. 23",
      readOn: "2026-11-21",
      threshold: {
        units: 210,
        unit: "UMA",
        months: 6,
        since: "2025-07-17",
        timeZone: "America/Mexico_City",
        source:
          "Ley Federal para la Prevención e Identificación de Operaciones con Recursos de Procedencia Ilícita, art. 17, fracción XVI y último párrafo (reforma del 16 de julio de 2025), y art. 7 de su Reglamento",
        readOn: "2026-11-29",
      },
    },
  ],
  suspicionHours: 24,
};

/**
 * INEGI's values of the UMA (Unidad de Medida y Actualización), in which the law measures its thresholds: pesos a day, each from 1
 * February of its year to 31 January.
 */
const UMA: Readonly<Record<string, string>> = {
  // https://www.inegi.org.mx/temas/uma/
  "2025": "113.14",
  "2026": "117.31",
};

/**
 * The UMA that holds on a day, in pesos a day; undefined where it is not known.
 * @param day `YYYY-MM-DD`
 */
export function umaOn(day: string): string | undefined {
  const year = Number(day.slice(0, 4));
  const from = String(day.slice(5) < "02-01" ? year - 1 : year);
  return UMA[from];
}
