import { nextSkippedRun } from "../lib/i18n/time/schedule.ts";
import type { Settings } from "../lib/settings/settings.ts";

/** Warnings about settings that can be deployed, by name. @param now of the synthesis: a day to come is named */
export function warningsAbout(
  { stage, inbound, alertEmails, operationsEmails, slack, scan, timeZone }: Settings,
  now: Date,
): Record<string, string> {
  const warnings: Record<string, string> = {};
  if (inbound.authentication === "none") {
    warnings["unauthenticated"] =
      'inbound.authentication is "none": anyone may send webhooks and read users. Use it only for trials.';
  }
  if (alertEmails.length === 0 && slack === undefined) {
    warnings["nobody-alerted"] =
      `No one is alerted to flagged transactions in stage ${stage}: alertEmails is empty and slack is not set.`;
  }
  if (operationsEmails.length === 0 && slack?.operationsChannelId === undefined) {
    warnings["nobody-operates"] =
      `No one is alerted to failures of stage ${stage} itself: operationsEmails is empty and slack.operationsChannelId is not set.`;
  }
  const [day, hour] = nextSkippedRun(scan.schedule, timeZone, now)?.split("T") ?? [];
  if (day !== undefined && hour !== undefined) {
    warnings["scan-skipped"] =
      `No scan starts on ${day} at ${hour}, because the clocks of ${timeZone} skip that time, and ScanAbsent may ring. Choose a time for scan.schedule that every day has, such as 04:00.`;
  }
  return warnings;
}
