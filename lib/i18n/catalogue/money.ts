/** What messages say of amounts in the money of where people live. */

import { texts } from "../texts.ts";

export const MONEY = texts({
  equals: { en: "Equals", es: "Equivale a" },
  atRate: {
    en: "{$amount} at {$rate} per dollar, the rate of {$day} (approximate)",
    es: "{$amount} al tipo de cambio de {$rate} del {$day} (aproximado)",
  },
  inUma: { en: "In UMA", es: "En UMA" },
  uma: {
    en: "{$multiple} times the daily UMA of {$value} (approximate, no test of reportability)",
    es: "{$multiple} veces la UMA diaria de {$value} (aproximado; no determina si procede presentar el aviso)",
  },
  short: {
    en: "approx. {$amount} at {$rate} of {$day}",
    es: "aprox. {$amount}, tipo de cambio {$rate} del {$day}",
  },
  shortWithUma: {
    en: "approx. {$amount} at {$rate} of {$day}; {$uma} UMA",
    es: "aprox. {$amount}, tipo de cambio {$rate} del {$day}; {$uma} UMA",
  },
  caveat: {
    en: "Amounts in local money and UMA are approximate, and no test of reportability.",
    es: "Los montos en moneda local y en UMA son aproximados y no determinan si procede presentar el aviso.",
  },
});
