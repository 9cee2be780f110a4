/** A message for programs: JSON by the schema of events. It names as many subjects as it has room for, and counts all. */

import type { AlertEvent } from "../event/event-schema.ts";
import { type Channel, sizeInJson } from "./channel.ts";

export const event: Channel = {
  name: "event",
  protocol: "default",
  render({ subject, event: content, attributes }, { alertId, at }, room) {
    const head: AlertEvent = {
      version: 1,
      alertId,
      kind: attributes.kind,
      stage: content.stage,
      projectId: String(attributes.projectId),
      at: at.toISOString(),
      risk: attributes.risk ?? null,
      summary: subject,
      subjectCount: content.subjectCount,
      subjects: [],
    };
    let remainingBytes = room - sizeInJson(JSON.stringify(head));
    for (const subject of content.subjects()) {
      remainingBytes -= sizeInJson(JSON.stringify(subject)) + 1;
      if (remainingBytes < 0) break;
      head.subjects.push(subject);
    }
    return JSON.stringify(head);
  },
};
