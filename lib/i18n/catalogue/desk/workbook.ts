/** Texts of files of Excel, and of what leads to them. */

import { texts } from "../texts.ts";

export const WORKBOOK = texts({
  download: { en: "These cases for Excel", es: "Estos casos para Excel" },
  title: {
    en: "{$what} · made {$madeAt} by {$who} · times in {$zone}",
    es: "{$what} · elaborada el {$madeAt} por {$who} · horas de {$zone}",
  },
  /** Names of files. */
  inboxFile: { en: "inbox-{$day}", es: "bandeja-{$day}" },
  sampleFile: { en: "sample-{$seed}", es: "muestra-{$seed}" },
  samplePack: {
    en: "sample-{$seed}-cases-{$first}-to-{$last}",
    es: "muestra-{$seed}-casos-{$first}-a-{$last}",
  },
  cutFile: { en: "{$file}-cut-after-{$count}-rows", es: "{$file}-incompleta-tras-{$count}-filas" },
  /** Name of the sheet beside the table. */
  about: { en: "About", es: "Lea esto" },
  asText: {
    en: "A number of more than 15 digits is a text, since Excel would change it.",
    es: "Un número de más de 15 dígitos es un texto, pues Excel lo cambiaría.",
  },
});
