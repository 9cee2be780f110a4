import type { Construct } from "constructs";
import type { Parts } from "../parts.ts";
import { makeAlarm } from "./alarms/alarm.ts";
import { functionAlarms } from "./alarms/functions.ts";
import { intakeAlarms } from "./alarms/intake.ts";
import { scanAlarms } from "./alarms/scan.ts";
import { makeDashboard } from "./dashboard.ts";

/** Makes every alarm, which publishes to the operations topic, and the dashboard. */
export function monitor(scope: Construct, parts: Parts): void {
  const rules = [...intakeAlarms(parts), ...scanAlarms(parts), ...functionAlarms(parts)];
  const alarms = rules.map((rule) => makeAlarm(scope, rule, parts.alerting.operations));
  makeDashboard(scope, parts, alarms);
}
