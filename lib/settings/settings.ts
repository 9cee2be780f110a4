/** The deployment settings: their schema, their defaults, and errors that name the key. */

import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../contract/issues.ts";
import { MAX_ADDRESSES_PER_REQUEST, MAX_SCAN_DEPTH, MIN_SCAN_DEPTH } from "../contract/scan.ts";
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from "../contract/signature.ts";
import { language } from "../i18n/language.ts";
import { INVESTIGATE_ABOVE } from "../risk/score.ts";
import { givenSettings, settingsOfStage } from "./context.ts";
import { deadlineRule } from "./deadline-rule.ts";
import { authentication } from "./env-values.ts";
import {
  baseUrl,
  certificateArn,
  currencyCodes,
  domainName,
  emails,
  headerName,
  matching,
  orJsonText,
  schedule,
  section,
  slackChannel,
  stageName,
  timeZone,
  uma,
  wholeNumber,
} from "./fields.ts";
import { wrongKeys } from "./setting-keys.ts";

/** More would get too little of what SNS sends of mails in a second to alert in time. */
const TOO_MANY_SENDERS =
  "expected at most 16: SNS suspends an e-mail subscription past ten messages a second, which all workers share";

/** Settings of the desk. */
const httpsUrl = z
  .string()
  .check(z.refine((text) => URL.parse(text)?.protocol === "https:", { error: "expected an https URL" }));

/**
 * `true` is a desk with every default. `issuer` is the company's own; without one the stack makes a Cognito user pool, or uses
 * that of `userPoolId`, from another stack or from this one before. `domain` is the desk's own domain. `userLink` leads to a user
 * in the company's back office. `deadlines` add to Vigía's rules of laws, or replace them.
 */
const deskSettings = z.pipe(
  z.transform((value: unknown) => (value === true || value === "true" ? {} : value)),
  orJsonText(
    z
      .strictObject({
        issuer: z.optional(httpsUrl),
        clientId: z.optional(z.string().check(z.minLength(1))),
        userPoolId: z.optional(
          matching(
            /^[\w-]{1,55}_[0-9a-zA-Z]+$/,
            "expected the id of a user pool, such as us-east-1_AbCdEf123",
          ),
        ),
        domain: z.optional(orJsonText(z.strictObject({ domainName, certificateArn }))),
        groupsClaim: z._default(z.string().check(z.minLength(1)), "groups"),
        reservedConcurrency: z.optional(wholeNumber(1, 900)),
        deadlines: z._default(z.array(deadlineRule), []),
        userLink: z.optional(
          z.string().check(
            z.refine((text) => URL.parse(text)?.protocol === "https:" && text.includes("{userId}"), {
              error: "expected an https URL with {userId} in it",
            }),
          ),
        ),
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

const project = z.strictObject({
  id: wholeNumber(0, Number.MAX_SAFE_INTEGER),
  mexico: z._default(orJsonText(z.boolean()), false),
});

const projects = orJsonText(
  z.array(project).check(
    z.minLength(1),
    z.refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
      error: "expected each project once",
    }),
  ),
);

const DEFAULT_STAGE = "dev";

const tableName = matching(/^[\w.-]{3,255}$/, "expected the name of a table");

/** Tables that are there already. They hold what the code reads, so nothing is checked here: the doctor compares them. */
const takenOver = section({
  users: z.optional(tableName),
  usersKeyArn: z.optional(
    matching(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, "expected the ARN of the key of the Users table"),
  ),
  notifications: z.optional(tableName),
  wallets: z.optional(tableName),
  walletScans: z.optional(tableName),
  scanRuns: z.optional(tableName),
  chains: z.optional(tableName),
  rates: z.optional(tableName),
  alerts: z.optional(tableName),
  cases: z.optional(tableName),
  holds: z.optional(tableName),
}).check(
  z.refine(({ users, usersKeyArn }) => (users === undefined) === (usersKeyArn === undefined), {
    error:
      "expected users and usersKeyArn together: `aws dynamodb describe-table` shows the key under SSEDescription",
  }),
);

/** Everything that a deployment can set; what is absent takes its default. */
export const settings = z.strictObject({
  stage: z._default(stageName, DEFAULT_STAGE),
  projects: z._default(projects, [{ id: 1, mexico: false }]),
  service: section({
    baseUrl: z._default(baseUrl, "https://api.wavynode.com/v1"),
    skipExisting: z._default(orJsonText(z.boolean()), false),
  }),
  inbound: section({
    authentication: z._default(authentication, "signature"),
    signatureHeader: z._default(headerName, SIGNATURE_HEADER),
    timestampHeader: z._default(headerName, TIMESTAMP_HEADER),
    // The queue needs two concurrent executions; Lambda always leaves an account 100 that are reserved for nothing.
    reservedConcurrency: z.optional(wholeNumber(2, 900)),
  }),
  api: z.optional(orJsonText(z.strictObject({ domainName, certificateArn }))),
  language: z._default(language, "en"),
  timeZone: z._default(timeZone, "America/Mexico_City"),
  currencies: z._default(currencyCodes, ["MXN"]),
  uma: z._default(uma, {}),
  alertEmails: z._default(emails, []),
  operationsEmails: z._default(emails, []),
  escalationEmails: z._default(emails, []),
  reminders: section({
    // After 48 hours those hear of it whom it is escalated to: officers before them.
    afterHours: z._default(wholeNumber(1, 48), 24),
  }),
  retentionYears: z._default(wholeNumber(1, 100), 10),
  table: section({
    class: z._default(z.enum(["standard", "infrequent-access"]), "standard"),
  }),
  throttle: section({
    rate: z._default(wholeNumber(1, 10_000), 100),
    burst: z._default(wholeNumber(1, 5_000), 200),
  }),
  scan: section({
    // No time zone of today skips this hour when summer time begins.
    schedule: z._default(schedule, "cron(0 4 * * ? *)"),
    timeZone: z._default(timeZone, "America/Mexico_City"),
    // Nothing is above 100, and alerts would end without a word.
    alertFrom: z._default(wholeNumber(0, 99), INVESTIGATE_ABOVE),
    maxDepth: z._default(wholeNumber(MIN_SCAN_DEPTH, MAX_SCAN_DEPTH), 3),
    addressesPerRequest: z._default(wholeNumber(1, MAX_ADDRESSES_PER_REQUEST), 10),
    parallelRequests: z._default(wholeNumber(1, 20), 4),
    rescanAfterHours: z._default(wholeNumber(0, 8_760), 20),
    // Two is Lambda's own bound for a queue's consumers. All that alert share SNS's ten mails a second.
    maximumConcurrency: z._default(wholeNumber(2, 16, TOO_MANY_SENDERS), 2),
  }),
  slack: z.optional(
    orJsonText(
      z.strictObject({
        workspaceId: matching(/^[0-9A-Z]{1,256}$/, "expected a workspace id such as T0123ABCD"),
        channelId: slackChannel,
        operationsChannelId: z.optional(slackChannel),
      }),
    ),
  ),
  tables: takenOver.check(
    z.refine((tables) => new Set(Object.values(tables)).size === Object.keys(tables).length, {
      error: "expected another table for each: two settings name the same",
    }),
  ),

  desk: z.optional(deskSettings),
  alarms: section({
    authenticationFailures: z._default(wholeNumber(1, 1_000_000), 20),
    webhooksPerDay: z._default(wholeNumber(1, 1_000_000_000), 100_000),
    megabytesPerDay: z._default(wholeNumber(1, 1_000_000_000), 500),
    newWalletsPerDay: z._default(wholeNumber(1, 1_000_000_000), 1_000),
    // 0 is off.
    silenceHours: z._default(wholeNumber(0, 168), 24),
  }),
});
export type Settings = z.infer<typeof settings>;

/** Says of each setting that does not fit what is wrong, by its key. */
export class InvalidSettingsError extends Error {
  override name = "InvalidSettingsError";
}

/** Content of `stages` in cdk.json; the settings themselves are checked after the merge. */
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

/**
 * The settings in a CDK app's context, as `cdk.json` and `-c key=value` give them; those of every other stage in it are
 * checked too.
 * @param written the context as cdk.json has it: a value that differs from it was typed, and wins over `stages.<name>`
 * @param typedKeys the keys that were typed, where the caller knows them
 * @throws {InvalidSettingsError} that names each key that is unknown or does not fit, as in `scan.maxDepth: expected at most 7`
 */
export function readSettings(
  context: Record<string, unknown>,
  written: Record<string, unknown> = context,
  typedKeys?: readonly string[],
): Settings {
  const wrong = wrongKeys(Object.keys(context), settings);
  if (wrong.length > 0) throw unfit(wrong.join("; "));
  const given = givenSettings(context, written, typedKeys);
  const byStage = parsed(stages, given.stages, "stages");
  const { stage } = parsed(stageChoice, { ...given.shared, ...Object.fromEntries(given.typed) });
  const chosen = parsed(settings, settingsOfStage(given, byStage[stage] ?? {}));
  for (const [name, ofStage] of Object.entries(byStage)) {
    if (name !== stage) parsed(settings, settingsOfStage({ ...given, typed: [] }, ofStage), `stages.${name}`);
  }
  return chosen;
}

function parsed<T extends z.ZodMiniType>(schema: T, value: unknown, under = ""): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = issuesOf(result.error, value).map(({ path, ...wrong }) => ({
    path: [under, path].filter((part) => part !== "").join("."),
    ...wrong,
  }));
  throw unfit(issuesLine(issues));
}

function unfit(what: string): InvalidSettingsError {
  return new InvalidSettingsError(
    `Some settings are invalid. Correct them in the context of cdk.json or with -c key=value. ${what}`,
  );
}
