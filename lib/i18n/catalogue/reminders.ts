/** Texts of reminders: that a case is undecided, and until when; never its steps. */

import { texts } from "../texts.ts";

export const REMINDERS = texts({
  subject: {
    en: ".input {$count :integer}\n.match $count\none {{[UNDECIDED] {$count} case in project {$project}}}\n* {{[UNDECIDED] {$count} cases in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[SIN DICTAMINAR] {$count} caso del proyecto {$project}}}\n* {{[SIN DICTAMINAR] {$count} casos del proyecto {$project}}}",
  },
  dueSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[DUE] First due {$time}; {$count} case in project {$project}}}\n* {{[DUE] First due {$time}; {$count} cases in project {$project}}}",
    es: ".input {$count :integer}\n.match $count\none {{[VENCE] Primer vencimiento {$time}; {$count} caso del proyecto {$project}}}\n* {{[VENCE] Primer vencimiento {$time}; {$count} casos del proyecto {$project}}}",
  },
  /** An officer may have decided a case, and owe what is past its deadline. */
  overdueSubject: {
    en: ".input {$count :integer}\n.input {$passed :integer}\n.match $count\none {{[OVERDUE] {$count} case in project {$project}}}\n* {{[OVERDUE] {$passed} of {$count} cases in project {$project}}}",
    es: ".input {$count :integer}\n.input {$passed :integer}\n.match $count\none {{[VENCIDO] {$count} caso del proyecto {$project}}}\n* {{[VENCIDO] {$passed} de {$count} casos del proyecto {$project}}}",
  },
  escalationOverdueSubject: {
    en: ".input {$count :integer}\n.input {$passed :integer}\n.match $count\none {{[OVERDUE] {$count} case in project {$project}, escalated after {$hours} hours}}\n* {{[OVERDUE] {$passed} of {$count} cases in project {$project}, escalated after {$hours} hours}}",
    es: ".input {$count :integer}\n.input {$passed :integer}\n.match $count\none {{[VENCIDO] {$count} caso del proyecto {$project}, escalado tras {$hours} horas}}\n* {{[VENCIDO] {$passed} de {$count} casos del proyecto {$project}, escalados tras {$hours} horas}}",
  },
  headline: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case in project {$project} needs attention: it is undecided or has a deadline to meet.}}\n* {{{$count} cases in project {$project} need attention: they are undecided or have a deadline to meet.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso del proyecto {$project} requiere atención: está sin dictaminar o tiene un plazo pendiente.}}\n* {{{$count} casos del proyecto {$project} requieren atención: están sin dictaminar o tienen un plazo pendiente.}}",
  },
  taken: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} has an owner.}}\n* {{{$count} have an owner.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} ya está a cargo de alguien.}}\n* {{{$count} ya están a cargo de alguien.}}",
  },
  atLeast: {
    en: "There are more: not all could be counted in time.",
    es: "Hay más: no alcanzó el tiempo para contarlos todos.",
  },
  escalationSubject: {
    en: ".input {$count :integer}\n.match $count\none {{[UNDECIDED] {$count} case in project {$project} for more than {$hours} hours}}\n* {{[UNDECIDED] {$count} cases in project {$project} for more than {$hours} hours}}",
    es: ".input {$count :integer}\n.match $count\none {{[SIN DICTAMINAR] {$count} caso del proyecto {$project} desde hace más de {$hours} horas}}\n* {{[SIN DICTAMINAR] {$count} casos del proyecto {$project} desde hace más de {$hours} horas}}",
  },
  escalationHeadline: {
    en: ".input {$count :integer}\n.match $count\none {{{$count} case in project {$project}, received more than {$hours} hours ago, is undecided or has missed a deadline.}}\n* {{{$count} cases in project {$project}, received more than {$hours} hours ago, are undecided or have missed a deadline.}}",
    es: ".input {$count :integer}\n.match $count\none {{{$count} caso del proyecto {$project}, recibido hace más de {$hours} horas, está sin dictaminar o tiene un plazo vencido.}}\n* {{{$count} casos del proyecto {$project}, recibidos hace más de {$hours} horas, están sin dictaminar o tienen un plazo vencido.}}",
  },
  due: {
    en: ".input {$count :integer}\n{{Due within 48 hours: {$count}}}",
    es: ".input {$count :integer}\n{{Vencen en menos de 48 horas: {$count}}}",
  },
  passed: {
    en: ".input {$count :integer}\n{{Past their deadline: {$count}}}",
    es: ".input {$count :integer}\n{{Con el plazo vencido: {$count}}}",
  },
  old: {
    en: ".input {$count :integer}\n.input {$hours :integer}\n.match $hours\none {{Undecided for more than {$hours} hour: {$count}}}\n* {{Undecided for more than {$hours} hours: {$count}}}",
    es: ".input {$count :integer}\n.input {$hours :integer}\n.match $hours\none {{Sin dictaminar desde hace más de {$hours} hora: {$count}}}\n* {{Sin dictaminar desde hace más de {$hours} horas: {$count}}}",
  },
  others: {
    en: ".input {$count :integer}\n.match $count\none {{and {$count} other}}\n* {{and {$count} others}}",
    es: ".input {$count :integer}\n.match $count\none {{y {$count} más}}\n* {{y {$count} más}}",
  },
  isDue: { en: "due {$time}", es: "vence el {$time}" },
  wasDue: { en: "was due {$time}", es: "venció el {$time}" },
  since: { en: "since {$time}", es: "desde el {$time}" },
  notification: { en: "Notification {$name}", es: "Notificación {$name}" },
  wallet: { en: "Wallet {$address} on {$chain}", es: "Billetera {$address} en {$chain}" },
  silence: {
    en: "This message only lists what is undecided or due, and by when. The rest is on the desk.",
    es: "Este mensaje solo dice qué está sin dictaminar o pendiente y hasta cuándo. Lo demás está en el escritorio.",
  },
});
