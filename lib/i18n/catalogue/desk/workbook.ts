/** Texts above the table of a file of Excel. */

import { texts } from "../texts.ts";

export const WORKBOOK = texts({
  made: {
    en: "{$what} · made {$made} by {$who} · times in {$zone}",
    es: "{$what} · elaborada el {$made} por {$who} · horas de {$zone}",
  },
  asText: {
    en: "A number of more than 15 digits is a text, since Excel would change it.",
    es: "Un número de más de 15 dígitos es un texto, pues Excel lo cambiaría.",
  },
});
