/** Prints what happens in the local stack, a line for each event, and each alert as the e-mail that would be sent. */

import type { LocalAlert } from "../../lib/settings/local-endpoints.ts";
import { shorten } from "../../lib/text/cut.ts";
import type { LocalEvent } from "./events.ts";

/** Lines longer than this are cut: the whole of them is in the log files. */
const MAX_LINE = 200;

/** What an event looks like on the terminal; undefined where it is not shown. */
export function printed(event: LocalEvent): string | undefined {
  switch (event.type) {
    case "request":
      return line(event.server, `${event.method} ${event.path} → ${event.status} (${event.milliseconds} ms)`);
    case "log":
      return line(event.function, logText(event.line));
    case "output":
      return line(event.function, event.text);
    case "metrics":
      // A count stands for something that was printed already, or that nobody waits for.
      return undefined;
    case "failure":
      return line(event.function, `FAILED ${event.error}: ${event.message}`);
    case "delivery":
      return line(event.queue, `${messages(event.messages)} → ${event.function}${failures(event.failed)}`);
    case "dead":
      return line(event.queue, `${messages(event.messages)} tried too often → dead letter queue`);
    case "schedule":
      return line(event.schedule, `→ ${event.function}`);
    case "alert":
      return `${line("e-mail", `to the subscribers of ${event.alert.topic}`)}\n${email(event.alert)}`;
    case "refusal":
      return line("refused", event.message);
    case "problem":
      return line("problem", event.message);
    default:
      return event satisfies never;
  }
}

function line(source: string, text: string): string {
  const cut = shorten(withoutControls(text), MAX_LINE);
  return `${new Date().toISOString().slice(11, 23)}  ${source.padEnd(18)}  ${cut}`;
}

/** What comes from outside must not command the terminal. */
function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, " ");
}

/** Fields that are the same in every line. */
const USUAL = new Set(["level", "message", "timestamp"]);

function logText(logged: Record<string, unknown>): string {
  const details = Object.entries(logged)
    .filter(([name]) => !USUAL.has(name))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  return [String(logged["level"] ?? ""), String(logged["message"] ?? ""), ...details].join(" ");
}

function messages(count: number): string {
  return count === 1 ? "1 message" : `${count} messages`;
}

function failures(count: number): string {
  return count === 0 ? "" : `, ${count} failed and will come again`;
}

function email({ subject, text }: LocalAlert): string {
  const body = text
    .split("\n")
    .map((one) => `  │ ${withoutControls(one)}`)
    .join("\n");
  return `  ┌ Subject: ${withoutControls(subject)}\n  │\n${body}\n  └`;
}
