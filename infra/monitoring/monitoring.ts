import type { Construct } from "constructs";
import { textSpeaker } from "../../lib/i18n/formatting.ts";
import type { Parts } from "../parts.ts";
import { makeAlarm } from "./alarms/alarm.ts";
import { briefAlarms } from "./alarms/brief.ts";
import { functionAlarms } from "./alarms/functions.ts";
import { intakeAlarms } from "./alarms/intake.ts";
import { reminderAlarms } from "./alarms/reminders.ts";
import { scanAlarms } from "./alarms/scan.ts";
import { makeDashboard } from "./dashboard.ts";

/** Makes every alarm, which publishes to the operations topic, and the dashboard. */
export function monitor(scope: Construct, parts: Parts): void {
  const say = textSpeaker(parts.settings.language);
  const rules = [
    ...intakeAlarms(parts, say),
    ...scanAlarms(parts, say),
    ...reminderAlarms(parts, say),
    ...functionAlarms(parts, say),
    ...briefAlarms(parts, say),
  ];
  const readers = { operations: parts.alerting.operations, say };
  const alarms = rules.map((rule) => makeAlarm(scope, rule, readers));
  makeDashboard(scope, parts, alarms);
}
