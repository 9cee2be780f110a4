/** Every alert that was published, found by the runs that it speaks of and by its record. */

import type { LocalEvents } from "../../../../../infra/local/events.ts";
import type { LocalAlert } from "../../../../../lib/settings/local-endpoints.ts";

/** The name of a record, in the reference of an alert or in the command that it says to run. */
const RECORD_ID = /(?:alerts show|Reference) \S*?(\d{4}-\d\d-\d\dT[\d:.]+Z-[\w-]*\w)/;

/** A subject, also where more digits follow it: an id of a run may be longer. */
const SUBJECT = /(?<!\d)7\d{8}/g;

/** The key of a body that has no id of its own. */
const QUARANTINED = /#(quarantined-[\w-]+)/g;

/** The id of the record that an alert's text names. */
export function recordIdIn({ text }: Pick<LocalAlert, "text">): string | undefined {
  return RECORD_ID.exec(text)?.[1];
}

/** Reports whether a message has more subjects than it names: then its record alone names them. */
export function isCut(text: string): boolean {
  return /\band [\d,]+ more\b/.test(text);
}

export class AlertIndex {
  readonly #bySubject = new Map<string, LocalAlert[]>();
  readonly #byQuarantined = new Map<string, LocalAlert[]>();
  readonly #byRecord = new Map<string, LocalAlert[]>();
  readonly #cut: LocalAlert[] = [];

  /** @param events of a stack; alerts before now are not heard of */
  constructor(events: LocalEvents) {
    events.listen((event) => {
      if (event.type === "alert") this.#add(event.alert);
    });
  }

  /** The alerts that mention a subject in any way. */
  of(subject: string): LocalAlert[] {
    return this.#bySubject.get(subject) ?? [];
  }

  /** The alerts that name a quarantined body by its key. */
  ofQuarantined(key: string): LocalAlert[] {
    const [id = ""] = key.split("#").slice(-1);
    return this.#byQuarantined.get(id) ?? [];
  }

  /** The alerts that name a record. */
  ofRecord(id: string): LocalAlert[] {
    return this.#byRecord.get(id) ?? [];
  }

  /** The alerts that speak of more than they name. */
  cut(): readonly LocalAlert[] {
    return this.#cut;
  }

  #add(alert: LocalAlert): void {
    if (isCut(alert.text)) this.#cut.push(alert);
    const text = [alert.subject, alert.text, JSON.stringify(alert.attributes)].join("\n");
    for (const subject of new Set(text.match(SUBJECT))) push(this.#bySubject, subject, alert);
    for (const [, id = ""] of text.matchAll(QUARANTINED)) push(this.#byQuarantined, id, alert);
    const record = recordIdIn(alert);
    if (record !== undefined) push(this.#byRecord, record, alert);
  }
}

function push(index: Map<string, LocalAlert[]>, key: string, alert: LocalAlert): void {
  index.set(key, [...(index.get(key) ?? []), alert]);
}
