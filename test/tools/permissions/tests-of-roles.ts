/** Tests of `test/e2e` that use the permissions of each role and managed policy. */

/** The settings of the stacks whose permissions are tried: what others bring has to be added here. */
export const TRIED = {
  withoutDesk: {},
  withDesk: { desk: true, escalationEmails: ["head@company.example"] },
};

/** Tests of one file, which run on the stack of that file. */
export interface Selection {
  /** Under `test/e2e`, without `.test.ts`. */
  file: string;
  /** Parts of the names of the tests that are run; all of the file where absent. */
  only?: readonly string[];
  /** Parts of the permissions that they are run for, as the sweep prints them; for each where absent. */
  for?: readonly string[];
}

/** Every schedule of a stack with a desk, and whether each of its functions may write its log. */
const CLOCK: Selection = { file: "desk/schedules.full" };
const LOGS: Selection = { ...CLOCK, for: ["logs:"] };

const STAGE: Selection = { file: "pipeline/stage-commands.full" };

const EXCEEDED: Selection = {
  file: "desk/cases.full",
  only: ["notes a further alert in a wallet's open case"],
};
const BRIEF: Selection = { file: "desk/brief.full", only: ["goes out once when it is asked for"] };

/**
 * By the names of roles and managed policies without the stack's; what is for a few permissions first, then the
 * cheapest, since the first that notices ends the search.
 */
export const TESTS: Readonly<Record<string, readonly Selection[]>> = {
  GetUserRole: [{ file: "pipeline/user-lookup" }],
  ReceiveWebhookRole: [{ file: "pipeline/webhook" }],
  StoreNotificationsRole: [
    {
      file: "pipeline/repeats",
      for: ["table/Alerts", "table/Notifications", "table/Cases"],
    },
    { file: "desk/cases.full", only: ["opens one for each notification"], for: ["table/Cases"] },
    { file: "pipeline/webhook" },
  ],
  StartScanRole: [
    { file: "pipeline/starting.full" },
    { file: "desk/reminders.full", only: ["a night's start"] },
    STAGE,
  ],
  ScanWalletsRole: [
    { file: "pipeline/scan", only: ["stops at a wrong key"], for: ["OperationsTopic"] },
    {
      file: "pipeline/scan",
      only: ["gives every wallet one history point"],
      for: ["table/Chains"],
    },
    EXCEEDED,
  ],
  SendBriefRole: [
    LOGS,
    {
      file: "desk/reminders.full",
      only: ["an hour reminds", "the brief"],
      for: ["EscalationTopic", "getitem table/Cases"],
    },
    BRIEF,
  ],
  BriefClockRole: [CLOCK],
  ScheduleRole: [CLOCK],
  ServeDeskRole: [
    {
      file: "desk/cases.full",
      only: [
        "reminds of a suspicion once",
        "goes from an alert to a decision",
        "is kept whole from an officer's step on",
        "is counted in its month",
      ],
      for: ["table/DeskSessions", "table/Cases"],
    },
    { ...EXCEEDED, for: ["query table/Alerts"] },
    {
      file: "desk/sign-in.full",
      only: ["ends the session at sign-out"],
      for: ["deleteitem table/DeskSessions"],
    },
    {
      file: "desk/pages.full",
      only: ["keeps the page of a notification without a case"],
      for: ["getitem table/Wallets"],
    },
    {
      file: "desk/pages.full",
      only: [
        "lists every open case in the inbox",
        "finds notifications by what they say",
        "lists wallets by their last score",
        "shows a person of one project nothing of another",
        "shows hostile text as text",
        "starts a scan for officers",
        "shows a user whole",
        "shows the state of the system",
        "leaves a line about each view",
      ],
    },
  ],
  UserWriter: [{ file: "pipeline/user-lookup", only: ["the policy UserWriter alone"] }],
  Operator: [
    {
      file: "desk/brief.full",
      only: ["lets an operator"],
      for: [
        "cloudwatch:",
        "scheduler:",
        "sns:getsubscriptionattributes",
        "sns:listsubscriptionsbytopic",
        "EscalationTopic",
      ],
    },
    {
      ...STAGE,
      only: ["confirms a subscription", "sets rates"],
      for: ["sns:", "table/Rates"],
    },
    STAGE,
  ],
  Officer: [
    {
      file: "desk/brief.full",
      only: ["goes out once when it is asked for", "carries a seal that officers verify"],
      for: ["dynamodb:scan"],
    },
    {
      file: "desk/cases.full",
      only: [
        "opens one for each notification",
        "goes from an alert to a decision",
        "is counted in its month",
        "is verified and exported by officers",
      ],
    },
    {
      file: "desk/sign-in.full",
      only: ["lets officers who lead invite"],
      for: ["cognito-idp:", "table/DeskSessions"],
    },
  ],
};

/** Roles, managed policies and their actions that nothing on this machine can use, and why. */
export const OUT_OF_REACH: Readonly<Record<string, string>> = {
  SlackChannelConfigurationRole: "only AWS's own client of Slack assumes it",
  BackupRole: "only AWS Backup assumes it",
  "Operator backup:ListRecoveryPointsByBackupVault":
    "no backup is emulated; test/lib/cli/commands/doctor/backup-checks.test.ts asks for them",
  "ServeDeskRole cloudwatch:DescribeAlarms":
    "no alarm is emulated; test/lib/desk/system/findings.test.ts asks for them",
  "Officer dynamodb:Scan DeskSessions":
    "only beside an issuer of the company's, for which the local stack has its own",
  "Operator sns:Unsubscribe":
    "every subscription there is named; test/lib/cli/commands/subscriptions.test.ts ends another",
};
