/** Texts of what checks an evidence pack offline. It fills in values as they are: no text here has a plural. */

import { texts } from "../texts.ts";

/** Results of the check. */
export const VERIFIER = texts({
  noManifest: {
    en: "manifest.json is missing or was changed: nothing can be checked with it.",
    es: "manifest.json falta o se modificó: sin él no se puede comprobar nada.",
  },
  manifestChanged: {
    en: "manifest.json or manifest.sha256 was changed.",
    es: "manifest.json o manifest.sha256 se modificó.",
  },
  otherDigest: {
    en: "manifest.json does not have the SHA-256 that was noted.",
    es: "manifest.json no tiene el SHA-256 que se anotó.",
  },
  noTime: { en: "manifest.json: madeAt is not a time.", es: "manifest.json: madeAt no es una fecha y hora." },
  notVigia: {
    en: "Not everything can be checked, because the pack contains something that Vigía does not write: {$message}",
    es: "No se puede comprobar todo, porque el expediente contiene algo que Vigía no escribe: {$message}",
  },
  noList: { en: "{$name} is not a list.", es: "{$name} no es una lista." },
  oddEntry: {
    en: "{$name}: entry {$number} is not what Vigía writes.",
    es: "{$name}: la entrada {$number} no es como las escribe Vigía.",
  },
  noFile: { en: "{$path} is not a file.", es: "{$path} no es un archivo." },
  removed: { en: "{$path} was removed.", es: "{$path} se eliminó." },
  changed: { en: "{$path} was changed.", es: "{$path} se modificó." },
  added: { en: "{$path} was added.", es: "{$path} se agregó." },
  caseUnlisted: {
    en: "{$path}: the manifest does not list this case.",
    es: "{$path}: el manifiesto no menciona este caso.",
  },
  monthUnlisted: {
    en: "{$path}: the manifest does not list this month.",
    es: "{$path}: el manifiesto no menciona este mes.",
  },
  unreadable: { en: "{$name}: it cannot be read.", es: "{$name}: no puede leerse." },
  eventRemoved: {
    en: "{$name}: event {$number} was removed.",
    es: "{$name}: la actuación {$number} se eliminó.",
  },
  eventAdded: {
    en: "{$name}: an event was added: there were {$count}.",
    es: "{$name}: se agregó una actuación: había {$count}.",
  },
  reordered: {
    en: "{$name}: events were reordered: {$numbers}.",
    es: "{$name}: las actuaciones se reordenaron: {$numbers}.",
  },
  eventChanged: {
    en: "{$name}: event {$number} was changed: it does not have its digest.",
    es: "{$name}: la actuación {$number} se modificó: no tiene su huella.",
  },
  digestAlone: {
    en: "{$name}: event {$number} was removed: only its digest is there.",
    es: "{$name}: la actuación {$number} se eliminó: solo queda su huella.",
  },
  notAfterKey: {
    en: "{$name}: event {$number} is not intact: it does not follow the key of the case.",
    es: "{$name}: la actuación {$number} no está íntegra: no sigue a la clave del caso.",
  },
  notAfter: {
    en: "{$name}: event {$number} is not intact: it does not follow event {$before} as this file has it.",
    es: "{$name}: la actuación {$number} no está íntegra: no sigue a la actuación {$before} tal como está en este archivo.",
  },
  notAfterDigest: {
    en: "{$name}: event {$number} is not intact: it does not follow the digest before it.",
    es: "{$name}: la actuación {$number} no está íntegra: no sigue a la huella anterior.",
  },
  lastChanged: {
    en: "{$name}: the last event was changed, removed or added.",
    es: "{$name}: la última actuación se modificó, se eliminó o se agregó.",
  },
  otherEnd: {
    en: "{$name}: the end of its chain differs from the manifest.",
    es: "{$name}: el final de su cadena difiere del manifiesto.",
  },
  otherKey: {
    en: "{$name}: its subject or opening differs from the manifest.",
    es: "{$name}: su asunto o apertura difiere del manifiesto.",
  },
  noBody: {
    en: "{$name}: no body in the pack is the message that event {$number} names ({$sha256}).",
    es: "{$name}: ningún mensaje del expediente es el que indica la actuación {$number} ({$sha256}).",
  },
  noNotice: {
    en: "{$name}: no month in the pack has the notice that event {$number} names ({$id}).",
    es: "{$name}: ningún mes del expediente tiene el aviso que indica la actuación {$number} ({$id}).",
  },
  gaps: {
    en: "Records that the pack never contained:",
    es: "Registros que el expediente nunca contuvo:",
  },
  ofSystem: {
    en: "Files of the operating system, which are not part of the pack:",
    es: "Archivos del sistema operativo, que no son parte del expediente:",
  },
  digest: {
    en: "Digest (SHA-256 of manifest.json): {$digest}",
    es: "Huella (SHA-256 de manifest.json): {$digest}",
  },
  compare: {
    en: "Digest (SHA-256 of manifest.json): {$digest}; compare it with the one that was noted.",
    es: "Huella (SHA-256 de manifest.json): {$digest}; compárela con la que se anotó.",
  },
  noDigest: {
    en: "NOTHING WAS COMPARED WITH A NOTED DIGEST. The text that was given is not a digest, which has 64 digits. The first 16 are enough.",
    es: "NO SE COMPARÓ CON LA HUELLA ANOTADA. Lo que se indicó no es una huella: tiene 64 dígitos, y bastan los primeros 16.",
  },
  intact: {
    en: "Everything is intact. Files: {$files}; cases: {$cases}; made: {$madeAt}.",
    es: "Todo está íntegro. Archivos: {$files}; casos: {$cases}; creado: {$madeAt}.",
  },
  matches: {
    en: "Everything matches manifest.json. Files: {$files}; cases: {$cases}; made: {$madeAt}.",
    es: "Todo coincide con manifest.json. Archivos: {$files}; casos: {$cases}; creado: {$madeAt}.",
  },
  notIntact: {
    en: "THE PACK IS NOT INTACT. Problems listed: {$count}.",
    es: "EL EXPEDIENTE NO ESTÁ ÍNTEGRO. Problemas: {$count}.",
  },
  problems: { en: "What does not hold:", es: "Lo que no está íntegro:" },
  checking: { en: "Checking…", es: "Comprobando…" },
  unreadableFile: {
    en: "This is no pack that can be read here. If it is a very large zip, unpack it and choose the folder.",
    es: "No es un expediente que pueda leerse aquí. Si es un zip muy grande, descomprímalo y elija la carpeta.",
  },
  otherEntries: {
    en: "The list of files in this zip is not all that is in it, or does not fit it: other programs could unpack other files than those checked here.",
    es: "La lista de archivos de este zip no dice todo lo que contiene o no coincide con ello: otros programas podrían extraer archivos distintos de los que aquí se comprueban.",
  },
});

/** The page that asks for a pack. */
export const VERIFIER_PAGE = texts({
  title: { en: "Was this pack changed?", es: "¿Se modificó este expediente?" },
  explained: {
    en: "This page checks a pack of case files that Vigía made. It works without a network: nothing leaves your computer, also where the browser speaks of uploading files.",
    es: "Esta página comprueba expedientes de casos hechos por Vigía. Funciona sin red: nada sale de su computadora, aunque el navegador hable de subir archivos.",
  },
  choose: { en: "Choose the pack", es: "Elija el expediente" },
  zip: { en: "The zip:", es: "El zip:" },
  folder: { en: "Or the folder into which it was unpacked:", es: "O la carpeta en la que se descomprimió:" },
  noted: {
    en: "The digest that was noted when the pack was made, or its first 16 digits, which end the name of a zip from the desk (optional):",
    es: "La huella que se anotó al crear el expediente, o sus primeros 16 dígitos, con los que termina el nombre de un zip del escritorio (opcional):",
  },
  trust: {
    en: "Whoever changed a pack could rewrite its digests and this page too. So compare the digest with the one that was noted elsewhere, and the SHA-256 of verify.html with the one in Vigía's SECURITY.md.",
    es: "Quien modifica un expediente puede rehacer sus huellas y también esta página. Por eso compare la huella con la que se anotó en otro lugar, y el SHA-256 de verify.html con el que publica SECURITY.md de Vigía.",
  },
});
