/**
 * The properties of Vigía: what each means, its unit and its default, with its check beside it. The public `VigiaProps` puts the parts
 * together, behind the last of them; `settingsFrom` checks it.
 */

import * as z from "zod/mini";
import { isObject } from "../contract/exact-json.ts";
import { type Issue, issuesOf, issueTexts } from "../contract/issues.ts";
import { MAX_SCAN_DEPTH, MIN_SCAN_DEPTH } from "../contract/scan.ts";
import { type Language, language } from "../i18n/catalogue/language.ts";
import { deadlineRule } from "../law/deadline-setting.ts";
import { lawKey } from "../law/laws.ts";
import { DESK_GROUP } from "./desk-groups.ts";
import { type Authentication, authentication, servedProjects } from "./env.ts";
import {
  baseUrl,
  certificateArn,
  currencyCodes,
  domainName,
  emails,
  issuerUrl,
  matching,
  reference,
  schedule,
  slackChannel,
  timeZone,
  userLink,
  wholeNumber,
} from "./fields.ts";
import { INVESTIGATE_ABOVE } from "./limits.ts";

/** A check for every property: a missing or an extra one, or one of another type, does not compile. */
type Checks<Props> = { [Name in keyof Required<Props>]: z.ZodMiniType<unknown, Props[Name]> };

/** A project of the risk service. */
export interface ProjectProps {
  /** Id of the project in the service's dashboard, 1 or more. */
  readonly id: number;
  /** True if look-ups for this project include the `mexico` part. Default: false. */
  readonly mexico?: boolean | undefined;
  /**
   * True of a project that left: its secrets end, it is neither scanned nor looked up, and its records stay visible. Default: false.
   */
  readonly retired?: boolean | undefined;
}

const project = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER),
  mexico: z._default(z.boolean(), false),
  retired: z.optional(z.boolean()),
} satisfies Checks<ProjectProps>);

/** A domain of the company's own. */
export interface DomainProps {
  /** The domain, in lower case, such as `vigia.company.example`. */
  readonly domainName: string;
  /** ARN of the domain's certificate in ACM, in the account and region of the stack. */
  readonly certificateArn: string;
}

const domain = z.strictObject({ domainName, certificateArn } satisfies Checks<DomainProps>);

/** A domain of the company's own for both endpoints. */
export interface ApiProps extends DomainProps {
  /** True while the service still calls the API's own address: both addresses answer. Default: false. */
  readonly keepOwnAddress?: boolean | undefined;
}

const api = z.strictObject({
  domainName,
  certificateArn,
  keepOwnAddress: z._default(z.boolean(), false),
} satisfies Checks<ApiProps>);

/** The risk service. */
export interface ServiceProps {
  /** URL of the service's API, with or without `/v1`. Default: `https://api.wavynode.com/v1`. */
  readonly baseUrl?: string | undefined;
  /** Hosts of block explorers that messages and pages may link to, beside the public ones that Vigía knows, such as `scan.chain.example`. */
  readonly explorerHosts?: readonly string[] | undefined;
}

const host = z
  .string()
  .check(
    z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, { error: "expected a host's name, such as scan.chain.example" }),
  );

const service = z.prefault(
  z.strictObject({
    baseUrl: z._default(baseUrl, "https://api.wavynode.com/v1"),
    explorerHosts: z._default(z.array(host), []),
  } satisfies Checks<ServiceProps>),
  {},
);

/** Each worker sends a message a second, scans and briefs two more together: that stays below SNS's limit. */
const MOST_SENDERS = 6;
const TOO_MANY_SENDERS =
  "expected at most 6: each worker sends a message a second, and SNS suspends an e-mail subscription past ten";

/** Lambda's own bound for a queue's consumers. */
const LEAST_WORKERS = 2;

/** Calls of the risk service. */
export interface InboundProps {
  /**
   * Proof of the service's calls: `signature`, `api-key` (a fixed secret), or `none`, which is for trials
   * with one project, and has no test project.
   * Default: `signature`.
   */
  readonly authentication?: Authentication | undefined;
  /** Concurrent workers that store and alert, 2 to 6. Each sends one message a second. Default: 2. */
  readonly maximumConcurrency?: number | undefined;
}

const inbound = z.prefault(
  z.strictObject({
    authentication: z._default(authentication, "signature"),
    maximumConcurrency: z._default(wholeNumber(LEAST_WORKERS, MOST_SENDERS, TOO_MANY_SENDERS), 2),
  } satisfies Checks<InboundProps>),
  {},
);

/** Limits of the endpoints. */
export interface ThrottleProps {
  /** Requests a second for each route, 1 to 2,500. Twice as many may come at once, and 1,250 at most. Default: 100. */
  readonly rate?: number | undefined;
}

const throttle = z.prefault(
  z.strictObject({ rate: z._default(wholeNumber(1, 2_500), 100) } satisfies Checks<ThrottleProps>),
  {},
);

/** The scan of every known wallet. */
export interface ScanProps {
  /**
   * Times of scans in `timeZone`, as EventBridge writes them: `cron(…)` or `rate(…)`. EventBridge leaves a time out on the day on which
   * the clocks skip it; synthesis warns of that, and names the next such day. Default: `cron(0 4 * * ? *)`.
   */
  readonly schedule?: string | undefined;
  /** Score above which a wallet is alerted, 0 to 99. Default: 60. */
  readonly alertAbove?: number | undefined;
  /** Depth of the analysis, 1 to 7. Default: 3. */
  readonly maxDepth?: number | undefined;
  /** Addresses in a request to the service, 1 to 10. Default: 10. */
  readonly addressesPerRequest?: number | undefined;
  /** Concurrent workers that scan, with four requests to the service at a time each, 2 to 16. Default: 2. */
  readonly maximumConcurrency?: number | undefined;
}

/** The service takes 50, but answers a request as a whole, after tens of seconds for each address. */
const MOST_ADDRESSES = 10;

const scan = z.prefault(
  z.strictObject({
    // No time zone of today skips this hour when summer time begins.
    schedule: z._default(schedule, "cron(0 4 * * ? *)"),
    // 99 at most: no score is above 100, so a threshold of 100 would silence every alert.
    alertAbove: z._default(wholeNumber(0, 99), INVESTIGATE_ABOVE),
    maxDepth: z._default(wholeNumber(MIN_SCAN_DEPTH, MAX_SCAN_DEPTH), 3),
    addressesPerRequest: z._default(wholeNumber(1, MOST_ADDRESSES), 10),
    maximumConcurrency: z._default(wholeNumber(LEAST_WORKERS, 16), 2),
  } satisfies Checks<ScanProps>),
  {},
);

/** Slack channels that alerts go to. */
export interface SlackProps {
  /** Id of the workspace, such as `T0123ABCD`. */
  readonly workspaceId: string;
  /** Id of the channel for officers, such as `C0123ABCD`. */
  readonly channelId: string;
  /** Id of the channel for engineers, which may be that of officers. Default: none. */
  readonly operationsChannelId?: string | undefined;
}

const slack = z.strictObject({
  workspaceId: matching(/^[0-9A-Z]{1,256}$/, "expected a workspace id such as T0123ABCD"),
  channelId: slackChannel,
  operationsChannelId: z.optional(slackChannel),
} satisfies Checks<SlackProps>);

/** Existing tables that the stack uses in place of its own, by name, and never changes. Default: none. */
export interface TablesProps {
  /** Users. */
  readonly users?: string | undefined;
  /** ARN of the KMS key that encrypts the table in `users`. */
  readonly usersKeyArn?: string | undefined;
  /** Notifications. */
  readonly notifications?: string | undefined;
  /** Known wallets. */
  readonly wallets?: string | undefined;
  /** Scores. */
  readonly walletScans?: string | undefined;
  /** Scan runs. */
  readonly scanRuns?: string | undefined;
  /** Chains. */
  readonly chains?: string | undefined;
  /** Exchange rates. */
  readonly rates?: string | undefined;
  /** Alerts. */
  readonly alerts?: string | undefined;
  /** Cases. */
  readonly cases?: string | undefined;
}

const tableName = z.optional(reference(/^[\w.-]{3,255}$/, "expected the name of a table"));

/** The tables themselves are not checked here: `vigia doctor` says whether the newest notification can be read. */
const tables = z.prefault(
  z
    .strictObject({
      users: tableName,
      usersKeyArn: z.optional(
        reference(
          /^arn:aws:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
          "expected the ARN of the key of the Users table, which begins with arn:aws:kms:",
        ),
      ),
      notifications: tableName,
      wallets: tableName,
      walletScans: tableName,
      scanRuns: tableName,
      chains: tableName,
      rates: tableName,
      alerts: tableName,
      cases: tableName,
    } satisfies Checks<TablesProps>)
    .check(
      z.refine(({ users, usersKeyArn }) => (users === undefined) === (usersKeyArn === undefined), {
        error:
          "expected users and usersKeyArn together: `aws dynamodb describe-table` shows the key under SSEDescription",
      }),
      z.refine((all) => new Set(Object.values(all)).size === Object.keys(all).length, {
        error: "expected another table for each: two properties name the same",
      }),
    ),
  {},
);

/** A legal deadline, matched by country and law. */
export interface DeadlineProps {
  /** Country of the law, a code of ISO 3166 such as MX. */
  readonly countryCode: string;
  /** Name of the law as the service writes it, in any case. */
  readonly law: string;
  /**
   * Time to file. Of the kind `day-of-next-month` the end of `day`, 1 to 28, of the month after the transaction's, in `timeZone`: no
   * weekend or holiday moves it. Of the kind `hours` so many hours after the transaction.
   */
  readonly within:
    | { readonly kind: "day-of-next-month"; readonly day: number; readonly timeZone: string }
    | { readonly kind: "hours"; readonly hours: number };
  /** Source of the rule, such as counsel's opinion. The case shows it. */
  readonly source: string;
  /** Day on which the source was read, as `2026-02-01`. */
  readonly readOn: string;
}

const deadlines = z.array(deadlineRule).check(
  z.refine(
    (list) => {
      const laws = list.map(({ countryCode, law }) => lawKey({ countryCode, name: law }));
      return new Set(laws).size === list.length;
    },
    { error: "expected each law of a country once" },
  ),
);

/** A switch for a part of the stack: `true` for the defaults of all properties, or some of the properties. Undefined where the part is off. */
function switchedPart<Props extends object>() {
  const isSwitch = (value: unknown) => typeof value === "boolean" || isObject(value);
  const value = z.custom<boolean | Props>(isSwitch, { error: "expected true, false or an object" });
  return z.pipe(
    z._default(value, false),
    z.transform((value: boolean | Props) => {
      if (value === false) return undefined;
      return value === true ? {} : value;
    }),
  );
}

/** The desk for officers and auditors. */
export interface DeskProps {
  /** URL of the company's own OpenID Connect issuer. Default: a Cognito user pool of the stack. */
  readonly issuer?: string | undefined;
  /** Id of the desk as a client of `issuer`. */
  readonly clientId?: string | undefined;
  /** Claim of the id token in which `issuer` names a person's groups, such as `roles` or `https://company.example/groups`. Default: `groups`. */
  readonly groupsClaim?: string | undefined;
  /** Scope for which `issuer` gives that claim, where `openid profile email` is not enough. Default: none. */
  readonly groupsScope?: string | undefined;
  /**
   * Names under which `issuer` sends groups of the desk, letter for letter, such as `{ officers: "/company/officers", "auditors-2": "…" }`.
   * Default: those of the desk.
   */
  readonly groupNames?: Readonly<Record<string, string>> | undefined;
  /**
   * Id of the Cognito user pool that a stack of Vigía made in this region, once the stack or its desk is gone. Default: a pool of the
   * stack.
   */
  readonly userPoolId?: string | undefined;
  /** A domain of the company's own for the desk. Default: an address of API Gateway. */
  readonly domain?: DomainProps | undefined;
  /** Page of a user in the company's back office, an https URL with `{userId}` in it. Default: none. */
  readonly userLink?: string | undefined;
}

/** Characters of a claim's or a group's name: more than any issuer has. */
const MAX_NAME = 512;

const groupNames = z.record(z.string(), z.string().check(z.minLength(1), z.maxLength(MAX_NAME))).check(
  z.refine((names) => Object.keys(names).every((group) => DESK_GROUP.test(group)), {
    error: "expected groups of the desk: officers, auditors, or those of a project such as officers-2",
    abort: true,
  }),
  z.refine(
    (names) => {
      const allNames = Object.values({ officers: "officers", auditors: "auditors", ...names });
      return new Set(allNames).size === allNames.length;
    },
    { error: "expected another name for each group" },
  ),
);

const deskObject = z
  .strictObject({
    issuer: z.optional(issuerUrl),
    clientId: z.optional(z.string().check(z.minLength(1))),
    groupsClaim: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NAME))),
    groupsScope: z.optional(matching(/^[!#-[\]-~]{1,512}$/, "expected one scope, without blanks")),
    groupNames: z.optional(groupNames),
    userPoolId: z.optional(
      reference(/^[\w-]{1,55}_[0-9a-zA-Z]+$/, "expected the id of a user pool, such as us-east-1_AbCdEf123"),
    ),
    domain: z.optional(domain),
    userLink: z.optional(userLink),
  } satisfies Checks<DeskProps>)
  .check(
    z.refine(({ issuer, clientId }) => (issuer === undefined) === (clientId === undefined), {
      error: "expected issuer and clientId together",
    }),
    z.refine(
      ({ issuer, groupsClaim, groupsScope, groupNames }) =>
        issuer !== undefined || [groupsClaim, groupsScope, groupNames].every((value) => value === undefined),
      {
        error:
          "expected groupsClaim, groupsScope and groupNames beside issuer alone: the stack's pool has its own",
      },
    ),
    z.refine(({ issuer, userPoolId }) => issuer === undefined || userPoolId === undefined, {
      error: "expected issuer or userPoolId: people sign in at one of them",
    }),
  );

const desk = z.pipe(switchedPart<DeskProps>(), z.optional(deskObject));

/** Backups of cases, notifications, alerts and wallets. */
export interface BackupsProps {
  /** Years for which a backup of each month is kept, 1 to 100; that of a night is kept for 35 days. Default: `retentionYears`. */
  readonly retentionYears?: number | undefined;
  /**
   * True to lock the vault for good, three days after the deployment. From then on neither an administrator, nor the account's root,
   * nor AWS deletes a backup before its time, and each costs until then. Default: false, a lock that an administrator with the right to do
   * so can remove.
   */
  readonly compliance?: boolean | undefined;
  /** Name of an existing vault that the stack fills and never changes, such as its own from before. Default: a vault of the stack. */
  readonly vaultName?: string | undefined;
}

const backupsObject = z
  .strictObject({
    retentionYears: z.optional(wholeNumber(1, 100)),
    compliance: z._default(z.boolean(), false),
    vaultName: z.optional(reference(/^[\w-]{2,50}$/, "expected the name of a backup vault")),
  } satisfies Checks<BackupsProps>)
  .check(
    z.refine(({ compliance, vaultName }) => !compliance || vaultName === undefined, {
      error: "expected compliance or vaultName: the stack does not lock a vault that it did not make",
    }),
  );

const backups = z.pipe(switchedPart<BackupsProps>(), z.optional(backupsObject));

/** Terms that CloudWatch Logs offers, in days. */
export const LOG_TERMS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

/** Properties of Vigía. What is absent takes its default. */
export interface VigiaProps {
  /** Projects of the risk service that the stack serves. Default: project 1. */
  readonly projects?: readonly ProjectProps[] | undefined;
  /** E-mail addresses, up to 50, that are alerted to flagged transactions and to wallets to review. Default: none. */
  readonly alertEmails?: readonly string[] | undefined;
  /** E-mail addresses, up to 50, that are alerted when Vigía itself needs a hand. Default: none. */
  readonly operationsEmails?: readonly string[] | undefined;
  /** E-mail addresses, up to 50, that get the brief of a day with something overdue. Default: none. */
  readonly escalationEmails?: readonly string[] | undefined;
  /** Slack channels that alerts go to. Default: none. */
  readonly slack?: SlackProps | undefined;
  /** Language of the messages to people, alarms too: `en` or `es`. Default: `en`. */
  readonly language?: Language | undefined;
  /** Time zone of times in messages, of days, of scans and of the brief at 08:00. Default: `America/Mexico_City`. */
  readonly timeZone?: string | undefined;
  /**
   * Currencies beside USD in which amounts are shown, up to five codes of ISO 4217; `vigia rates set` records their rates. Lists, sums
   * and files show the first one; Mexican notices need `MXN` there. Default: MXN.
   */
  readonly currencies?: readonly string[] | undefined;
  /**
   * Years for which notifications, alerts, scans, the audit log and, to the end of the calendar year, cases are kept, 1 to 100.
   * Mexican law requires ten. Default: 10.
   */
  readonly retentionYears?: number | undefined;
  /** Days for which logs are kept, one of CloudWatch's terms; the audit log follows `retentionYears`. Default: 90. */
  readonly logRetentionDays?: (typeof LOG_TERMS)[number] | undefined;
  /** Backups that no one who works with the stack can delete: true, or their properties. Default: false. */
  readonly backups?: boolean | BackupsProps | undefined;
  /** The desk for officers and auditors: true, or its properties. Default: false. */
  readonly desk?: boolean | DeskProps | undefined;
  /** Legal deadlines that add to Vigía's rules, or replace the one of the same country and law. A case keeps the rule that a law had when it first named it. Default: none. */
  readonly deadlines?: readonly DeadlineProps[] | undefined;
  /** A domain of the company's own for both endpoints, which closes the API's own address unless that is kept. Default: none. */
  readonly api?: ApiProps | undefined;
  /** The risk service. */
  readonly service?: ServiceProps | undefined;
  /** Calls of the risk service. */
  readonly inbound?: InboundProps | undefined;
  /** Limits of the endpoints. */
  readonly throttle?: ThrottleProps | undefined;
  /** The scan of every known wallet. */
  readonly scan?: ScanProps | undefined;
  /** Existing tables that the stack uses in place of its own. Default: none. */
  readonly tables?: TablesProps | undefined;
}

const settings = z
  .strictObject({
    projects: z._default(
      z.array(project).check(
        z.minLength(1),
        z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
          error: "expected each project once",
        }),
      ),
      [{ id: 1, mexico: false }],
    ),
    alertEmails: z._default(emails, []),
    operationsEmails: z._default(emails, []),
    escalationEmails: z._default(emails, []),
    slack: z.optional(slack),
    language: z._default(language, "en"),
    timeZone: z._default(timeZone, "America/Mexico_City"),
    currencies: z._default(currencyCodes, ["MXN"]),
    retentionYears: z._default(wholeNumber(1, 100), 10),
    logRetentionDays: z._default(z.literal(LOG_TERMS), 90),
    backups,
    desk,
    deadlines: z._default(deadlines, []),
    api: z.optional(api),
    service,
    inbound,
    throttle,
    scan,
    tables,
  } satisfies Checks<VigiaProps>)
  .check(
    z.refine(
      ({ inbound, projects }) => inbound.authentication !== "none" || servedProjects(projects).length === 1,
      { error: 'expected one project with inbound.authentication "none": nothing tells its callers apart' },
    ),
    z.refine(
      ({ projects, desk }) =>
        Object.keys(desk?.groupNames ?? {}).every((group) => {
          const [, projectId] = DESK_GROUP.exec(group) ?? [];
          return projectId === undefined || projects.some(({ id }) => String(id) === projectId);
        }),
      { error: "expected groups of projects that the settings name", path: ["desk", "groupNames"] },
    ),
    z.refine(({ api, desk }) => api === undefined || api.domainName !== desk?.domain?.domainName, {
      error: "expected another domain for the desk than for the endpoints: API Gateway maps a domain once",
      path: ["desk", "domain", "domainName"],
    }),
  );
/** The properties with their defaults, and the stage: `prod` of the stack `Vigia-prod`, and the name of any other stack. */
export type Settings = Omit<z.infer<typeof settings>, "backups"> & {
  stage: string;
  backups: BackupSettings | undefined;
};

/** The backups of a stack that has some. */
export type BackupSettings = z.infer<typeof backupsObject> & { retentionYears: number };

/** Says of each property that is unknown or does not fit what is wrong, by its name. */
export class InvalidSettingsError extends Error {
  override name = "InvalidSettingsError";
  constructor(message: string) {
    super(message);
    // The sentence is all that helps; an app that does not catch it prints no calls behind it.
    this.stack = `${this.name}: ${message}`;
  }
}

/**
 * Checks properties and fills in defaults.
 * @throws {InvalidSettingsError} that names each property that is unknown or does not fit, as in `scan.maxDepth: expected at most 7`
 */
export function settingsFrom(props: VigiaProps, stackName: string): Settings {
  const result = settings.safeParse(props);
  if (result.success) {
    const { backups, ...others } = result.data;
    return { ...others, stage: stageOf(stackName), backups: backups && backupSettings(backups, others) };
  }
  const issues = issuesOf(result.error, props).flatMap(splitUnknownKeys);
  const sentences = issueTexts(issues).map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  throw new InvalidSettingsError(
    `Some properties of Vigia in the stack ${stackName} are invalid. ${sentences.join("; ")}`,
  );
}

/** A monthly backup is kept as long as what is in it, unless the settings say otherwise. */
function backupSettings(
  backups: z.infer<typeof backupsObject>,
  { retentionYears }: Pick<z.infer<typeof settings>, "retentionYears">,
): BackupSettings {
  return { ...backups, retentionYears: backups.retentionYears ?? retentionYears };
}

/** The stage of a stack: `prod` of `Vigia-prod`, and the name of any other. */
export function stageOf(stackName: string): string {
  return stackName.replace(/^Vigia-/, "");
}

/** Splits an issue about unknown keys into an issue for each key, at the key's own path. */
function splitUnknownKeys({ path, is, values = [] }: Issue): Issue[] {
  if (is !== "unknown") return [{ path, is, values }];
  return values.map((key) => ({
    path: path === "" ? key : `${path}.${key}`,
    is: "freeText",
    values: ["no such property"],
  }));
}
