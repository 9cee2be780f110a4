/** Texts about people who no longer get the messages. */

import { texts } from "../texts.ts";

export const SUBSCRIPTIONS = texts({
  subject: {
    en: "[SUBSCRIPTIONS] Some people do not get the messages of {$stage}",
    es: "[SUSCRIPCIONES] Algunas personas no reciben los mensajes del ambiente {$stage}",
  },
  headline: {
    en: "Some people named in the settings of {$stage} do not get Vigía's messages.",
    es: "Algunas personas nombradas en la configuración del ambiente {$stage} no reciben los mensajes de Vigía.",
  },
  advice: {
    en: "Deploying again does not restore a subscription. The command below shows which ones are missing and what to run.",
    es: "Volver a desplegar no recupera una suscripción. El comando de abajo muestra cuáles faltan y qué ejecutar.",
  },
  alerts: { en: "alerts", es: "alertas" },
  operations: { en: "operations", es: "fallas del sistema" },
  escalation: { en: "escalation", es: "escalamiento" },
  notSubscribed: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} e-mail address not subscribed}}\n* {{{$count} e-mail addresses not subscribed}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} dirección de correo sin suscripción}}\n* {{{$count} direcciones de correo sin suscripción}}",
  },
  notConfirmed: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} subscription not confirmed}}\n* {{{$count} subscriptions not confirmed}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} suscripción sin confirmar}}\n* {{{$count} suscripciones sin confirmar}}",
  },
  slackNotSubscribed: {
    en: "the Slack channel not subscribed",
    es: "el canal de Slack sin suscripción",
  },
  reached: {
    en: ".input {$count :integer}\n.match $count\n0 {{no subscription works}}\none {{{$count} subscription still works}}\n* {{{$count} subscriptions still work}}",
    es: ".input {$count :integer}\n.match $count\n0 {{ninguna suscripción funciona}}\none {{{$count} suscripción sigue activa}}\n* {{{$count} suscripciones siguen activas}}",
  },
});
