/** Texts of messages of several kinds. */

import { texts } from "./texts.ts";

/** Texts about amounts in local money. */
export const MONEY = texts({
  equals: { en: "Equals", es: "Equivale a" },
  atRate: {
    en: "{$amount} at the rate that your company recorded: {$rate} per dollar on {$day} (approximate)",
    es: "{$amount} al tipo de cambio que registró su empresa: {$rate} por dólar el {$day} (aproximado)",
  },
  inUma: { en: "In UMA", es: "En UMA" },
  uma: {
    en: "{$multiple} times the daily UMA of {$value} (approximate; it does not determine whether a notice is due)",
    es: "{$multiple} veces la UMA diaria de {$value} (aproximado; no determina si procede presentar un aviso)",
  },
  short: {
    en: "approx. {$amount} at the rate {$rate} of {$day}",
    es: "aprox. {$amount}, tipo de cambio {$rate} del {$day}",
  },
  shortWithUma: {
    en: "approx. {$amount} at the rate {$rate} of {$day}; {$uma} UMA",
    es: "aprox. {$amount}, tipo de cambio {$rate} del {$day}; {$uma} UMA",
  },
});

export const COMMON = texts({
  privacy: {
    en: "Vigía adds no name, RFC, CURP or contact details to this message. Users appear with your internal id. A flag does not prove an offense: review before you act.",
    es: "Vigía no agrega nombre, RFC, CURP ni datos de contacto a este mensaje. Los usuarios aparecen con su identificador interno. Un señalamiento no prueba un ilícito: revise antes de actuar.",
  },
  look: { en: "Look closer", es: "Para ver el detalle" },
  reference: { en: "Reference {$id}", es: "Referencia {$id}" },
  desk: { en: "Desk", es: "Escritorio" },
  case: { en: "Case", es: "Caso" },
  more: {
    en: ".input {$count :integer}\n{{... and {$count} more.}}",
    es: ".input {$count :integer}\n{{... y {$count} más.}}",
  },
  nothingHappened: {
    en: "This is a test of Vigía: nothing happened, and there is nothing to do.",
    es: "Esta es una prueba de Vigía: no ocurrió nada y no hay nada que hacer.",
  },
  aboutUser: { en: " - user ", es: " - usuario " },
  illegal: { en: "FLAGGED", es: "SEÑALADA" },
  warn: { en: "WARN", es: "ADVERTENCIA" },
  userUnnamed: { en: "not named by the service", es: "no indicado por el servicio" },
  usdUnknown: { en: "USD unknown", es: "valor en USD desconocido" },
  noSymbol: { en: "(no symbol)", es: "(sin símbolo)" },
  lawUnnamed: { en: "(a law without a name)", es: "(ley sin nombre)" },
  chain: { en: "chain {$chainId}", es: "red {$chainId}" },
  chainNamed: { en: "{$name} (chain {$chainId})", es: "{$name} (red {$chainId})" },
  cut: {
    en: ".input {$count :integer}\n{{{$id} (cut, of {$count} characters)}}",
    es: ".input {$count :integer}\n{{{$id} (recortado, de {$count} caracteres)}}",
  },
  invisible: {
    en: "{$id} (shown without its invisible characters)",
    es: "{$id} (sin sus caracteres invisibles)",
  },
  emailMasked: { en: "[e-mail masked]", es: "[correo oculto]" },
  curpMasked: { en: "[CURP masked]", es: "[CURP oculta]" },
  rfcMasked: { en: "[RFC masked]", es: "[RFC oculto]" },
  backticks: { en: " (with ' for its backticks)", es: " (con ' en lugar de sus acentos graves)" },
  /** Before a number that is a lower bound, with or without what it counts. */
  atLeast: { en: "at least {$what}", es: "al menos {$what}" },
});

export const TIMES = texts({
  noZone: { en: "assumed to be UTC: no time zone given", es: "se toma por UTC: sin zona horaria" },
});
