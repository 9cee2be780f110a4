/** What each function's environment holds: set by the template, parsed when the function starts. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { language } from "../i18n/language.ts";
import {
  authentication,
  currencies,
  deadlines,
  flag,
  projects,
  subscribersByTopic,
  text,
  trafficBoundsJson,
  umaYears,
  wholeNumber,
} from "./env-values.ts";

/**
 * How many times faster than the real one the local clock runs: it divides back-off and time limits. 1 where absent,
 * as it is in every deployed stack.
 */
const timeScale = { TIME_SCALE: z._default(z.pipe(z.string(), z.transform(Number)), 1) };

/** Every function knows its stage and the projects. */
const common = { STAGE: text, PROJECTS: projects };

const inbound = {
  ...timeScale,
  ...common,
  INBOUND_SECRET_ARN: text,
  AUTHENTICATION: authentication,
  SIGNATURE_HEADER: text,
  TIMESTAMP_HEADER: text,
};

const records = { RETENTION_YEARS: wholeNumber };
/** Who reads: the language, and the time zone, of those who get messages and look at the desk. */
const readers = { LANGUAGE: language, TIME_ZONE: text };
const alerting = {
  ALERTS_TOPIC_ARN: text,
  OPERATIONS_TOPIC_ARN: text,
  ALERTS_TABLE: text,
  ...readers,
  /** Where the desk is, without a slash at the end; absent where none is deployed. */
  DESK_URL: z.optional(text),
};

/** How many processes of the stage send alerts concurrently, for those that share their pace. */
const senders = { ALERT_SENDERS: wholeNumber };

/** The table of cases; absent where no desk is deployed. */
const cases = { CASES_TABLE: z.optional(text) };

/** The topic of those to whom it is escalated; absent where nobody is named for that, or where no desk is. */
const escalation = { ESCALATION_TOPIC_ARN: z.optional(text) };

const scan = {
  ...common,
  OUTBOUND_SECRET_ARN: text,
  SERVICE_BASE_URL: text,
  ...records,
  ...alerting,
  ...senders,
  ...timeScale,
  SCAN_QUEUE_URL: text,
  SCAN_RUNS_TABLE: text,
  CHAINS_TABLE: text,
  ALERT_FROM: wholeNumber,
};

// Made by a call: a bundle has its own function's schema only, and a cold start does not make the others'.

export const receiveWebhookEnv = () => z.object({ ...inbound, WEBHOOK_QUEUE_URL: text });

export const getUserEnv = () => z.object({ ...inbound, USERS_TABLE: text });

export const storeNotificationsEnv = () =>
  z.object({
    ...common,
    ...timeScale,
    ...records,
    ...alerting,
    ...senders,
    WEBHOOK_QUEUE_URL: text,
    WEBHOOK_DLQ_URL: text,
    ...cases,
    DEADLINES: deadlines,
    NOTIFICATIONS_TABLE: text,
    WALLETS_TABLE: text,
    CHAINS_TABLE: text,
    RATES_TABLE: text,
    /** Where what projects send is counted. */
    SCAN_RUNS_TABLE: text,
    CURRENCIES: currencies,
    UMA: umaYears,
  });

export const startScanEnv = () =>
  z.object({
    ...scan,
    ...escalation,
    SUBSCRIBERS: subscribersByTopic(),
    /** How far apart the schedule's runs are; a run that is open for longer has been given up. */
    SCAN_INTERVAL_SECONDS: wholeNumber,
    TRAFFIC_BOUNDS: trafficBoundsJson,
  });

export const scanWalletsEnv = () =>
  z.object({
    ...scan,
    ...cases,
    WALLETS_TABLE: text,
    WALLET_SCANS_TABLE: text,
    SKIP_EXISTING: flag,
    MAX_DEPTH: wholeNumber,
    ADDRESSES_PER_REQUEST: wholeNumber,
    PARALLEL_REQUESTS: wholeNumber,
    RESCAN_AFTER_HOURS: wholeNumber,
  });

export const countDaysEnv = () =>
  z.object({
    ...common,
    ...records,
    TIME_ZONE: text,
    CASES_TABLE: text,
    NOTIFICATIONS_TABLE: text,
  });

export const applyHoldsEnv = () =>
  z.object({
    ...common,
    HOLDS_TABLE: text,
    NOTIFICATIONS_TABLE: text,
    WALLETS_TABLE: text,
    WALLET_SCANS_TABLE: text,
    ALERTS_TABLE: text,
    CASES_TABLE: text,
  });

export const sendRemindersEnv = () =>
  z.object({
    ...timeScale,
    ...common,
    ...records,
    ...readers,
    DESK_URL: text,
    CASES_TABLE: text,
    ALERTS_TABLE: text,
    ALERTS_TOPIC_ARN: text,
    ...escalation,
    /** How long a case may be undecided before officers are reminded of it. */
    AFTER_HOURS: wholeNumber,
  });

export const sendBriefEnv = () =>
  z.object({
    ...common,
    ...timeScale,
    ...records,
    ...readers,
    /** Where the desk is, without a slash at the end; absent where none is deployed. */
    DESK_URL: z.optional(text),
    ...cases,
    ALERTS_TOPIC_ARN: text,
    ALERTS_TABLE: text,
    NOTIFICATIONS_TABLE: text,
    WALLETS_TABLE: text,
    SCAN_RUNS_TABLE: text,
    WEBHOOK_DLQ_URL: text,
    SCAN_DLQ_URL: text,
  });

export const serveDeskEnv = () =>
  z.object({
    ...timeScale,
    ...common,
    ...readers,
    /** Where the desk is, without a slash at the end. */
    DESK_URL: text,
    DESK_SESSIONS_TABLE: text,
    CASES_TABLE: text,
    HOLDS_TABLE: text,
    ...records,
    DEADLINES: deadlines,
    NOTIFICATIONS_TABLE: text,
    ALERTS_TABLE: text,
    WALLETS_TABLE: text,
    WALLET_SCANS_TABLE: text,
    SCAN_RUNS_TABLE: text,
    CHAINS_TABLE: text,
    /** The score above which a wallet is alerted. */
    ALERT_FROM: wholeNumber,
    START_SCAN_FUNCTION: text,
    /** What the page of health looks at. */
    WEBHOOK_DLQ_URL: text,
    SCAN_DLQ_URL: text,
    ALERTS_TOPIC_ARN: text,
    OPERATIONS_TOPIC_ARN: text,
    ...escalation,
    SUBSCRIBERS: subscribersByTopic(),
    /** The issuer of who signs in, the desk's name with it, and the claim that holds a person's groups. */
    OIDC_ISSUER: z.string(),
    OIDC_CLIENT_ID: z.string(),
    OIDC_GROUPS_CLAIM: text,
    /** Whether the issuer has to have verified a person's e-mail address: that of the stack does. */
    OIDC_VERIFIED_EMAIL: flag,
    /** Where a user is shown in the company's back office, with `{userId}` in it. */
    USER_LINK: z.optional(text),
  });

/** Beside a function's code: the list of projects, as `PROJECTS` holds it, where the environment has no room for it. */
export const PROJECTS_FILE = "projects.json";

/**
 * Parses an environment.
 * @throws {Error} that names each variable that is missing or malformed, never a value
 */
export function readEnvironment<T extends z.ZodMiniType>(
  schema: () => T,
  environment: Record<string, string | undefined>,
): z.output<T> {
  const beside = environment["PROJECTS"] === undefined ? projectsBeside() : {};
  const result = schema().safeParse({ ...environment, ...beside });
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
  throw new Error(
    `The function's environment lacks or misspells ${names.join(", ")}: deploy the stack again, which sets them.`,
  );
}

function projectsBeside(): { PROJECTS?: string } {
  try {
    return { PROJECTS: readFileSync(join(import.meta.dirname, PROJECTS_FILE), "utf8") };
  } catch {
    return {};
  }
}
