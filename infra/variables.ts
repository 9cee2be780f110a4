/** The environment variables that several functions share, from the settings. */

import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Settings } from "../lib/settings/settings.ts";

/** Every function knows its stage and the projects. */
export function commonVariables({ stage, projects }: Settings) {
  return { STAGE: stage, PROJECTS: projectList(projects) };
}

/** The projects as functions and outputs have them. */
export function projectList(projects: Settings["projects"]): string {
  return JSON.stringify(projects);
}

/** The language and the time zone of readers. */
export function readerVariables({ language, timeZone }: Settings) {
  return { LANGUAGE: language, TIME_ZONE: timeZone };
}

/** Variables with which both HTTP functions authenticate callers. */
export function inboundVariables(settings: Settings, secret: Secret) {
  return {
    ...commonVariables(settings),
    INBOUND_SECRET_ARN: secret.secretArn,
    AUTHENTICATION: settings.inbound.authentication,
  };
}

/** Variables with which both scan functions call the service. */
export function outboundVariables(settings: Settings, secret: Secret) {
  return {
    ...commonVariables(settings),
    OUTBOUND_SECRET_ARN: secret.secretArn,
    SERVICE_BASE_URL: settings.service.baseUrl,
  };
}

/** Variables of functions that keep records. */
export function recordVariables({ retentionYears }: Settings) {
  return { RETENTION_YEARS: String(retentionYears) };
}
