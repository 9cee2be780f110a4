import type { Settings } from "../lib/settings/settings.ts";

/** Warnings about settings that can be deployed, by name. */
export function warningsAbout({
  stage,
  inbound,
  alertEmails,
  operationsEmails,
  slack,
}: Settings): Record<string, string> {
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
  return warnings;
}
