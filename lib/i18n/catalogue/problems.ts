/** Texts about runs of the scan that do not do their work, with the next step. */

import { texts } from "./texts.ts";

/** Texts about an error that the service reported. */
export const SERVICE_ERRORS = texts({
  subject: {
    en: "[SERVICE ERROR] The service reported an error - project {$project}",
    es: "[ERROR DEL SERVICIO] El servicio informó un error - proyecto {$project}",
  },
  headline: {
    en: "The service reported an error in its monitoring of project {$project}.",
    es: "El servicio informó un error en su monitoreo del proyecto {$project}.",
  },
  received: { en: "It was received {$time}.", es: "Se recibió el {$time}." },
  others: {
    en: "Further errors of this hour trigger no message; the daily brief counts them.",
    es: "Si hay más errores en esta hora, no se avisa de ellos; el resumen diario los cuenta.",
  },
  advice: {
    en: "Notifications may be late or missing. This message leaves the service's text out, since it may name a person. Read it as shown below, and ask the service's support.",
    es: "Puede haber notificaciones atrasadas o faltantes. Este mensaje omite el texto del servicio porque puede nombrar a una persona. Léalo como se indica abajo y pregunte al soporte del servicio.",
  },
});

/** Texts about a scan run that does not do its work. */
export const SCANS = texts({
  troubleHeadline: {
    en: ".input {$completed :integer}\n.input {$known :integer}\n{{The scan of project {$project} is {$state}: it scored {$completed} of the {$known} wallets that it processed.}}",
    es: ".input {$completed :integer}\n.input {$known :integer}\n{{El escaneo del proyecto {$project} está {$state}: obtuvo calificación para {$completed} de las {$known} billeteras que procesó.}}",
  },
  troubleSubject: {
    en: "[SCAN {$state}] Project {$project}: the scan needs attention",
    es: "[ESCANEO {$state}] Proyecto {$project}: el escaneo requiere atención",
  },
  stateRunning: { en: "running", es: "en curso" },
  stateCompleted: { en: "completed", es: "completo" },
  stateStopped: { en: "stopped", es: "detenido" },
  unendedHeadline: {
    en: "The scan of project {$project} is still running, so the next one was not started.",
    es: "El escaneo del proyecto {$project} sigue en curso, así que no se inició el siguiente.",
  },
});

export const PROBLEMS = texts({
  stoppedByHand: {
    en: "It was stopped by hand. Wallets that it did not reach keep their scores until the next run.",
    es: "Se detuvo a mano. Las billeteras que faltaban conservan su calificación hasta el siguiente escaneo.",
  },
  unended: {
    en: "A run lasts until every wallet was asked for, so that none waits while another is asked for twice.",
    es: "Un escaneo dura hasta que se consultó cada billetera, para que ninguna espere mientras otra se consulta dos veces.",
  },
  progress: {
    en: ".input {$done :integer}\n.input {$queued :integer}\n{{It has asked for {$done} of {$queued} wallets.}}",
    es: ".input {$done :integer}\n.input {$queued :integer}\n{{Ya consultó {$done} de {$queued} billeteras.}}",
  },
  progressAtMost: {
    en: ".input {$done :integer}\n.input {$queued :integer}\n{{It has asked for at most {$done} of {$queued} wallets.}}",
    es: ".input {$done :integer}\n.input {$queued :integer}\n{{Ha consultado cuando mucho {$done} de {$queued} billeteras.}}",
  },
  lastTrouble: {
    en: "The last request that could not be done: {$trouble}",
    es: "La última solicitud que no se pudo realizar: {$trouble}",
  },
  raiseConcurrency: {
    en: "If the service is slow, raise scan.maximumConcurrency.",
    es: "Si el servicio es lento, aumente scan.maximumConcurrency.",
  },
  orStop: { en: 'Or stop it with "{$stop}".', es: 'O deténgalo con "{$stop}".' },
  skipped: {
    en: ".input {$skipped :integer}\n.input {$asked :integer}\n{{The service skipped {$skipped} of {$asked} wallets, so their scores are as old as before. Ask the service why.}}",
    es: ".input {$skipped :integer}\n.input {$asked :integer}\n{{El servicio omitió {$skipped} de {$asked} billeteras, así que sus calificaciones no se actualizaron. Pregunte al servicio por qué.}}",
  },
  failed: {
    en: ".input {$failed :integer}\n.input {$missing :integer}\n.input {$asked :integer}\n{{Of {$asked} wallets: {$failed} failed, {$missing} missing from the service's answers.}}",
    es: ".input {$failed :integer}\n.input {$missing :integer}\n.input {$asked :integer}\n{{De {$asked} billeteras: {$failed} con falla, {$missing} sin respuesta del servicio.}}",
  },
  checkService: {
    en: 'Check the service, then start a run with "{$run}".',
    es: 'Revise el servicio y luego inicie otro escaneo con "{$run}".',
  },
  unauthorized: {
    en: "Project {$project}: {$call} was refused with status {$status}.",
    es: "Proyecto {$project}: el servicio rechazó {$call} con el código {$status}.",
  },
  unusableKey: {
    en: "Project {$project}: {$call} was not sent, because the stored key is empty or contains a space or an accent.",
    es: "Proyecto {$project}: no se envió {$call}, porque la clave guardada está vacía o contiene un espacio o un acento.",
  },
  said: { en: "The service said {$said}.", es: "El servicio respondió {$said}." },
  copyKey: {
    en: "Copy the project's API key from its settings in the service's dashboard and run \"{$set}\".",
    es: 'Copie la clave de API del proyecto desde su configuración en el panel del servicio y ejecute "{$set}".',
  },
  notFound: {
    en: "Project {$project}: {$call} found nothing (status 404).",
    es: "Proyecto {$project}: {$call} no encontró nada (código 404).",
  },
  checkProject: {
    en: "Check the project's id under projects and service.baseUrl in app.ts.",
    es: "Revise en app.ts el identificador del proyecto en projects, y service.baseUrl.",
  },
  unpaid: {
    en: "Project {$project}: {$call} was refused, because its plan is not paid (status 402).",
    es: "Proyecto {$project}: el servicio rechazó {$call} por el plan contratado (código 402).",
  },
  checkPlan: {
    en: "Check the plan and its limits in the service's dashboard, then start a run.",
    es: "Revise el plan y sus límites en el panel del servicio e inicie otro escaneo.",
  },
  secretMalformed: {
    en: "The secret {$secret} does not have the expected format.",
    es: "El secreto {$secret} no tiene el formato esperado.",
  },
  noApiKey: {
    en: "No API key is set for project {$project}.",
    es: "El proyecto {$project} no tiene clave de API.",
  },
});
