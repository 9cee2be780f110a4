/** The event of a message as JSON: as many subjects as there is room for, and always how many there are. */

import type { AlertEvent, EventSubject } from "./event/event-schema.ts";
import type { AlertMessage } from "./message.ts";

/** What the message that an event is of was made as. */
export interface Made {
  /** What it is recorded under; null where it is not. */
  alertId: string | null;
  at: Date;
}

/** @param room how many bytes the text may have where it stands as a text in JSON */
export function eventText(message: AlertMessage, { alertId, at }: Made, room: number): string {
  const { attributes, event, subject } = message;
  const head: AlertEvent = {
    version: 1,
    alertId,
    kind: attributes.kind,
    stage: event.stage,
    projectId: String(attributes.projectId),
    rehearsal: event.rehearsal,
    at: at.toISOString(),
    risk: attributes.risk ?? null,
    summary: subject,
    subjectCount: event.subjectCount,
    subjects: [],
  };
  let left = room - sizeInJson(head);
  for (const one of event.subjects()) {
    left -= sizeInJson(one) + 1;
    if (left < 0) break;
    head.subjects.push(one);
  }
  return JSON.stringify(head);
}

/** In bytes, where its JSON stands as a text in JSON. */
function sizeInJson(value: AlertEvent | EventSubject): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(value)));
}
