/** Texts about subscribers who are not those of the settings. */

import { texts } from "./texts.ts";

export const SUBSCRIPTIONS = texts({
  subject: {
    en: "[SUBSCRIPTIONS] Not those of the settings of {$stage}",
    es: "[SUSCRIPCIONES] No son las de la configuración del ambiente {$stage}",
  },
  headline: {
    en: "The subscribers to Vigía's messages are not those whom the settings of {$stage} name.",
    es: "Quienes reciben los mensajes de Vigía no son quienes nombra la configuración del ambiente {$stage}.",
  },
  advice: {
    en: "Deploying again changes no subscription. The command below shows what is wrong and what to do.",
    es: "Volver a desplegar no cambia ninguna suscripción. El comando de abajo muestra qué falla y qué hacer.",
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
  unnamed: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} address that the settings do not name}}\n* {{{$count} addresses that the settings do not name}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} dirección que la configuración no nombra}}\n* {{{$count} direcciones que la configuración no nombra}}",
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
