/** The deployment settings: their schema, their defaults, and errors that name the key. */

import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../contract/issues.ts";
import { MAX_ADDRESSES_PER_REQUEST, MAX_SCAN_DEPTH, MIN_SCAN_DEPTH } from "../contract/scan.ts";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../contract/signature.ts";
import { language } from "../i18n/language.ts";
import { INVESTIGATE_ABOVE } from "../risk/score.ts";
import { deadlineRule } from "./deadline-rule.ts";
import { authentication } from "./env.ts";
import {
  baseUrl,
  certificateArn,
  currencyCodes,
  domainName,
  emails,
  headerName,
  matching,
  orJsonText,
  reference,
  schedule,
  section,
  slackChannel,
  stageName,
  timeZone,
  uma,
  wholeNumber,
} from "./fields.ts";
import { mergedSettings } from "./merged-settings.ts";
import { isSettingKey, SettingNames } from "./setting-keys.ts";

/** Most workers that alert at a time: the pace of mails is held for no more. */
const MOST_SENDERS = 18;

/** More would get too little of what SNS sends of mails in a second to alert in time. */
const TOO_MANY_SENDERS =
  "expected at most 16: SNS suspends an e-mail subscription past ten messages a second, which all workers share";

const httpsUrl = z
  .string()
  .check(z.refine((text) => URL.parse(text)?.protocol === "https:", { error: "expected an https URL" }));

const nonEmpty = z.string().check(z.minLength(1));

/** A domain with its certificate. */
const domain = () =>
  orJsonText(
    z.strictObject({
      domainName: domainName.check(z.describe("The domain, in lower case, such as vigia.company.example.")),
      certificateArn: certificateArn.check(
        z.describe("ARN of the domain's certificate in ACM, in the region of the stack."),
      ),
    }),
  );

const deskSettings = z.pipe(
  z.transform((value: unknown) => (value === true || value === "true" ? {} : value)),
  orJsonText(
    z
      .strictObject({
        issuer: z
          .optional(httpsUrl)
          .check(
            z.describe(
              "URL of the company's own OpenID Connect issuer. Default: a Cognito user pool of the stack.",
            ),
          ),
        clientId: z.optional(nonEmpty).check(z.describe("Id of the desk as a client of `issuer`.")),
        userPoolId: z
          .optional(
            reference(
              /^[\w-]{1,55}_[0-9a-zA-Z]+$/,
              "expected the id of a user pool, such as us-east-1_AbCdEf123",
            ),
          )
          .check(
            z.describe("Id of an existing Cognito user pool, from another stack or from this one before."),
          ),
        domain: z.optional(domain()).check(z.describe("A domain of the company's own for the desk.")),
        groupsClaim: z
          ._default(nonEmpty, "groups")
          .check(z.describe("Claim of `issuer` that holds the groups of a person.")),
        reservedConcurrency: z
          .optional(wholeNumber(1, 900))
          .check(z.describe("Executions of Lambda reserved for the desk, which are also its maximum.")),
        deadlines: z
          ._default(z.array(deadlineRule), [])
          .check(
            z.describe(
              "Legal deadlines that add to Vigía's rules, or replace the one of the same country and law; docs/guides/desk.md has their form.",
            ),
          ),
        userLink: z
          .optional(
            z.string().check(
              z.refine((text) => URL.parse(text)?.protocol === "https:" && text.includes("{userId}"), {
                error: "expected an https URL with {userId} in it",
              }),
            ),
          )
          .check(z.describe("Page of a user in the company's back office, with {userId} in it.")),
      })
      .check(
        z.refine(({ issuer, clientId }) => (issuer === undefined) === (clientId === undefined), {
          error: "expected issuer and clientId together",
        }),
        z.refine(({ issuer, userPoolId }) => issuer === undefined || userPoolId === undefined, {
          error: "expected issuer or userPoolId: people sign in at one of them",
        }),
      ),
  ),
);

/** Bounds of a project's traffic. 0 hours of silence is off. */
const trafficBound = {
  webhooksPerDay: wholeNumber(1, 1_000_000_000),
  megabytesPerDay: wholeNumber(1, 1_000_000_000),
  newWalletsPerDay: wholeNumber(1, 1_000_000_000),
  silenceHours: wholeNumber(0, 168),
};

const ownBound = (name: keyof typeof trafficBound) =>
  z.optional(trafficBound[name]).check(z.describe(`In place of \`alarms.${name}\`, for this project.`));

const project = z.strictObject({
  id: wholeNumber(0, Number.MAX_SAFE_INTEGER).check(
    z.describe("Id of the project in the service's dashboard."),
  ),
  mexico: z
    ._default(orJsonText(z.boolean()), false)
    .check(z.describe("True if look-ups for this project include the `mexico` part.")),
  alarms: z
    .optional(
      orJsonText(
        z.strictObject({
          webhooksPerDay: ownBound("webhooksPerDay"),
          megabytesPerDay: ownBound("megabytesPerDay"),
          newWalletsPerDay: ownBound("newWalletsPerDay"),
          silenceHours: ownBound("silenceHours"),
        }),
      ),
    )
    .check(z.describe("Limits of this project's traffic where they differ from those of all projects.")),
});

const projects = orJsonText(
  z.array(project).check(
    z.minLength(1),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
      error: "expected each project once",
    }),
  ),
);

export const DEFAULT_STAGE = "dev";

const tableName = reference(/^[\w.-]{3,255}$/, "expected the name of a table");

const taken = (what: string) =>
  z
    .optional(tableName)
    .check(z.describe(`Name of an existing table ${what}, which the stack uses and never changes.`));

/** Tables that are there already. They hold what the code reads, so nothing is checked here: the doctor compares them. */
const takenOver = section({
  users: taken("of users"),
  usersKeyArn: z
    .optional(
      reference(
        /^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/,
        "expected the ARN of the key of the Users table",
      ),
    )
    .check(z.describe("ARN of the KMS key that encrypts the table in `users`.")),
  notifications: taken("of notifications"),
  wallets: taken("of wallets"),
  walletScans: taken("of scores"),
  scanRuns: taken("of scan runs"),
  chains: taken("of chains"),
  rates: taken("of exchange rates"),
  alerts: taken("of alerts"),
  cases: taken("of cases"),
}).check(
  z.refine(({ users, usersKeyArn }) => (users === undefined) === (usersKeyArn === undefined), {
    error:
      "expected users and usersKeyArn together: `aws dynamodb describe-table` shows the key under SSEDescription",
  }),
);

/** Terms that CloudWatch Logs offers, in days. */
const LOG_TERMS = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
] as const;

/** Everything that a deployment can set; what is absent takes its default. The descriptions are those of editors and types. */
export const settings = z
  .strictObject({
    stage: z
      ._default(stageName, DEFAULT_STAGE)
      .check(
        z.describe(
          "Name of the stage, in the names of its resources. One account and region has each stage once.",
        ),
      ),
    account: z
      .optional(matching(/^\d{12}$/, "expected the 12 digits of an AWS account as text"))
      .check(
        z.describe(
          "AWS account of the stage, 12 digits as text. Synthesis refuses credentials of another account.",
        ),
      ),
    region: z
      .optional(matching(/^[a-z]{2,}(-[a-z]+)+-\d$/, "expected a region such as us-east-1"))
      .check(z.describe("AWS region of the stage, also if the shell is set up for another region.")),
    stackName: z
      .optional(
        matching(/^[A-Za-z][A-Za-z0-9-]{0,127}$/, "expected a stack's name: letters, digits and dashes"),
      )
      .check(
        z.describe(
          "Name of the CloudFormation stack. Default: Vigia-<stage>. A changed name deploys a second, empty stack.",
        ),
      ),
    tags: z
      ._default(
        orJsonText(
          z.record(
            matching(/^(?!aws:).{1,128}$/, "expected a tag's key of up to 128 characters"),
            z.string().check(z.maxLength(256)),
          ),
        ),
        {},
      )
      .check(z.describe("Tags of every resource that takes tags, and of the stack.")),
    permissionsBoundary: z
      .optional(
        reference(
          /^arn:[\w-]+:iam::(\d{12}|aws):policy\/[\w+=,.@/-]+$/,
          "expected the ARN of a managed policy",
        ),
      )
      .check(z.describe("ARN of the managed policy that bounds every role of the stack. Default: none.")),
    logRetentionDays: z
      ._default(orJsonText(z.literal(LOG_TERMS)), 90)
      .check(
        z.describe(
          "Days for which logs are kept, one of CloudWatch's terms. The audit log of look-ups follows `retentionYears`.",
        ),
      ),
    projects: z
      ._default(projects, [{ id: 1, mexico: false }])
      .check(z.describe("Projects of the risk service that the stage serves.")),
    service: section({
      baseUrl: z
        ._default(baseUrl, "https://api.wavynode.com/v1")
        .check(z.describe("URL of the service's API, with or without /v1.")),
      skipExisting: z
        ._default(orJsonText(z.boolean()), false)
        .check(
          z.describe(
            "True to let the service skip every address that it has seen: then the second night scans nothing.",
          ),
        ),
    }).check(z.describe("The risk service.")),
    inbound: section({
      authentication: z
        ._default(authentication, "signature")
        .check(
          z.describe("Proof of the service's calls: `signature`, `api-key` (a fixed secret) or `none`."),
        ),
      signatureHeader: z
        ._default(headerName, SIGNATURE_HEADER)
        .check(z.describe("Header that holds the signature.")),
      timestampHeader: z
        ._default(headerName, TIMESTAMP_HEADER)
        .check(z.describe("Header that holds the time of the signature, in milliseconds since 1970.")),
      // The queue needs two concurrent executions; Lambda always leaves an account 100 that are reserved for nothing.
      reservedConcurrency: z
        .optional(wholeNumber(2, 900))
        .check(
          z.describe(
            "Executions of Lambda reserved for storing and alerting, which are also its maximum. Default: none.",
          ),
        ),
      // Two is Lambda's own bound for a queue's consumers. All that alert share SNS's ten mails a second.
      maximumConcurrency: z
        ._default(wholeNumber(2, 16, TOO_MANY_SENDERS), 2)
        .check(
          z.describe(
            "Concurrent workers that store and alert, 2 to 16. All that alert share ten mails a second.",
          ),
        ),
    })
      .check(
        z.refine(
          ({ reservedConcurrency, maximumConcurrency }) =>
            reservedConcurrency === undefined || reservedConcurrency >= maximumConcurrency,
          { error: "expected reservedConcurrency of at least maximumConcurrency" },
        ),
      )
      .check(z.describe("Calls of the risk service.")),
    api: z
      .optional(domain())
      .check(
        z.describe("A domain of the company's own for both endpoints. It closes the API's own address."),
      ),
    language: z
      ._default(language, "en")
      .check(z.describe("Language of the messages to people, alarms too: `en` or `es`.")),
    timeZone: z
      ._default(timeZone, "America/Mexico_City")
      .check(z.describe("Time zone of the times in messages, of days, and of the brief at 08:00.")),
    currencies: z
      ._default(currencyCodes, ["MXN"])
      .check(
        z.describe(
          "Currencies beside USD in which amounts are shown, where `vigia rates set` has set a rate.",
        ),
      ),
    uma: z
      ._default(uma, {})
      .check(
        z.describe(
          'UMA by year, in pesos a day as text, for years that Vigía does not know yet: {"2027": "121.00"}.',
        ),
      ),
    alertEmails: z
      ._default(emails, [])
      .check(
        z.describe(
          "E-mail addresses of those who are alerted to flagged transactions and to wallets that a scan finds to review.",
        ),
      ),
    operationsEmails: z
      ._default(emails, [])
      .check(z.describe("E-mail addresses of those who are alerted when Vigía itself needs a hand.")),
    escalationEmails: z
      ._default(emails, [])
      .check(
        z.describe("With a desk: e-mail addresses of people who are told what is undecided after 48 hours."),
      ),
    reminders: section({
      // After 48 hours those hear of it whom it is escalated to: officers before them.
      afterHours: z
        ._default(wholeNumber(1, 48), 24)
        .check(z.describe("Hours without a decision after which officers are reminded, 48 at most.")),
    }).check(z.describe("With a desk: reminders of undecided cases.")),
    retentionYears: z
      ._default(wholeNumber(1, 100), 10)
      .check(
        z.describe(
          "Years for which notifications, scans and the audit log are kept. Mexican law requires ten.",
        ),
      ),
    table: section({
      class: z
        ._default(z.enum(["standard", "infrequent-access"]), "standard")
        .check(
          z.describe(
            "Table class of tables that grow for years. With infrequent-access storage costs less than half, and calls a quarter more.",
          ),
        ),
    }).check(z.describe("The tables.")),
    throttle: section({
      rate: z._default(wholeNumber(1, 10_000), 100).check(z.describe("Requests a second, for each route.")),
      burst: z._default(wholeNumber(1, 5_000), 200).check(z.describe("Requests at once, for each route.")),
    }).check(z.describe("Limits of the endpoints.")),
    scan: section({
      // No time zone of today skips this hour when summer time begins.
      schedule: z
        ._default(schedule, "cron(0 4 * * ? *)")
        .check(z.describe("Schedule of scans, as EventBridge writes it: cron(…) or rate(…).")),
      timeZone: z._default(timeZone, "America/Mexico_City").check(z.describe("Time zone of the schedule.")),
      // Nothing is above 100, and alerts would end without a word.
      alertFrom: z
        ._default(wholeNumber(0, 99), INVESTIGATE_ABOVE)
        .check(z.describe("Score above which a wallet is alerted.")),
      maxDepth: z
        ._default(wholeNumber(MIN_SCAN_DEPTH, MAX_SCAN_DEPTH), 3)
        .check(z.describe("Depth of the analysis, 1 to 7.")),
      addressesPerRequest: z
        ._default(wholeNumber(1, MAX_ADDRESSES_PER_REQUEST), 10)
        .check(z.describe("Addresses in a request to the service, 50 at most.")),
      parallelRequests: z
        ._default(wholeNumber(1, 20), 4)
        .check(z.describe("Concurrent requests of one worker, 20 at most.")),
      rescanAfterHours: z
        ._default(wholeNumber(0, 8_760), 20)
        .check(
          z.describe(
            "Hours before a scored wallet is scanned again, from the beginning of the run that scored it.",
          ),
        ),
      maximumConcurrency: z
        ._default(wholeNumber(2, 16, TOO_MANY_SENDERS), 2)
        .check(z.describe("Concurrent workers that scan, 2 to 16. All that alert share ten mails a second.")),
    }).check(z.describe("The scan of every known wallet.")),
    slack: z
      .optional(
        orJsonText(
          z.strictObject({
            workspaceId: matching(/^[0-9A-Z]{1,256}$/, "expected a workspace id such as T0123ABCD").check(
              z.describe("Id of the workspace, such as T0123ABCD."),
            ),
            channelId: slackChannel.check(z.describe("Id of the channel for officers, such as C0123ABCD.")),
            operationsChannelId: z
              .optional(slackChannel)
              .check(z.describe("Id of the channel for engineers; may be that of officers.")),
          }),
        ),
      )
      .check(z.describe("Slack channels that alerts go to.")),
    tables: takenOver
      .check(
        z.refine((tables) => new Set(Object.values(tables)).size === Object.keys(tables).length, {
          error: "expected another table for each: two settings name the same",
        }),
      )
      .check(z.describe("Existing tables that the stack uses in place of its own.")),
    desk: z
      .optional(deskSettings)
      .check(z.describe("The desk for officers and auditors: true, or its settings. Default: none.")),
    alarms: section({
      namePrefix: z
        .optional(
          matching(/^[\w.:/+=@-]{1,100}$/, "expected up to 100 letters, digits and any of . : / + = @ _ -"),
        )
        .check(
          z.describe("Alarms are named <namePrefix><stage>-<alarm>. Default: CloudFormation names them."),
        ),
      authenticationFailures: z
        ._default(wholeNumber(1, 1_000_000), 20)
        .check(
          z.describe(
            "Calls in five minutes that raise an alarm: of another secret, or without a fresh signature.",
          ),
        ),
      webhooksPerDay: z
        ._default(trafficBound.webhooksPerDay, 100_000)
        .check(z.describe("Webhooks of a project within a day (UTC) above which an alarm is raised.")),
      megabytesPerDay: z
        ._default(trafficBound.megabytesPerDay, 500)
        .check(z.describe("Megabytes of a project within a day (UTC) above which an alarm is raised.")),
      newWalletsPerDay: z
        ._default(trafficBound.newWalletsPerDay, 1_000)
        .check(
          z.describe(
            "New wallets of a project within a day (UTC) above which an alarm is raised: every scan pays for each.",
          ),
        ),
      silenceHours: z
        ._default(trafficBound.silenceHours, 24)
        .check(z.describe("Hours without a webhook of a project after which an alarm is raised; 0 is off.")),
    }).check(z.describe("Limits that raise alarms.")),
  })
  .check(
    z.refine(({ inbound, scan }) => inbound.maximumConcurrency + scan.maximumConcurrency <= MOST_SENDERS, {
      error: `expected inbound.maximumConcurrency and scan.maximumConcurrency to be ${MOST_SENDERS} together at most`,
    }),
  );
export type Settings = z.infer<typeof settings>;

/** Says of each setting that does not fit what is wrong, by its key. */
export class InvalidSettingsError extends Error {
  override name = "InvalidSettingsError";
  /** The part about what does not fit, without the words about where to correct it. */
  readonly wrong: string | undefined;
  constructor(message: string, wrong?: string) {
    super(message);
    this.wrong = wrong;
    // The sentence is all that helps; an app that does not catch it prints no calls behind it.
    this.stack = `${this.name}: ${message}`;
  }
}

/** The stage is not one of vigia.json. */
export class UnknownStageError extends InvalidSettingsError {}

let settingNames: SettingNames | undefined;

/** The names of all settings. */
export function namesOfSettings(): SettingNames {
  settingNames ??= new SettingNames(settings);
  return settingNames;
}

/** Content of `stages` in vigia.json; the settings themselves are checked after the merge. */
const stages = z._default(
  z.record(
    stageName,
    z.looseObject({}).check(
      z.refine((own) => !("stage" in own), {
        error: "not allowed here: the key of stages is the stage's name",
      }),
    ),
  ),
  {},
);

/** Value that selects the stage; its form is checked with all others. */
const stageChoice = z.looseObject({ stage: z._default(z.string(), DEFAULT_STAGE) });

const IN_FILE = "Some settings are invalid. Correct them in vigia.json or with -c key=value.";

/**
 * The settings of one stage, as `vigia.json` and `-c key=value` give them; those of every other stage in the file are checked too.
 * @param typed values by their dotted names, which win; `stage` chooses the stage
 * @param written content of vigia.json; where it is absent, every stage is known
 * @throws {InvalidSettingsError} that names each key that is unknown or does not fit, as in `scan.maxDepth: expected at most 7`,
 *   or a stage that the file does not name
 */
export function readSettings(typed: Readonly<Record<string, unknown>>, written?: object): Settings {
  const {
    $schema: _,
    stages: givenStages,
    ...shared
  } = { $schema: undefined, stages: undefined, ...written };
  const byStage = parsed(stages, givenStages, { under: "stages" });
  const names = namesOfSettings();
  const wrong = [
    ...names.wrongTyped(typed),
    ...names.wrongIn(shared),
    ...Object.entries(byStage).flatMap(([name, ofStage]) => names.wrongIn(ofStage, `stages.${name}`)),
  ];
  if (wrong.length > 0) throw unfit(IN_FILE, wrong.join("; "));
  const own = Object.fromEntries(Object.entries(typed).filter(([key]) => isSettingKey(key)));
  const { stage } = parsed(stageChoice, { ...shared, ...own });
  if (written !== undefined) checkStage(stage, knownStages(written));
  const chosen = parsed(settings, mergedSettings({ ...shared, stage }, byStage[stage] ?? {}, own));
  for (const [name, ofStage] of Object.entries(byStage)) {
    if (name !== stage)
      parsed(settings, mergedSettings({ ...shared, stage: name }, ofStage, {}), { under: `stages.${name}` });
  }
  return chosen;
}

/** The stages that a vigia.json names; without `stages`, its only one. */
export function knownStages(written: object): string[] {
  const { stages: named, stage } = z
    .looseObject({
      stages: z._default(z.record(z.string(), z.unknown()), {}),
      stage: z._default(z.string(), DEFAULT_STAGE),
    })
    .parse(written);
  const names = Object.keys(named);
  return names.length === 0 ? [stage] : names;
}

/**
 * @param file where the known ones are written
 * @throws {UnknownStageError} for a stage that vigia.json does not name: a wrong letter would deploy a new stack
 */
export function checkStage(stage: string, known: readonly string[], file = "vigia.json"): void {
  if (known.includes(stage)) return;
  throw new UnknownStageError(
    `There is no stage ${stage} in ${file}, which names ${known.join(", ")}. Choose one of these, or write "${stage}": {} under stages there to add it.`,
  );
}

/**
 * The settings that a construct is given.
 * @throws {InvalidSettingsError} that names each key that is unknown or does not fit
 */
export function settingsFrom(given: object): Settings {
  const invalid = "Some properties of Vigia are invalid.";
  const wrong = namesOfSettings().wrongIn(given);
  if (wrong.length > 0) throw unfit(invalid, wrong.join("; "));
  return parsed(settings, given, { invalid });
}

function parsed<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  { under = "", invalid = IN_FILE }: { under?: string; invalid?: string } = {},
): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = issuesOf(result.error, value).map(({ path, ...wrong }) => ({
    path: [under, path].filter((part) => part !== "").join("."),
    ...wrong,
  }));
  throw unfit(invalid, issuesLine(issues));
}

function unfit(invalid: string, what: string): InvalidSettingsError {
  return new InvalidSettingsError(`${invalid} ${what}`, what);
}
