/** What the alarms about calls say. */

import { texts } from "../../../lib/i18n/texts.ts";

export const CALLS = texts({
  serverErrorsAffected: {
    en: "the risk service, whose webhook or look-up was not answered. It sends a webhook again until it gives up.",
    es: "al servicio de riesgo, que no recibió respuesta a un webhook o a una consulta. Vuelve a enviar cada webhook hasta que se da por vencido.",
  },
  serverErrorsAction: {
    en: "run `vigia doctor --stage {$stage}`, which finds a secret that was never set (`vigia secrets set`), and read the errors in the logs of ReceiveWebhook and GetUser.",
    es: "ejecute `vigia doctor --stage {$stage}`, que detecta si falta configurar un secreto (`vigia secrets set`), y revise los errores en las bitácoras de ReceiveWebhook y GetUser.",
  },
  userInvalidAffected: {
    en: "the risk service, which was refused the record of a user because the stored one is not valid.",
    es: "al servicio de riesgo, al que se le negó el expediente de un usuario porque el que está guardado no es válido.",
  },
  userInvalidAction: {
    en: "find the user and the wrong fields in the log of GetUser, and write the record again from your backend or with `vigia users import`.",
    es: "busque en la bitácora de GetUser el usuario y los campos incorrectos, y vuelva a guardar el expediente desde su sistema o con `vigia users import`.",
  },
  otherSecretAffected: {
    en: "the risk service, if its secret differs from ours and all its calls are refused; nobody, if a stranger is guessing.",
    es: "al servicio de riesgo, si su secreto no coincide con el nuestro y se rechazan todas sus llamadas; a nadie, si es un extraño que intenta adivinarlo.",
  },
  otherSecretAction: {
    en: "compare the secret with the service's dashboard (`vigia secrets list --stage {$stage}`, `vigia verify` for a captured request); if it is right, a stranger is guessing, and throttle.rate bounds what that costs.",
    es: "compare el secreto con el del panel del servicio (`vigia secrets list --stage {$stage}`, `vigia verify` con una solicitud capturada); si es correcto, es un extraño que intenta adivinarlo, y throttle.rate limita lo que eso cuesta.",
  },
  staleAffected: {
    en: "the risk service, if its clock or its headers are wrong and all its calls are refused; nobody, if a stranger sends them.",
    es: "al servicio de riesgo, si su reloj o sus encabezados están mal y se rechazan todas sus llamadas; a nadie, si las envía un extraño.",
  },
  staleAction: {
    en: 'check the names of the headers and the clock with `vigia verify` for a captured request; if they are right, a stranger sends them: see "A flood of calls" in infra/README.md.',
    es: 'revise los nombres de los encabezados y el reloj con `vigia verify` y una solicitud capturada; si están bien, las envía un extraño: consulte "A flood of calls" en infra/README.md.',
  },
  throttledAffected: {
    en: "the risk service, whose webhooks and look-ups are refused with 429 beside those of whoever sends too much.",
    es: "al servicio de riesgo, cuyos webhooks y consultas se rechazan con 429 junto con los de quien envía de más.",
  },
  throttledAction: {
    en: 'see on the dashboard what is refused. If it is the service\'s own traffic, raise throttle.rate and throttle.burst; if a stranger takes them, see "A flood of calls" in infra/README.md.',
    es: 'vea en el tablero qué se está rechazando. Si es el tráfico del propio servicio, aumente throttle.rate y throttle.burst; si un extraño los agota, consulte "A flood of calls" en infra/README.md.',
  },
  unreadableAffected: {
    en: "the compliance officer, if the risk service sends bodies that are no JSON, nested too deep or over 264 KiB: they are refused before their signature is checked, and not stored.",
    es: "al área de cumplimiento, si el servicio de riesgo envía mensajes que no son JSON, tienen demasiados niveles o pasan de 264 KiB: se rechazan antes de verificar su firma y no se guardan.",
  },
  unreadableAction: {
    en: 'find their times in the access log of the API and ask the service what it sent then; if it sent nothing, a stranger did: see "A flood of calls" in infra/README.md.',
    es: 'busque a qué hora llegaron en la bitácora de acceso de la API y pregunte al servicio qué envió entonces; si no envió nada, fue un extraño: consulte "A flood of calls" en infra/README.md.',
  },
  silenceAffected: {
    en: ".input {$hours :integer}\n.match $hours\none {{the compliance officer, who may be missing notifications: of one project or more no webhook has come for {$hours} hour.}}\n* {{the compliance officer, who may be missing notifications: of one project or more no webhook has come for {$hours} hours.}}",
    es: ".input {$hours :integer}\n.match $hours\none {{al área de cumplimiento, a la que le pueden estar faltando notificaciones: desde hace {$hours} hora no llega ningún webhook de al menos un proyecto.}}\n* {{al área de cumplimiento, a la que le pueden estar faltando notificaciones: desde hace {$hours} horas no llega ningún webhook de al menos un proyecto.}}",
  },
  silenceAction: {
    en: "the log of {$judge} names the project. Send one with `vigia trigger warn --stage {$stage}`; if it arrives, check the webhook URL in the service's dashboard, else run `vigia doctor --stage {$stage}`.",
    es: "la bitácora de {$judge} indica el proyecto. Envíe uno con `vigia trigger warn --stage {$stage}`; si llega, revise la URL del webhook en el panel del servicio; si no, ejecute `vigia doctor --stage {$stage}`.",
  },
});
