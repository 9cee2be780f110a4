/** Which tests of `test/e2e` use what each role and managed policy may do. */

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
}

/** A scan of a few wallets. */
const SCANNED: Selection = { file: "pipeline/scan", only: ["ends each simulated case as it should"] };

/** Every schedule of a stack with a desk, and whether each of its functions may write its log. */
const CLOCK: Selection = { file: "desk/schedules" };

const STAGE: Selection = { file: "pipeline/stage-commands" };

/** By the names of roles and managed policies without the stack's; the cheapest first, since the first that notices ends the search. */
export const TESTS: Readonly<Record<string, readonly Selection[]>> = {
  GetUserRole: [{ file: "pipeline/user-lookup" }],
  ReceiveWebhookRole: [{ file: "pipeline/webhook" }],
  StoreNotificationsRole: [
    { file: "pipeline/webhook" },
    { file: "pipeline/repeats" },
    { file: "pipeline/owners" },
    { file: "pipeline/outages" },
    { file: "desk/cases" },
  ],
  StartScanRole: [
    { file: "pipeline/starting" },
    { file: "desk/reminders", only: ["a night's start"] },
    STAGE,
  ],
  ScanWalletsRole: [
    { file: "desk/cases", only: ["notes in a wallet's open case"] },
    { file: "pipeline/scan", only: ["stops at a wrong key"] },
    SCANNED,
    { file: "pipeline/odd-night" },
    { file: "desk/cases" },
  ],
  SendBriefRole: [{ file: "desk/brief" }, CLOCK],
  BriefClockRole: [CLOCK],
  ScheduleRole: [CLOCK],
  CountDaysClockRole: [CLOCK],
  HoldScheduleRole: [CLOCK],
  RemindersClockRole: [CLOCK],
  ServeDeskRole: [{ file: "desk/pages" }, { file: "desk/cases" }, { file: "desk/sign-in" }],
  CountDaysRole: [{ file: "desk/cases", only: ["is counted each night"] }, CLOCK],
  ApplyHoldsRole: [{ file: "desk/cases", only: ["a hold"] }, CLOCK],
  SendRemindersRole: [{ file: "desk/reminders" }],
  UserWriter: [{ file: "pipeline/user-lookup", only: ["the policy UserWriter alone"] }],
  Reader: [
    {
      ...STAGE,
      only: [
        "sets, rotates, retires and lists secrets",
        "simulates every kind of webhook",
        "lists, shows and exports what the service sends",
        "scans imported wallets",
        "lists and shows to a reader",
      ],
    },
    STAGE,
  ],
  Operator: [STAGE, { file: "desk/brief", only: ["lets an operator"] }, { file: "desk/brief" }],
  Officer: [
    { file: "desk/cases", only: ["a case at the desk"] },
    { file: "desk/brief" },
    { file: "desk/cases" },
  ],
  HoldKeeper: [{ file: "desk/cases", only: ["a hold"] }],
  DeskOperator: [{ file: "desk/sign-in", only: ["lets who runs the desk invite"] }],
};

const DEAD_CALLS = "only by AWS itself, of a call that failed: the local stack keeps none";
const TAKEN_OVER = "only of tables that were taken over: the local stack makes all of its own";

/** Roles, managed policies and their actions that nothing on this machine can use, and why. */
export const OUT_OF_REACH: Readonly<Record<string, string>> = {
  SlackChannelConfigurationRole: "only AWS's own client of Slack assumes it",
  SlackGuardrail: "only AWS's own client of Slack has it",
  "BriefClockRole sqs:SendMessage": DEAD_CALLS,
  "RemindersClockRole sqs:SendMessage": DEAD_CALLS,
  "SendBriefRole sqs:SendMessage": DEAD_CALLS,
  "SendRemindersRole sqs:SendMessage": DEAD_CALLS,
  "ServeDeskRole cloudwatch:DescribeAlarms":
    "no alarm is emulated; test/lib/desk/health.test.ts asks for them",
  "CountDaysRole lambda:InvokeFunction": "only in a night that takes longer than one call",
  "DeskOperator dynamodb:Scan":
    "only beside an issuer of the company's, for which the local stack has its own",
  "Operator dynamodb:DescribeContinuousBackups": TAKEN_OVER,
  "Operator dynamodb:DescribeTable": TAKEN_OVER,
  "Operator dynamodb:DescribeTimeToLive": TAKEN_OVER,
};
