/** What messages say of bodies that do not fit the contract. */

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
