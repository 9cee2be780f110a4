/** Texts around every page of the desk, and of the pages before the sign-in. */

import { texts } from "../texts.ts";

export const FRAME = texts({
  inbox: { en: "Inbox", es: "Bandeja" },
  notifications: { en: "Notifications", es: "Notificaciones" },
  month: { en: "Month", es: "Mes" },
  board: { en: "Board", es: "Tablero" },
  audit: { en: "Audit", es: "Auditoría" },
  wallets: { en: "Wallets", es: "Billeteras" },
  keys: { en: "One-letter shortcuts", es: "Atajos de una letra" },
  keysOff: {
    en: "The box in the account menu turns them off in this browser.",
    es: "La casilla del menú de la cuenta los desactiva en este navegador.",
  },
  close: { en: "Close", es: "Cerrar" },
  system: { en: "System", es: "Sistema" },
  account: { en: "Account", es: "Cuenta" },
  officerIn: {
    en: "Compliance officer: projects {$projects}",
    es: "Oficial de cumplimiento: proyectos {$projects}",
  },
  auditorIn: { en: "Auditor: projects {$projects}", es: "Auditoría: proyectos {$projects}" },
  zone: {
    en: "Times are in {$zone} ({$offset}).",
    es: "Las horas son de {$zone} ({$offset}).",
  },
  printed: { en: "Vigía: for {$who}, {$time}", es: "Vigía: para {$who}, {$time}" },
  print: { en: "Print", es: "Imprimir" },
  changed: { en: "Changed: show", es: "Hubo cambios: mostrar" },
  skip: { en: "Skip to content", es: "Ir al contenido" },
  pages: { en: "Pages", es: "Páginas" },
  more: { en: "More", es: "Más" },
  previous: { en: "Previous", es: "Anteriores" },
  next: { en: "Next", es: "Siguientes" },
  newest: { en: "Newest", es: "Más recientes" },
  newer: { en: "Newer", es: "Posteriores" },
  older: { en: "Older", es: "Anteriores" },
  csv: { en: "Download CSV (at most {$count} rows)", es: "Descargar CSV (máximo {$count} filas)" },
  project: { en: "Project {$project}", es: "Proyecto {$project}" },
  failed: { en: "This is not available right now", es: "Esto no está disponible por el momento" },
  tryAgain: {
    en: "Try again in a minute. You can send a form again: nothing is recorded twice.",
    es: "Inténtelo de nuevo en un minuto. Puede enviar un formulario de nuevo: nada se registra dos veces.",
  },
  yourNote: { en: "What you wrote", es: "Lo que escribió" },
  typedBefore: {
    en: "You typed this here before. It has no field any more.",
    es: "Esto lo había escrito aquí. Ya no tiene un campo.",
  },
  notFound: { en: "Not found", es: "No se encontró" },
  noPage: { en: "There is no such page.", es: "No existe esta página." },
  badRequest: {
    en: "This address is not valid: a part of it is missing, was changed, or appears twice.",
    es: "Esta dirección no es válida: falta una parte, fue alterada o aparece dos veces.",
  },
});

/** Acts of the keys. */
export const KEYS = texts({
  next: { en: "Next row", es: "Fila siguiente" },
  previous: { en: "Previous row", es: "Fila anterior" },
  open: { en: "Open the row", es: "Abrir la fila" },
  select: { en: "Select the row", es: "Seleccionar la fila" },
  take: { en: "Take the case of the row", es: "Tomar el caso de la fila" },
  decide: {
    en: "Decide what is selected, or the case",
    es: "Dictaminar lo seleccionado, o el caso",
  },
  back: { en: "Back to the list", es: "Volver a la lista" },
  search: { en: "Go to the search", es: "Ir a la búsqueda" },
  list: { en: "Show the shortcuts", es: "Mostrar los atajos" },
});

export const SIGN_IN = texts({
  signIn: { en: "Sign in", es: "Iniciar sesión" },
  signInAgain: { en: "Sign in again", es: "Iniciar sesión de nuevo" },
  signInFirst: { en: "Sign in first.", es: "Primero inicie sesión." },
  sessionEnded: { en: "Your session has ended", es: "Su sesión terminó" },
  typedComesBack: {
    en: "Sign in again: the page comes back with what you typed.",
    es: "Inicie sesión de nuevo: la página regresará con lo que escribió.",
  },
  otherPerson: {
    en: "Someone else is signed in in this browser now",
    es: "Ahora otra persona tiene la sesión iniciada en este navegador",
  },
  nothingIsSent: {
    en: "Nothing can be sent from this page any more.",
    es: "Ya no se puede enviar nada desde esta página.",
  },
  loadAgain: { en: "Load the page again", es: "Cargar la página de nuevo" },
  nothingRecorded: {
    en: "Nothing was recorded. Keep your text, sign in again, and send it from the page that you come back to.",
    es: "No se registró nada. Conserve su texto, inicie sesión de nuevo y envíelo desde la página a la que regresará.",
  },
  signOut: { en: "Sign out", es: "Cerrar sesión" },
  signingOut: { en: "Signing out", es: "Cerrando la sesión" },
  signedOut: { en: "You are signed out", es: "Se cerró la sesión" },
  goOn: { en: "Continue", es: "Continuar" },
  unavailable: {
    en: "Signing in is not available right now",
    es: "Por el momento no es posible iniciar sesión",
  },
  tryAgain: { en: "Try again in a minute.", es: "Inténtelo de nuevo en un minuto." },
  ended: { en: "Your access has ended", es: "Su acceso terminó" },
  askForAccess: {
    en: "Ask those who run Vigía in your company to invite you again.",
    es: "Pida a quien opera Vigía en su empresa que le invite de nuevo.",
  },
  unverified: { en: "Your e-mail address is not verified", es: "Su correo electrónico no está verificado" },
  askToVerify: {
    en: "Each step records your address as your name. Ask those who run Vigía in your company to remove you and invite you again.",
    es: "Cada actuación registra su correo como su nombre. Pida a quien opera Vigía en su empresa que le elimine y le invite de nuevo.",
  },
  failed: { en: "Signing in did not work", es: "No se pudo iniciar sesión" },
  whyFailed: {
    en: "It took too long, was started in another browser, or was already completed.",
    es: "Tardó demasiado, se inició en otro navegador o ya se había completado.",
  },
  refused: { en: "You were not let in", es: "No se le permitió entrar" },
  denied: {
    en: "Signing in was cancelled, or you may not use the desk. If you should, ask those who run Vigía in your company.",
    es: "Se canceló el inicio de sesión, o usted no tiene permiso de usar el escritorio. Si debe tenerlo, pídalo a quien opera Vigía en su empresa.",
  },
  issuerInTrouble: {
    en: "The page where you sign in reports a problem of its own. Try again in a minute.",
    es: "La página donde inicia sesión informa de un problema propio. Inténtelo de nuevo en un minuto.",
  },
  misconfigured: {
    en: "The desk and the page where you sign in do not fit together. Tell those who run Vigía in your company: the log of the desk says more.",
    es: "El escritorio y la página donde inicia sesión no son compatibles. Avise a quien opera Vigía en su empresa: el registro del escritorio dice más.",
  },
  noAccess: {
    en: "You are signed in, but you have no access yet",
    es: "Inició sesión, pero todavía no tiene acceso",
  },
  noGroup: {
    en: "The page where you signed in named no group of yours.",
    es: "La página donde inició sesión no indicó ningún grupo suyo.",
  },
  otherGroups: {
    en: "The page where you signed in named groups of yours, but none that opens the desk.",
    es: "La página donde inició sesión indicó grupos suyos, pero ninguno da acceso al escritorio.",
  },
  groupsElsewhere: {
    en: "You are in more groups than the page where you signed in can name.",
    es: "Usted está en más grupos de los que puede indicar la página donde inició sesión.",
  },
  askForGroup: {
    en: "Ask those who run Vigía in your company to put you into the group {$officers} or {$auditors}, and then sign in again.",
    es: "Pida a quien opera Vigía en su empresa que le agregue al grupo {$officers} o {$auditors} y después inicie sesión de nuevo.",
  },
});

/** Cognito's mail to invited people; Cognito puts the address and the password in place of the last two. */
export const INVITATION = texts({
  subject: { en: "Your access to Vigía", es: "Su acceso a Vigía" },
  body: {
    en: "You are invited to the desk of Vigía. The person who invited you sends you its address.<br><br>Sign in with {$email} and this temporary password:<br><br>{$password}<br><br>It is valid for three days. You then choose a password of your own and set up an authenticator app.",
    es: "Tiene una invitación al escritorio de Vigía. Quien le invita le envía la dirección.<br><br>Inicie sesión con {$email} y esta contraseña temporal:<br><br>{$password}<br><br>Es válida durante tres días. Después elegirá su propia contraseña y configurará una aplicación de autenticación.",
  },
});
