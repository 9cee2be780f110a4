/** What is wrong with a body that does not fit the contract: each text in English as it is recorded. */

import { texts } from "../texts.ts";

/** What alerts say of authentic webhooks that are not the contract. */
export const QUARANTINE = texts({
  subject: {
    en: ".input {$count :integer}\n.match $count\none {{[QUARANTINE] {$count} webhook not understood in project {$project}}}\n* {{[QUARANTINE] {$count} webhooks not understood in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[CUARENTENA] {$count} webhook no se entendió en el proyecto {$project}}}\n* {{[CUARENTENA] {$count} webhooks no se entendieron en el proyecto {$project}}}",
  },
  headline: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} authentic webhook in project {$project} did not fit the contract and was answered with 400.}}\n* {{{$count} authentic webhooks in project {$project} did not fit the contract and were answered with 400.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} webhook auténtico del proyecto {$project} no cumplió con el contrato y se respondió con 400.}}\n* {{{$count} webhooks auténticos del proyecto {$project} no cumplieron con el contrato y se respondieron con 400.}}",
  },
  advice: {
    en: "Nothing is lost: the bodies are kept whole. Compare the issues with the service's documentation, update vigia or tell the service, then replay them.",
    es: "No se perdió nada: los mensajes se conservan íntegros. Compare los problemas con la documentación del servicio, actualice vigia o avise al servicio y después vuelva a procesarlos.",
  },
  illegalSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[ILLEGAL] {$count} webhook not understood, but says illegal - project {$project}}}\n* {{[ILLEGAL] {$count} webhooks not understood, but says illegal - project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[ILEGAL] {$count} webhook no se entendió, pero dice ilegal - proyecto {$project}}}\n* {{[ILEGAL] {$count} webhooks no se entendieron, pero dicen ilegal - proyecto {$project}}}",
  },
  illegalHeadline: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} authentic webhook in project {$project} could not be understood, but a law in it says ILLEGAL.}}\n* {{{$count} authentic webhooks in project {$project} could not be understood, but a law in it says ILLEGAL.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} webhook auténtico del proyecto {$project} no se pudo entender, pero una de sus leyes dice ILEGAL.}}\n* {{{$count} webhooks auténticos del proyecto {$project} no se pudieron entender, pero alguna de sus leyes dice ILEGAL.}}",
  },
  illegalAdvice: {
    en: ".input {$count :integer}\n.match $count\none {{The body is kept whole: read it with the command below and decide by what it says.}}\n* {{The bodies are kept whole: read them with the command below and decide by what they say.}}",
    es: ".input {$count :integer}\n.match $count\none {{El mensaje se conserva íntegro: léalo con el comando de abajo y decida según lo que diga.}}\n* {{Los mensajes se conservan íntegros: léalos con el comando de abajo y decida según lo que digan.}}",
  },
  line: { en: "{$key}, received {$received}: {$wrong}", es: "{$key}, recibido el {$received}: {$wrong}" },
});

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
