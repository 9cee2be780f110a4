/** What each function's environment holds: set by the template, parsed when the function starts. */

import * as z from "zod/mini";
import { deadlineRule } from "../cases/deadline-rule.ts";
import { language } from "../language/language.ts";

const text = z.string().check(z.minLength(1));
const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d+$/, { error: "expected digits" })),
  z.transform((digits) => Number(digits)),
);
const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((word) => word === "true"),
);

/** A project as the functions know it: its id with the service, and whether Mexican compliance is enabled. */
export const project = z.object({ id: z.number(), mexico: z.boolean() });
export type Project = z.infer<typeof project>;

const projects = z.pipe(
  z.string(),
  z.transform((json) => z.array(project).parse(JSON.parse(json))),
);

/** The currencies beside dollars, as JSON. */
export const currencies = z.pipe(
  z.string(),
  z.transform((json) => z.array(z.string()).parse(JSON.parse(json))),
);

/** The UMA by year, in digits, as JSON. */
export const umaYears = z.pipe(
  z.string(),
  z.transform((json) => z.record(z.string(), z.string()).parse(JSON.parse(json))),
);

/** The deadlines that settings add, as JSON; none where no desk is deployed. */
const deadlines = z._default(
  z.pipe(
    z.string(),
    z.transform((json) => z.array(deadlineRule).parse(JSON.parse(json))),
  ),
  [],
);

/** How inbound calls are authenticated. */
export const authentication = z.enum(["signature", "api-key", "none"]);
export type Authentication = z.infer<typeof authentication>;

/**
 * How many times faster than the real one the local clock runs: it divides back-off and time limits. 1 where absent,
 * as it is in every deployed stack.
 */
const timeScale = { TIME_SCALE: z._default(z.pipe(z.string(), z.transform(Number)), 1) };

const inbound = {
  ...timeScale,
  STAGE: text,
  PROJECTS: projects,
  INBOUND_SECRET_ARN: text,
  AUTHENTICATION: authentication,
  SIGNATURE_HEADER: text,
  TIMESTAMP_HEADER: text,
};

const outbound = {
  STAGE: text,
  PROJECTS: projects,
  OUTBOUND_SECRET_ARN: text,
  SERVICE_BASE_URL: text,
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

/** The table of cases; absent where no desk is deployed. */
const cases = { CASES_TABLE: z.optional(text) };

const scan = {
  ...outbound,
  ...records,
  ...alerting,
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
    STAGE: text,
    PROJECTS: projects,
    ...timeScale,
    ...records,
    ...alerting,
    WEBHOOK_QUEUE_URL: text,
    ...cases,
    DEADLINES: deadlines,
    NOTIFICATIONS_TABLE: text,
    WALLETS_TABLE: text,
    CHAINS_TABLE: text,
    RATES_TABLE: text,
    CURRENCIES: currencies,
    UMA: umaYears,
  });

/** Who is to be subscribed to a topic: e-mail addresses by their digests, and whether a Slack channel is. */
const subscribers = z.object({ emails: z.array(z.string()), slack: z.boolean() });
export type Subscribers = z.infer<typeof subscribers>;

const bothSubscribers = () =>
  z.pipe(
    z.string(),
    z.transform((json) => z.object({ alerts: subscribers, operations: subscribers }).parse(JSON.parse(json))),
  );

/** Nobody, where no topic for escalations is. */
const escalationSubscribers = z._default(
  z.pipe(
    z.string(),
    z.transform((json) => subscribers.parse(JSON.parse(json))),
  ),
  { emails: [], slack: false },
);

export const startScanEnv = () =>
  z.object({
    ...scan,
    SUBSCRIBERS: bothSubscribers(),
    ESCALATION_TOPIC_ARN: z.optional(text),
    ESCALATION_SUBSCRIBERS: escalationSubscribers,
    /** How far apart the schedule's runs are; a run that is open for longer has been given up. */
    SCAN_INTERVAL_SECONDS: wholeNumber,
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
    STAGE: text,
    PROJECTS: projects,
    ...records,
    TIME_ZONE: text,
    CASES_TABLE: text,
    NOTIFICATIONS_TABLE: text,
  });

export const applyHoldsEnv = () =>
  z.object({
    STAGE: text,
    PROJECTS: projects,
    HOLDS_TABLE: text,
    NOTIFICATIONS_TABLE: text,
    WALLETS_TABLE: text,
    WALLET_SCANS_TABLE: text,
    ALERTS_TABLE: text,
    ...cases,
  });

export const sendRemindersEnv = () =>
  z.object({
    ...timeScale,
    STAGE: text,
    PROJECTS: projects,
    ...records,
    ...readers,
    DESK_URL: text,
    CASES_TABLE: text,
    ALERTS_TABLE: text,
    ALERTS_TOPIC_ARN: text,
    /** Absent where nobody is named for escalations. */
    ESCALATION_TOPIC_ARN: z.optional(text),
    /** How long a case may be undecided before officers are reminded of it. */
    AFTER_HOURS: wholeNumber,
  });

export const sendBriefEnv = () =>
  z.object({
    STAGE: text,
    PROJECTS: projects,
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
    /** The score above which a wallet is alerted. */
    ALERT_FROM: wholeNumber,
  });

export const serveDeskEnv = () =>
  z.object({
    ...timeScale,
    STAGE: text,
    PROJECTS: projects,
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
    SUBSCRIBERS: bothSubscribers(),
    /** The issuer of who signs in, the desk's name with it, and the claim that holds a person's groups. */
    OIDC_ISSUER: z.string(),
    OIDC_CLIENT_ID: z.string(),
    OIDC_GROUPS_CLAIM: text,
    /** Where a user is shown in the company's back office, with `{userId}` in it. */
    USER_LINK: z.optional(text),
  });
