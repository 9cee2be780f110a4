/** Vigía in a CDK app: the construct for a company's own stack, and the stack for those who want the whole. */

import { Annotations, type App, CfnOutput, Stack, type StackProps, Tags, Token } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { type IManagedPolicy, ManagedPolicy, PermissionsBoundary } from "aws-cdk-lib/aws-iam";
import { type IFunction, Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import { cdkContext, typedSettings, writtenSettings } from "../lib/settings/project-file.ts";
import {
  InvalidSettingsError,
  readSettings,
  type Settings,
  settingsFrom,
  settings as settingsSchema,
} from "../lib/settings/settings.ts";
import type { TableName } from "../lib/tables/table-shapes.ts";
import { Alerting } from "./alerting.ts";
import type { FunctionName } from "./bundles.ts";
import { AdapterSecret, ServiceKey } from "./constructs/secret.ts";
import type { UsedTable } from "./constructs/table.ts";
import { DailyBrief } from "./daily-brief.ts";
import { countDaysOf } from "./desk/days.ts";
import { Desk, type DeskContents } from "./desk/desk.ts";
import { deskOfficer, deskOperator } from "./desk/policies.ts";
import { Reminders } from "./desk/reminders.ts";
import { AdapterApi } from "./http-api.ts";
import { checkRegion } from "./limits.ts";
import type { AlarmName } from "./monitoring/alarm-texts.ts";
import { monitor } from "./monitoring/monitoring.ts";
import { deskOutputsOf, outputsOf } from "./outputs.ts";
import type { Parts } from "./parts.ts";
import { People } from "./people.ts";
import { makeRecords } from "./tables.ts";
import { UserLookup } from "./user-lookup.ts";
import type { StackPlacement, VigiaProps } from "./vigia-props.ts";
import { WalletScan } from "./wallet-scan.ts";
import { warningsAbout } from "./warnings.ts";
import { WebhookIntake } from "./webhook-intake.ts";

const NO_DESK = { shown: undefined, counting: undefined, reminders: undefined };

/** Functions that work for a desk alone. */
type DeskFunction = "ServeDesk" | "CountDays" | "SendReminders";

/**
 * All of Vigía as a part of a company's own stack. It reads no file and no context.
 *
 * A stack has room for one, and an account and region for one of each `stage`. Its outputs are those of a {@link VigiaStack},
 * their names behind the id of the construct: the `vigia` command finds them by `stackName` in vigia.json.
 * @throws {InvalidSettingsError} that names each property that is unknown or does not fit
 */
export class Vigia extends Construct {
  /** Topics, to which queues, functions and streams subscribe; `escalation` with a desk and `escalationEmails`. */
  readonly topics: Readonly<{ alerts: ITopic; operations: ITopic; escalation: ITopic | undefined }>;
  /** Tables, for grants to what else the company runs; an imported one for each in `tables`. */
  readonly tables: Readonly<Record<TableName, UsedTable>>;
  /** Functions by name; those of the desk are undefined without one. */
  readonly functions: Readonly<
    Record<Exclude<FunctionName, DeskFunction>, IFunction> & Record<DeskFunction, IFunction | undefined>
  >;
  /** Alarms by name; an alarm of the desk is undefined without one, and one of silence where that is off. */
  readonly alarms: Readonly<Partial<Record<AlarmName, Alarm>>>;
  /** Managed policies of people and backends, by whom they are for; the last two are undefined without a desk. */
  readonly policies: Readonly<
    Record<"userWriter" | "reader" | "operator", IManagedPolicy> &
      Record<"officer" | "deskOperator", IManagedPolicy | undefined>
  >;
  /** Secrets that `vigia secrets` fills: those the service signs with, and the keys of its API. */
  readonly secrets: Readonly<{ inbound: Secret; outbound: Secret }>;
  /** Base URL of both endpoints, without a slash at the end: `/webhook` and `/users/{userId}` follow. */
  readonly apiUrl: string;
  /** URL of the desk, without a slash at the end; undefined without one. */
  readonly deskUrl: string | undefined;

  constructor(scope: Construct, id: string, props: VigiaProps = {}) {
    super(scope, id);
    const settings = settingsFrom(props);
    const stack = Stack.of(this);
    refuseSecond(stack, this);
    checkRegion(settings, Token.isUnresolved(stack.region) ? undefined : stack.region);

    const serviceKey = new ServiceKey(this, "ServiceKey");
    const logging = { key: serviceKey, retention: settings.logRetentionDays };
    const inboundSecret = new AdapterSecret(
      this,
      "InboundSecret",
      "Vigia: the secrets that the service signs with",
    );
    const outboundSecret = new AdapterSecret(
      this,
      "OutboundSecret",
      "Vigia: the keys that open the service's API",
    );
    const records = makeRecords(this, settings);
    const desk =
      settings.desk === undefined ? undefined : new Desk(this, settings, settings.desk, records.cases);
    const alerting = new Alerting(this, {
      settings,
      key: serviceKey,
      record: records.alerts,
      deskUrl: desk?.url,
    });
    const api = new AdapterApi(this, settings, logging);
    const basis = { settings, logging, inboundSecret, outboundSecret, records, alerting, api };
    const lookup = new UserLookup(this, basis);
    const intake = new WebhookIntake(this, basis);
    const scan = new WalletScan(this, basis);
    const contents = { ...basis, intake, scan };
    const brief = new DailyBrief(this, contents);
    if (desk !== undefined) brief.admitTo(desk.cases);
    const ofDesk = desk === undefined ? undefined : this.#open(desk, contents);
    const parts = { ...contents, lookup, brief, ...(ofDesk?.parts ?? NO_DESK) };
    this.alarms = monitor(this, parts);
    const people = new People(this, parts);
    this.#print(outputsOf(parts, people));

    const { alerts, operations, escalation } = alerting;
    this.topics = { alerts, operations, escalation };
    this.tables = { ...records, users: lookup.users };
    this.functions = {
      ReceiveWebhook: intake.receiveWebhook,
      StoreNotifications: intake.storeNotifications,
      GetUser: lookup.getUser,
      StartScan: scan.startScan,
      ScanWallets: scan.scanWallets,
      SendBrief: brief.sender,
      ServeDesk: this.#function("ServeDesk"),
      CountDays: this.#function("CountDays"),
      SendReminders: this.#function("SendReminders"),
    };
    this.policies = {
      userWriter: lookup.writerPolicy,
      reader: people.reader,
      operator: people.operator,
      officer: ofDesk?.policies.officer,
      deskOperator: ofDesk?.policies.operator,
    };
    this.secrets = { inbound: inboundSecret, outbound: outboundSecret };
    this.apiUrl = api.url;
    this.deskUrl = desk?.url;
    this.#apply(settings);
  }
  /** Makes all that works for a desk. */
  #open(desk: Desk, contents: DeskContents) {
    const { intake, scan, records } = contents;
    desk.admit(intake.storeNotifications, desk.deadlines);
    desk.admit(scan.scanWallets);
    desk.admitCrossings(scan.scanWallets);
    const shown = desk.serve(contents);
    const policies = { officer: deskOfficer(this, desk, records), operator: deskOperator(this, desk) };
    this.#print(deskOutputsOf(desk, policies));
    const counting = countDaysOf(this, contents);
    const reminders = new Reminders(this, contents, desk);
    return { policies, parts: { shown, counting, reminders } satisfies Partial<Parts> };
  }

  #function(name: DeskFunction): IFunction | undefined {
    const found = this.node.tryFindChild(name);
    return found instanceof LambdaFunction ? found : undefined;
  }

  /** Makes outputs whose names need no hash: the command finds them behind the construct's own name. */
  #print(outputs: Readonly<Record<string, string>>): void {
    const above = this.node.path
      .slice(Stack.of(this).node.path.length)
      .replace(/\bDefault\b|[^A-Za-z0-9]/g, "");
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(this, name, { value }).overrideLogicalId(`${above}${name}`);
  }

  /** Applies the company's wishes for every resource, and warns before a deployment. */
  #apply(settings: Settings): void {
    for (const [key, value] of Object.entries(settings.tags)) Tags.of(this).add(key, value);
    const { permissionsBoundary } = settings;
    if (permissionsBoundary !== undefined)
      PermissionsBoundary.of(this).apply(
        ManagedPolicy.fromManagedPolicyArn(this, "PermissionsBoundary", permissionsBoundary),
      );
    for (const [id, words] of Object.entries(warningsAbout(settings)))
      Annotations.of(this).addWarningV2(`vigia:${id}`, words);
  }
}

/** Names of log groups and outputs are those of the stack. */
function refuseSecond(stack: Stack, one: Vigia): void {
  const other = stack.node.findAll().find((found) => found instanceof Vigia && found !== one);
  if (other !== undefined)
    throw new InvalidSettingsError(
      `The stack ${stack.stackName} has Vigia in it already, as ${other.node.path}: make a stack of its own for ${one.node.path}.`,
    );
}

/** Properties of a {@link VigiaStack}: those of {@link Vigia}, its place, and those of any stack. */
export interface VigiaStackProps
  extends VigiaProps,
    StackPlacement,
    Pick<StackProps, "analyticsReporting" | "description" | "synthesizer" | "terminationProtection"> {}

/**
 * The whole stack, protected from deletion. It reads no file and no context. Give it the id `Vigia-<stage>`: the logical ids of
 * the two queues' consumers hold it, and the stack is named by it unless `stackName` says otherwise.
 * @throws {InvalidSettingsError} that names each property that is unknown or does not fit
 */
export class VigiaStack extends Stack {
  /** Content of the stack. Its id, `Default`, is no part of logical ids, which are those of 0.2.0. */
  readonly vigia: Vigia;

  constructor(scope: Construct, id: string, props: VigiaStackProps = {}) {
    const own = Object.entries(props).filter(([name]) => name in settingsSchema.shape);
    const { account, region, stackName, tags, ...settings } = settingsFrom(Object.fromEntries(own));
    super(scope, id, {
      description: props.description ?? "Vigia: risk and compliance notifications, look-ups and scans",
      terminationProtection: props.terminationProtection ?? true,
      ...(props.synthesizer === undefined ? {} : { synthesizer: props.synthesizer }),
      ...(props.analyticsReporting === undefined ? {} : { analyticsReporting: props.analyticsReporting }),
      ...(stackName === undefined ? {} : { stackName }),
      env: { ...(account === undefined ? {} : { account }), ...(region === undefined ? {} : { region }) },
      tags,
    });
    this.vigia = new Vigia(this, "Default", { ...settings, tags });
  }
}

/** Properties of a stage's {@link VigiaStack}. */
export type StageSettings = VigiaProps & StackPlacement & { readonly stage: string };

/**
 * The settings of the stage that `-c stage=…` chooses, from the vigia.json in a folder and from `-c key=value`. It says on
 * standard error which account and region the stage goes to. An {@link InvalidSettingsError} that the app does not catch ends it with
 * the error's sentence alone.
 * @param folder default: the one that `cdk` runs in
 * @throws {InvalidSettingsError} where a setting does not fit, where vigia.json does not name the stage, or where the
 *   credentials are of another account than it says
 */
export function stageSettings(app: App, folder = process.cwd()): StageSettings {
  if (!process.listeners("uncaughtExceptionMonitor").includes(endWithSentence))
    process.on("uncaughtExceptionMonitor", endWithSentence);
  const written = writtenSettings(folder);
  if (written === undefined)
    throw new InvalidSettingsError(
      `There is no vigia.json in ${folder}: run cdk in the folder that has it, or write one with "vigia configure".`,
    );
  const settings = readSettings(typedSettings(app.node.getAllContext(), cdkContext(folder)), written);
  const { stage, account, region, stackName = `Vigia-${stage}` } = settings;
  const given = { account: process.env["CDK_DEFAULT_ACCOUNT"], region: process.env["CDK_DEFAULT_REGION"] };
  // The region needs no comparison: the stack goes to that of vigia.json, and CDK names a default one where the shell has none.
  if (account !== undefined && given.account !== undefined && account !== given.account)
    throw new InvalidSettingsError(
      `vigia.json names account ${account} for stage ${stage}, but the credentials of this shell are of ${given.account}: sign in to it (AWS_PROFILE), or correct account in vigia.json.`,
    );
  checkRegion(settings, region ?? given.region);
  const place = `account ${account ?? given.account ?? "of the credentials"}, region ${region ?? given.region ?? "of the shell"}`;
  process.stderr.write(`Stage ${stage}: ${place}, stack ${stackName}.\n`);
  return settings;
}

/** Ends an app that catches no error of its settings: Node would print its own code around the sentence. */
function endWithSentence(error: Error): void {
  if (!(error instanceof InvalidSettingsError) || process.listenerCount("uncaughtException") > 0) return;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
