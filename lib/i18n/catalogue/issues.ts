/** What is wrong with a body that does not fit the contract: each text in English as it is recorded. */

import { texts } from "../texts.ts";

export const ISSUES = texts({
  missing: { en: "is missing", es: "falta" },
  text: { en: "expected text", es: "se esperaba texto" },
  number: { en: "expected a number", es: "se esperaba un número" },
  wholeNumber: { en: "expected a whole number", es: "se esperaba un número entero" },
  notNegative: {
    en: "expected a number that is not negative",
    es: "se esperaba un número que no fuera negativo",
  },
  boolean: { en: "expected true or false", es: "se esperaba true o false" },
  list: { en: "expected a list", es: "se esperaba una lista" },
  object: { en: "expected an object", es: "se esperaba un objeto" },
  jsonObject: { en: "expected a JSON object", es: "se esperaba un objeto JSON" },
  value: { en: "expected a value", es: "se esperaba un valor" },
  null: { en: "expected null", es: "se esperaba null" },
  time: { en: "expected a time as ISO 8601", es: "se esperaba una fecha y hora en ISO 8601" },
  allowedForms: {
    en: "expected one of the allowed forms",
    es: "se esperaba una de las formas permitidas",
  },
  form: { en: "not in the expected form", es: "no tiene la forma esperada" },
  otherProject: {
    en: "is not a project that the sender is authenticated for",
    es: "no es un proyecto para el que se haya autenticado el remitente",
  },
  oneOf: { en: "expected {$values}", es: "se esperaba {$values}" },
  or: { en: " or ", es: " o " },
  numberOfAtMost: {
    en: "expected a number of at most {$limit} characters",
    es: "se esperaba un número de máximo {$limit} caracteres",
  },
  atMost: { en: "expected at most {$limit}", es: "se esperaba como máximo {$limit}" },
  atLeast: { en: "expected at least {$limit}", es: "se esperaba como mínimo {$limit}" },
  characters: {
    en: ".input {$count :integer useGrouping=never}\n.match $count\none {{{$count} character}}\n* {{{$count} characters}}",
    es: ".input {$count :integer useGrouping=never}\n.match $count\none {{{$count} carácter}}\n* {{{$count} caracteres}}",
  },
  entries: {
    en: ".input {$count :integer useGrouping=never}\n.match $count\none {{{$count} entry}}\n* {{{$count} entries}}",
    es: ".input {$count :integer useGrouping=never}\n.match $count\none {{{$count} elemento}}\n* {{{$count} elementos}}",
  },
  digits: { en: "{$count} digits", es: "{$count} dígitos" },
  unknown: { en: "unknown: {$keys}", es: "desconocido: {$keys}" },
});
