/** Texts of the page Overview. */

import { texts } from "../../texts.ts";

export const OVERVIEW = texts({
  month: { en: "Statistics of {$month}", es: "Estadísticas de {$month}" },
  day: { en: "Statistics of {$day}", es: "Estadísticas del {$day}" },
  explained: {
    en: "Counted each night by the day of receipt ({$zone}). A later decision counts on that day too.",
    es: "Se cuenta cada noche por el día de recepción ({$zone}). Un dictamen posterior también cuenta en ese día.",
  },
  countedAt: { en: "Last counted: {$time}.", es: "Último conteo: {$time}." },
  nothing: {
    en: "Nothing is counted yet: each day is counted in the following night.",
    es: "Todavía no hay nada contado: cada día se cuenta en la noche siguiente.",
  },
  monthField: { en: "Month", es: "Mes" },
  dayField: { en: "Day", es: "Día" },
  show: { en: "Show", es: "Mostrar" },
  byDay: { en: "Notifications by day", es: "Notificaciones por día" },
  chart: {
    en: "Notifications by day in {$month}: {$illegal} flagged and {$warn} with a warning in all, most of them on {$day}: {$most}.",
    es: "Notificaciones por día en {$month}: en total {$illegal} señaladas y {$warn} con advertencia; el día con más fue el {$day}: {$most}.",
  },
  noneFlagged: {
    en: "Notifications by day in {$month}: none flagged and none with a warning.",
    es: "Notificaciones por día en {$month}: ninguna señalada y ninguna con advertencia.",
  },
  chartLegend: {
    en: "Flagged ones at the bottom, those with a warning on top of them. Those with no law are in the table only.",
    es: "Abajo las señaladas y encima las que tienen advertencia. Las que no tienen ley indicada por el servicio están solo en la tabla.",
  },
  everyDay: { en: "Every day as a table", es: "Todos los días en una tabla" },
  byRisk: { en: "Received, by risk", es: "Recibidas, por riesgo" },
  notifications: { en: "Notifications", es: "Notificaciones" },
  changes: { en: "Changed by the service", es: "Modificadas por el servicio" },
  quarantined: { en: "Unreadable, in quarantine", es: "Sin interpretar, en cuarentena" },
  errors: {
    en: "Errors that the service reported: {$count}",
    es: "Errores que informó el servicio: {$count}",
  },
  byLaw: { en: "Notifications by law", es: "Notificaciones por ley" },
  noLaw: { en: "No law was named.", es: "No se nombró ninguna ley." },
  otherLaws: {
    en: "Other laws: named {$count} times. The CSV lists those that are kept by name.",
    es: "Otras leyes: se nombraron {$count} veces. El CSV tiene las que se conservan por nombre.",
  },
  times: { en: "How long it took", es: "Cuánto tardó" },
  toAlert: { en: "From receipt to alert", es: "De la recepción a la alerta" },
  toDecision: { en: "From receipt to decision", es: "De la recepción al dictamen" },
  what: { en: "What", es: "Qué" },
  howMany: { en: "How many", es: "Cuántos" },
  half: { en: "Half within", es: "La mitad en" },
  longest: { en: "Longest", es: "El más largo" },
  unalerted: { en: "Alert pending: {$count}", es: "Con alerta pendiente: {$count}" },
  cases: {
    en: "Cases of the messages received in this period",
    es: "Casos de los mensajes recibidos en este periodo",
  },
  crossings: {
    en: "Cases of wallets with an alert from a scan",
    es: "Casos de billeteras con alerta de un escaneo",
  },
  opened: { en: "Cases", es: "Casos" },
  undecided: { en: "Undecided", es: "Sin dictaminar" },
  inTime: { en: "Decided within every deadline", es: "Dictaminados dentro de todos los plazos" },
  late: {
    en: "Decided after a deadline, or with a 24-hour notice late or not recorded",
    es: "Dictaminados después de un plazo, o con un aviso de 24 horas tardío o sin registrar",
  },
  open: { en: "All open cases by age: {$count}", es: "Todos los casos abiertos por antigüedad: {$count}" },
  noneOpen: {
    en: "No case was open at the last count.",
    es: "No había casos abiertos en el último conteo.",
  },
  age: { en: "Received", es: "Recibidos" },
  upTo: { en: "up to {$to} day ago", es: "hace {$to} día como máximo" },
  between: { en: "{$from} to {$to} days ago", es: "hace {$from} a {$to} días" },
  over: { en: "{$from} or more days ago", es: "hace {$from} días o más" },
  due: {
    en: "With a deadline before today: {$overdue}. Due today or within seven days, some of them also past another deadline: {$soon}.",
    es: "Con un plazo anterior a hoy: {$overdue}. Vencen hoy o en los próximos siete días, algunos también con otro plazo vencido: {$soon}.",
  },
});
