/** What the alarms say of what lies between the service's call and the officer's alert. */

import { texts } from "../../../lib/i18n/texts.ts";

export const INTAKE = texts({
  deadLettersAffected: {
    en: "the compliance officer, who has not been alerted to these notifications. They are kept for at least 12 days.",
    es: "al área de cumplimiento, que no ha recibido alerta de estas notificaciones. Se conservan al menos 12 días.",
  },
  deadLettersAction: {
    en: "find the cause in the log of StoreNotifications and with `vigia dlq list --stage {$stage}`, remove it, then `vigia dlq redrive --stage {$stage}`.",
    es: "busque la causa en la bitácora de StoreNotifications y con `vigia dlq list --stage {$stage}`, corríjala y después ejecute `vigia dlq redrive --stage {$stage}`.",
  },
  notStoredAffected: {
    en: "the compliance officer, whose alerts are late: notifications have failed at least three times. Each is tried again at least every 10 minutes for more than a day, and nothing is lost.",
    es: "al área de cumplimiento, cuyas alertas llevan retraso: hay notificaciones que han fallado al menos tres veces. Cada una se reintenta al menos cada 10 minutos durante más de un día y no se pierde nada.",
  },
  notStoredAction: {
    en: "read the errors in the log of StoreNotifications and look at the AWS Health Dashboard. An outage of AWS heals by itself; a missing permission, table or key has to be restored within a day.",
    es: "revise los errores en la bitácora de StoreNotifications y el AWS Health Dashboard. Una interrupción de AWS se resuelve sola; un permiso, una tabla o una llave que falte debe restablecerse en menos de un día.",
  },
  killerAffected: {
    en: "the compliance officer, who has not been alerted to a webhook: each attempt to store it took all of its time or memory, three times in isolation. It is a dead letter now, and all others go on.",
    es: "al área de cumplimiento, que no ha recibido alerta de un webhook: cada intento de guardarlo agotó su tiempo o su memoria, tres veces en aislamiento. Quedó entre los mensajes sin entregar y los demás siguen su curso.",
  },
  killerAction: {
    en: 'find its delivery and project with `vigia dlq list --stage {$stage}`, where its reason is "kills its consumer". Ask the service what it is, and report it as a bug of Vigía without its content. Do not redrive it before that is mended.',
    es: 'busque su entrega y su proyecto con `vigia dlq list --stage {$stage}`, donde su motivo es "kills its consumer". Pregunte al servicio qué es y repórtelo como un error de Vigía sin incluir su contenido. No lo reenvíe antes de que se corrija.',
  },
  queueOldAffected: {
    en: "the compliance officer, whose alerts come more than 15 minutes late. Nothing is lost.",
    es: "al área de cumplimiento, cuyas alertas llegan con más de 15 minutos de retraso. No se pierde nada.",
  },
  queueOldAction: {
    en: "look for errors and throttles of StoreNotifications in its log and on the dashboard.",
    es: "busque errores y limitaciones (throttles) de StoreNotifications en su bitácora y en el tablero.",
  },
  contradictedAffected: {
    en: "the compliance officer: the risk service used the id of a notification again for another transaction. Both are kept, and alerted where they are illegal.",
    es: "al área de cumplimiento: el servicio de riesgo volvió a usar el identificador de una notificación para otra operación. Se conservan las dos, y se alerta de la que sea ilegal.",
  },
  contradictedAction: {
    en: "see them with `vigia notifications list --stage {$stage}`, where they are marked as changes, and report it to the service.",
    es: "véalas con `vigia notifications list --stage {$stage}`, donde aparecen marcadas como cambios, y repórtelo al servicio.",
  },
  serviceErrorAffected: {
    en: "the compliance officer: the risk service says that its monitoring of a transaction failed.",
    es: "al área de cumplimiento: el servicio de riesgo informa que falló su monitoreo de una operación.",
  },
  serviceErrorAction: {
    en: "read the message with `vigia notifications list --kind error --stage {$stage}` and ask the service.",
    es: "lea el mensaje con `vigia notifications list --kind error --stage {$stage}` y pregunte al servicio.",
  },
  oversizedAffected: {
    en: "the compliance officer: an authentic notification of more than 256 KiB was refused and is not stored.",
    es: "al área de cumplimiento: se rechazó una notificación auténtica de más de 256 KiB, que no quedó guardada.",
  },
  oversizedAction: {
    en: "find its request id and project in the log of ReceiveWebhook, and get the notification from the service's dashboard.",
    es: "busque el identificador de la solicitud y el proyecto en la bitácora de ReceiveWebhook, y obtenga la notificación en el panel del servicio.",
  },
  publishingAffected: {
    en: "the compliance officer, whose alert is late. It is tried again until it goes out.",
    es: "al área de cumplimiento, cuya alerta lleva retraso. Se reintenta hasta que salga.",
  },
  publishingAction: {
    en: "read the cause in the logs of StoreNotifications and ScanWallets; `vigia alerts list --stage {$stage}` shows what is pending.",
    es: "revise la causa en las bitácoras de StoreNotifications y ScanWallets; `vigia alerts list --stage {$stage}` muestra lo que está pendiente.",
  },
  undeliveredAffected: {
    en: "the compliance officer: an alert was published, but did not reach an e-mail address or the Slack channel.",
    es: "al área de cumplimiento: se publicó una alerta que no llegó a un correo o al canal de Slack.",
  },
  undeliveredAction: {
    en: "check the subscriptions with `vigia doctor --stage {$stage}`, and show the officer `vigia alerts list --stage {$stage}`.",
    es: "revise las suscripciones con `vigia doctor --stage {$stage}` y muestre al área de cumplimiento `vigia alerts list --stage {$stage}`.",
  },
  volumeAffected: {
    en: ".input {$webhooks :number}\n.input {$megabytes :number}\n{{the compliance officer, whose alerts drown, and the account, which pays: of one project or more, more than {$webhooks} webhooks or {$megabytes} MB were accepted within a day.}}",
    es: ".input {$webhooks :number}\n.input {$megabytes :number}\n{{al área de cumplimiento, cuyas alertas se pierden entre tantas, y a la cuenta, que paga: de al menos un proyecto se aceptaron más de {$webhooks} webhooks o {$megabytes} MB en un día.}}",
  },
  volumeAction: {
    en: "the log of {$judge} names the project; see what it sends (`vigia notifications list --project <id> --stage {$stage}`). If that is its traffic, raise alarms.webhooksPerDay or alarms.megabytesPerDay; if not, `vigia secrets rotate --stage {$stage}` and ask the service.",
    es: "la bitácora de {$judge} indica el proyecto; vea qué envía (`vigia notifications list --project <id> --stage {$stage}`). Si es su tráfico normal, aumente alarms.webhooksPerDay o alarms.megabytesPerDay; si no, ejecute `vigia secrets rotate --stage {$stage}` y pregunte al servicio.",
  },
  walletsAffected: {
    en: ".input {$wallets :number}\n{{the compliance officer, whose scans take longer, and the account, which pays for each wallet in every scan: notifications of one project or more named over {$wallets} new wallets within a day.}}",
    es: ".input {$wallets :number}\n{{al área de cumplimiento, cuyos escaneos tardan más, y a la cuenta, que paga por cada billetera en cada escaneo: las notificaciones de al menos un proyecto nombraron más de {$wallets} billeteras nuevas en un día.}}",
  },
  walletsAction: {
    en: "the log of {$judge} names the project; see what it sends (`vigia notifications list --project <id> --stage {$stage}`). If those are its wallets, raise alarms.newWalletsPerDay; if not, `vigia secrets rotate --stage {$stage}` and take them out with `vigia wallets remove --source notification --since <time> --stage {$stage}`.",
    es: "la bitácora de {$judge} indica el proyecto; vea qué envía (`vigia notifications list --project <id> --stage {$stage}`). Si son sus billeteras, aumente alarms.newWalletsPerDay; si no, ejecute `vigia secrets rotate --stage {$stage}` y retírelas con `vigia wallets remove --source notification --since <hora> --stage {$stage}`.",
  },
});
