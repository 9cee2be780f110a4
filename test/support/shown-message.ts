/** A message as its subscribers read it. */

import { type AlertEvent, alertEvent } from "../../lib/alerts/event/event-schema.ts";
import type { AlertMessage } from "../../lib/alerts/messages/message.ts";
import { publicationOf } from "../../lib/alerts/publish.ts";

const MADE = { alertId: "2026-03-01T12:00:00.000Z-1-0a1b2c3d", at: new Date("2026-03-01T12:00:00.000Z") };

export interface Shown {
  subject: string;
  email: string;
  slack: { title: string; description: string; nextSteps: string[]; threadId: string };
  event: AlertEvent;
}

export function shown(message: AlertMessage): Shown {
  const { texts } = publicationOf(message, MADE);
  const byName = new Map(texts.map(({ channel, text }) => [channel.name, text]));
  const { content, metadata } = JSON.parse(byName.get("slack") ?? "");
  const { title, description, nextSteps } = content;
  return {
    subject: message.subject,
    email: byName.get("email") ?? "",
    slack: { title, description, nextSteps, threadId: metadata.threadId },
    event: alertEvent.parse(JSON.parse(byName.get("event") ?? "")),
  };
}
