/** Environment of each function, value by value: set by the template, parsed when the function starts. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { language } from "../i18n/catalogue/language.ts";
import { deadlineRule } from "../law/deadline-setting.ts";

const text = z.string().check(z.minLength(1));
const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d+$/, { error: "expected digits" })),
  z.transform((digits) => Number(digits)),
);
const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((word) => word === "true"),
);

/** A project as the functions know it. */
const project = z.object({
  /** Its id with the service. */
  id: z.number(),
  /** Whether Mexican compliance is enabled. */
  mexico: z.boolean(),
  /** True of a project that left: its records stay visible, and nothing else is done for it. */
  retired: z.optional(z.boolean()),
});
export type Project = z.infer<typeof project>;

/** Ids of the projects that the stack serves: those that have not left. */
export function servedProjects(projects: readonly Project[]): number[] {
  return projects.flatMap(({ id, retired }) => (retired ? [] : [id]));
}

/** A value that is JSON. */
function inJson<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.string(),
    z.transform((json) => schema.parse(JSON.parse(json))),
  );
}

export const projects = inJson(z.array(project));

/** The currencies beside dollars. */
export const currencies = inJson(z.array(z.string()));

/** Hosts of explorers that settings add. */
const hosts = inJson(z.array(z.string()));

/** The deadlines that settings add. */
const deadlines = inJson(z.array(deadlineRule));

/** Authentication of inbound calls. */
export const authentication = z.enum(["signature", "api-key", "none"]);
export type Authentication = z.infer<typeof authentication>;

/** Expected subscribers of a topic: digests of e-mail addresses, and whether a Slack channel is one. */
const subscribers = z.object({ emails: z.array(z.string()), slack: z.boolean() });
export type Subscribers = z.infer<typeof subscribers>;

/** Subscribers by topic; empty for escalations without a topic. */
export const subscribersByTopic = () =>
  inJson(
    z.object({
      alerts: subscribers,
      operations: subscribers,
      escalation: z._default(subscribers, { emails: [], slack: false }),
    }),
  );

/** Every function knows its stage and the projects. */
const common = { STAGE: text, PROJECTS: projects };

const inbound = {
  ...common,
  INBOUND_SECRET_ARN: text,
  AUTHENTICATION: authentication,
};

const records = { RETENTION_YEARS: wholeNumber };
/** Language and time zone of the people who get messages and use the desk. */
const readers = { LANGUAGE: language, TIME_ZONE: text };
const alerting = {
  ALERTS_TOPIC_ARN: text,
  OPERATIONS_TOPIC_ARN: text,
  ALERTS_TABLE: text,
  ...readers,
  /** URL of the desk, without a slash at the end; undefined when the desk is disabled. */
  DESK_URL: z.optional(text),
};

/** Value of dollars in the company's currencies. */
const money = { RATES_TABLE: text, CURRENCIES: currencies };

/** Topic for escalations; undefined if the settings name no one for them. */
const escalation = { ESCALATION_TOPIC_ARN: z.optional(text) };

const scan = {
  ...common,
  OUTBOUND_SECRET_ARN: text,
  SERVICE_BASE_URL: text,
  ...records,
  ...alerting,
  SCAN_RUNS_TABLE: text,
  WALLETS_TABLE: text,
  CHAINS_TABLE: text,
  ALERT_ABOVE: wholeNumber,
};

// Made by a call: a bundle has its own function's schema only, and a cold start does not make the others'.

export const receiveWebhookEnv = () => z.object({ ...inbound, WEBHOOK_QUEUE_URL: text });

export const getUserEnv = () => z.object({ ...inbound, USERS_TABLE: text });

export const storeNotificationsEnv = () =>
  z.object({
    ...common,
    ...records,
    ...alerting,
    WEBHOOK_QUEUE_URL: text,
    CASES_TABLE: text,
    DEADLINES: deadlines,
    NOTIFICATIONS_TABLE: text,
    WALLETS_TABLE: text,
    CHAINS_TABLE: text,
    ...money,
  });

export const startScanEnv = () =>
  z.object({
    ...scan,
    ...escalation,
    SUBSCRIBERS: subscribersByTopic(),
    SCAN_QUEUE_URL: text,
    ADDRESSES_PER_REQUEST: wholeNumber,
    EXPLORER_HOSTS: hosts,
  });

export const scanWalletsEnv = () =>
  z.object({
    ...scan,
    CASES_TABLE: text,
    WALLET_SCANS_TABLE: text,
    MAX_DEPTH: wholeNumber,
  });

export const sendBriefEnv = () =>
  z.object({
    ...common,
    ...records,
    ...readers,
    /** URL of the desk, without a slash at the end; undefined when the desk is disabled. */
    DESK_URL: z.optional(text),
    CASES_TABLE: text,
    ALERTS_TOPIC_ARN: text,
    ...escalation,
    ALERTS_TABLE: text,
    NOTIFICATIONS_TABLE: text,
    SCAN_RUNS_TABLE: text,
    WEBHOOK_DLQ_URL: text,
    SCAN_DLQ_URL: text,
  });

export const serveDeskEnv = () =>
  z.object({
    ...common,
    ...readers,
    /** URL of the desk, without a slash at the end. */
    DESK_URL: text,
    DESK_SESSIONS_TABLE: text,
    CASES_TABLE: text,
    ...records,
    DEADLINES: deadlines,
    NOTIFICATIONS_TABLE: text,
    ALERTS_TABLE: text,
    WALLETS_TABLE: text,
    WALLET_SCANS_TABLE: text,
    SCAN_RUNS_TABLE: text,
    CHAINS_TABLE: text,
    ...money,
    /** The score above which a wallet is alerted. */
    ALERT_ABOVE: wholeNumber,
    START_SCAN_FUNCTION: text,
    /** Resources that the page System checks. */
    WEBHOOK_DLQ_URL: text,
    SCAN_DLQ_URL: text,
    ALERTS_TOPIC_ARN: text,
    OPERATIONS_TOPIC_ARN: text,
    ...escalation,
    SUBSCRIBERS: subscribersByTopic(),
    /** The issuer of who signs in, the desk's name with it, and what is asked of it. */
    OIDC_ISSUER: z.string(),
    OIDC_CLIENT_ID: z.string(),
    OIDC_SCOPE: text,
    /** The claim that holds a person's groups, and what the issuer calls them. */
    OIDC_GROUPS_CLAIM: text,
    OIDC_GROUP_NAMES: inJson(z.record(z.string(), z.string())),
    /** True if the issuer has to have verified a person's e-mail address: that of the stack does. */
    OIDC_VERIFIED_EMAIL: flag,
    /** Page of a user in the company's back office, with `{userId}` in it. */
    USER_LINK: z.optional(text),
  });

/** Beside a function's code: the lists of its variables, by name, where the environment has no room for them. */
export const VARIABLES_FILE = "variables.json";

/**
 * Parses an environment.
 * @throws {Error} that names each variable that is missing or malformed, never a value
 */
export function readEnvironment<T extends z.ZodMiniType>(
  schema: () => T,
  environment: Record<string, string | undefined>,
): z.output<T> {
  // Every function has this list, there or beside its code.
  const beside = environment["PROJECTS"] === undefined ? variablesBeside() : {};
  const result = schema().safeParse({ ...environment, ...beside });
  if (result.success) return result.data;
  const names = [...new Set(result.error.issues.map((issue) => String(issue.path[0])))];
  throw new Error(
    `The function's environment lacks or misspells ${names.join(", ")}: deploy the stack again, which sets them.`,
  );
}

function variablesBeside(): Record<string, string> {
  try {
    const text = readFileSync(join(import.meta.dirname, VARIABLES_FILE), "utf8");
    return z.record(z.string(), z.string()).parse(JSON.parse(text));
  } catch {
    return {};
  }
}
