/** What the topics publish: appended to a file, and emitted as the e-mail that would be sent. */

import { appendFileSync, writeFileSync } from "node:fs";
import type { LocalAlert, LocalEndpoints } from "../../lib/settings/local-endpoints.ts";
import type { PublishedMessage } from "./aws/sns-rules.ts";
import type { LocalEvents } from "./events.ts";

export interface AlertsOptions {
  /** The file; it is emptied. */
  file: string;
  /** ARNs. */
  topics: LocalEndpoints["topics"];
  events: LocalEvents;
}

/** Makes what a topic publishes an alert. */
export function keepAlerts({ file, topics, events }: AlertsOptions): (published: PublishedMessage) => void {
  writeFileSync(file, "");
  return ({ topicArn, subject, texts, attributes }) => {
    const slack = texts["https"];
    const alert: LocalAlert = {
      at: new Date().toISOString(),
      topic: nameOf(topicArn, topics),
      subject,
      text: texts["email"] ?? texts.default,
      ...(slack === undefined ? {} : { slack: parsed(slack), event: parsed(texts.default) }),
      attributes,
    };
    appendFileSync(file, `${JSON.stringify(alert)}\n`);
    events.emit({ type: "alert", alert });
  };
}

function nameOf(arn: string, { alerts, escalation }: LocalEndpoints["topics"]): LocalAlert["topic"] {
  if (arn === alerts) return "alerts";
  return arn === escalation ? "escalation" : "operations";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
