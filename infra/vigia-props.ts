/** Generated from lib/settings/settings.ts by `npm run schema`. */

/** Limits of this project's traffic where they differ from those of all projects. */
export interface ProjectAlarmsProps {
  /** In place of `alarms.webhooksPerDay`, for this project. */
  readonly webhooksPerDay?: number | undefined;
  /** In place of `alarms.megabytesPerDay`, for this project. */
  readonly megabytesPerDay?: number | undefined;
  /** In place of `alarms.newWalletsPerDay`, for this project. */
  readonly newWalletsPerDay?: number | undefined;
  /** In place of `alarms.silenceHours`, for this project. */
  readonly silenceHours?: number | undefined;
}

export interface ProjectProps {
  /** Id of the project in the service's dashboard. */
  readonly id: number;
  /** True if look-ups for this project include the `mexico` part. */
  readonly mexico?: boolean | undefined;
  /** Limits of this project's traffic where they differ from those of all projects. */
  readonly alarms?: ProjectAlarmsProps | undefined;
}

/** The risk service. */
export interface ServiceProps {
  /** URL of the service's API, with or without /v1. Default: "https://api.wavynode.com/v1". */
  readonly baseUrl?: string | undefined;
  /**
   * True to let the service skip every address that it has seen: then the second night scans nothing.
   * Default: false.
   */
  readonly skipExisting?: boolean | undefined;
}

/** Calls of the risk service. */
export interface InboundProps {
  /**
   * Proof of the service's calls: `signature`, `api-key` (a fixed secret) or `none`. Default: "signature".
   */
  readonly authentication?: "signature" | "api-key" | "none" | undefined;
  /** Header that holds the signature. Default: "x-wavynode-hmac". */
  readonly signatureHeader?: string | undefined;
  /**
   * Header that holds the time of the signature, in milliseconds since 1970. Default: "x-wavynode-timestamp".
   */
  readonly timestampHeader?: string | undefined;
  /** Executions of Lambda reserved for storing and alerting, which are also its maximum. Default: none. */
  readonly reservedConcurrency?: number | undefined;
  /**
   * Concurrent workers that store and alert, 2 to 16. All that alert share ten mails a second. Default: 2.
   */
  readonly maximumConcurrency?: number | undefined;
}

/** A domain of the company's own for both endpoints. It closes the API's own address. */
export interface ApiProps {
  /** The domain, in lower case, such as vigia.company.example. */
  readonly domainName: string;
  /** ARN of the domain's certificate in ACM, in the region of the stack. */
  readonly certificateArn: string;
}

/** With a desk: reminders of undecided cases. */
export interface RemindersProps {
  /** Hours without a decision after which officers are reminded, 48 at most. Default: 24. */
  readonly afterHours?: number | undefined;
}

/** The tables. */
export interface TableProps {
  /**
   * Table class of tables that grow for years. With infrequent-access storage costs less than half, and calls
   * a quarter more. Default: "standard".
   */
  readonly class?: "standard" | "infrequent-access" | undefined;
}

/** Limits of the endpoints. */
export interface ThrottleProps {
  /** Requests a second, for each route. Default: 100. */
  readonly rate?: number | undefined;
  /** Requests at once, for each route. Default: 200. */
  readonly burst?: number | undefined;
}

/** The scan of every known wallet. */
export interface ScanProps {
  /** Schedule of scans, as EventBridge writes it: cron(…) or rate(…). Default: "cron(0 4 * * ? *)". */
  readonly schedule?: string | undefined;
  /** Time zone of the schedule. Default: "America/Mexico_City". */
  readonly timeZone?: string | undefined;
  /** Score above which a wallet is alerted. Default: 60. */
  readonly alertFrom?: number | undefined;
  /** Depth of the analysis, 1 to 7. Default: 3. */
  readonly maxDepth?: number | undefined;
  /** Addresses in a request to the service, 50 at most. Default: 10. */
  readonly addressesPerRequest?: number | undefined;
  /** Concurrent requests of one worker, 20 at most. Default: 4. */
  readonly parallelRequests?: number | undefined;
  /**
   * Hours before a scored wallet is scanned again, from the beginning of the run that scored it. Default: 20.
   */
  readonly rescanAfterHours?: number | undefined;
  /** Concurrent workers that scan, 2 to 16. All that alert share ten mails a second. Default: 2. */
  readonly maximumConcurrency?: number | undefined;
}

/** Slack channels that alerts go to. */
export interface SlackProps {
  /** Id of the workspace, such as T0123ABCD. */
  readonly workspaceId: string;
  /** Id of the channel for officers, such as C0123ABCD. */
  readonly channelId: string;
  /** Id of the channel for engineers; may be that of officers. */
  readonly operationsChannelId?: string | undefined;
}

/** Existing tables that the stack uses in place of its own. */
export interface TablesProps {
  /** Name of an existing table of users, which the stack uses and never changes. */
  readonly users?: string | undefined;
  /** ARN of the KMS key that encrypts the table in `users`. */
  readonly usersKeyArn?: string | undefined;
  /** Name of an existing table of notifications, which the stack uses and never changes. */
  readonly notifications?: string | undefined;
  /** Name of an existing table of wallets, which the stack uses and never changes. */
  readonly wallets?: string | undefined;
  /** Name of an existing table of scores, which the stack uses and never changes. */
  readonly walletScans?: string | undefined;
  /** Name of an existing table of scan runs, which the stack uses and never changes. */
  readonly scanRuns?: string | undefined;
  /** Name of an existing table of chains, which the stack uses and never changes. */
  readonly chains?: string | undefined;
  /** Name of an existing table of exchange rates, which the stack uses and never changes. */
  readonly rates?: string | undefined;
  /** Name of an existing table of alerts, which the stack uses and never changes. */
  readonly alerts?: string | undefined;
  /** Name of an existing table of cases, which the stack uses and never changes. */
  readonly cases?: string | undefined;
}

/** Limits that raise alarms. */
export interface AlarmsProps {
  /** Alarms are named <namePrefix><stage>-<alarm>. Default: CloudFormation names them. */
  readonly namePrefix?: string | undefined;
  /**
   * Calls in five minutes that raise an alarm: of another secret, or without a fresh signature. Default: 20.
   */
  readonly authenticationFailures?: number | undefined;
  /** Webhooks of a project within a day (UTC) above which an alarm is raised. Default: 100000. */
  readonly webhooksPerDay?: number | undefined;
  /** Megabytes of a project within a day (UTC) above which an alarm is raised. Default: 500. */
  readonly megabytesPerDay?: number | undefined;
  /**
   * New wallets of a project within a day (UTC) above which an alarm is raised: every scan pays for each.
   * Default: 1000.
   */
  readonly newWalletsPerDay?: number | undefined;
  /** Hours without a webhook of a project after which an alarm is raised; 0 is off. Default: 24. */
  readonly silenceHours?: number | undefined;
}

/** A domain of the company's own for the desk. */
export interface DeskDomainProps {
  /** The domain, in lower case, such as vigia.company.example. */
  readonly domainName: string;
  /** ARN of the domain's certificate in ACM, in the region of the stack. */
  readonly certificateArn: string;
}

export interface DeskDeadlineProps {
  /** Country of the law, two letters of ISO 3166, such as MX. */
  readonly countryCode: string;
  /** Name of the law as the service writes it, in any case of letters. */
  readonly law: string;
  /** Time to file: `dayOfNextMonth` with `timeZone`, or `hours` after the transaction. */
  readonly within:
    | { readonly dayOfNextMonth: number; readonly timeZone: string }
    | { readonly hours: number };
  /** Source of the rule, such as counsel's letter. The case shows it. */
  readonly source: string;
  /** Day on which the source was read, as 2026-02-01. */
  readonly readOn: string;
}

export interface DeskProps {
  /** URL of the company's own OpenID Connect issuer. Default: a Cognito user pool of the stack. */
  readonly issuer?: string | undefined;
  /** Id of the desk as a client of `issuer`. */
  readonly clientId?: string | undefined;
  /** Id of an existing Cognito user pool, from another stack or from this one before. */
  readonly userPoolId?: string | undefined;
  /** A domain of the company's own for the desk. */
  readonly domain?: DeskDomainProps | undefined;
  /** Claim of `issuer` that holds the groups of a person. */
  readonly groupsClaim?: string | undefined;
  /** Executions of Lambda reserved for the desk, which are also its maximum. */
  readonly reservedConcurrency?: number | undefined;
  /**
   * Legal deadlines that add to Vigía's rules, or replace the one of the same country and law;
   * docs/guides/desk.md has their form.
   */
  readonly deadlines?: readonly DeskDeadlineProps[] | undefined;
  /** Page of a user in the company's back office, with {userId} in it. */
  readonly userLink?: string | undefined;
}

/** Properties of Vigía; what is absent takes its default. */
export interface VigiaProps {
  /**
   * Name of the stage, in the names of its resources. One account and region has each stage once. Default:
   * "dev".
   */
  readonly stage?: string | undefined;
  /** Tags of every resource that takes tags, and of the stack. */
  readonly tags?: Readonly<Record<string, string>> | undefined;
  /** ARN of the managed policy that bounds every role of the stack. Default: none. */
  readonly permissionsBoundary?: string | undefined;
  /**
   * Days for which logs are kept, one of CloudWatch's terms. The audit log of look-ups follows
   * `retentionYears`. Default: 90.
   */
  readonly logRetentionDays?:
    | 1
    | 3
    | 5
    | 7
    | 14
    | 30
    | 60
    | 90
    | 120
    | 150
    | 180
    | 365
    | 400
    | 545
    | 731
    | 1096
    | 1827
    | 2192
    | 2557
    | 2922
    | 3288
    | 3653
    | undefined;
  /** Projects of the risk service that the stage serves. Default: [{"id":1,"mexico":false}]. */
  readonly projects?: readonly ProjectProps[] | undefined;
  /** The risk service. */
  readonly service?: ServiceProps | undefined;
  /** Calls of the risk service. */
  readonly inbound?: InboundProps | undefined;
  /** A domain of the company's own for both endpoints. It closes the API's own address. */
  readonly api?: ApiProps | undefined;
  /** Language of the messages to people, alarms too: `en` or `es`. Default: "en". */
  readonly language?: "en" | "es" | undefined;
  /**
   * Time zone of the times in messages, of days, and of the brief at 08:00. Default: "America/Mexico_City".
   */
  readonly timeZone?: string | undefined;
  /**
   * Currencies beside USD in which amounts are shown, where `vigia rates set` has set a rate. Default:
   * ["MXN"].
   */
  readonly currencies?: readonly string[] | undefined;
  /** UMA by year, in pesos a day as text, for years that Vigía does not know yet: {"2027": "121.00"}. */
  readonly uma?: Readonly<Record<string, string>> | undefined;
  /**
   * E-mail addresses of those who are alerted to flagged transactions and to wallets that a scan finds to
   * review.
   */
  readonly alertEmails?: readonly string[] | undefined;
  /** E-mail addresses of those who are alerted when Vigía itself needs a hand. */
  readonly operationsEmails?: readonly string[] | undefined;
  /** With a desk: e-mail addresses of people who are told what is undecided after 48 hours. */
  readonly escalationEmails?: readonly string[] | undefined;
  /** With a desk: reminders of undecided cases. */
  readonly reminders?: RemindersProps | undefined;
  /**
   * Years for which notifications, scans and the audit log are kept. Mexican law requires ten. Default: 10.
   */
  readonly retentionYears?: number | undefined;
  /** The tables. */
  readonly table?: TableProps | undefined;
  /** Limits of the endpoints. */
  readonly throttle?: ThrottleProps | undefined;
  /** The scan of every known wallet. */
  readonly scan?: ScanProps | undefined;
  /** Slack channels that alerts go to. */
  readonly slack?: SlackProps | undefined;
  /** Existing tables that the stack uses in place of its own. */
  readonly tables?: TablesProps | undefined;
  /** Limits that raise alarms. */
  readonly alarms?: AlarmsProps | undefined;
  /** The desk for officers and auditors: true, or its settings. Default: none. */
  readonly desk?: true | DeskProps | undefined;
}

/** Place of a deployed stage, and the name of its stack. */
export interface StackPlacement {
  /** AWS account of the stage, 12 digits as text. Synthesis refuses credentials of another account. */
  readonly account?: string | undefined;
  /** AWS region of the stage, also if the shell is set up for another region. */
  readonly region?: string | undefined;
  /**
   * Name of the CloudFormation stack. Default: Vigia-<stage>. A changed name deploys a second, empty stack.
   */
  readonly stackName?: string | undefined;
}
