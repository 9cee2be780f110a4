/** Vigía in a CDK app: the construct for a company's own stack, and the stack for those who want the whole. */

import { Annotations, CfnOutput, Stack, type StackProps, TagManager, Token } from "aws-cdk-lib";
import type { IBackupVault } from "aws-cdk-lib/aws-backup";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { IManagedPolicy } from "aws-cdk-lib/aws-iam";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct, type IConstruct } from "constructs";
import type { TableName } from "../lib/aws/tables/table-shapes.ts";
import { isObject } from "../lib/contract/exact-json.ts";
import { describeOutput, type OutputName } from "../lib/settings/outputs.ts";
import { InvalidSettingsError, settingsFrom, stageOf, type VigiaProps } from "../lib/settings/settings.ts";
import { Alerting } from "./alerting.ts";
import { Backups } from "./backups.ts";
import type { FunctionName } from "./constructs/bundles.ts";
import { checkLimits, checkNode } from "./constructs/deployment-limits.ts";
import { AdapterSecret, ServiceKey } from "./constructs/secret.ts";
import type { UsedTable } from "./constructs/table.ts";
import { DailyBrief } from "./daily-brief.ts";
import { Desk } from "./desk.ts";
import { AdapterApi } from "./http-api.ts";
import { type AlarmName, monitor } from "./monitoring.ts";
import { deskOutputsOf, outputsOf } from "./outputs.ts";
import { People } from "./people.ts";
import { makeRecords } from "./records.ts";
import { UserLookup } from "./user-lookup.ts";
import { WalletScan } from "./wallet-scan.ts";
import { warningsAbout } from "./warnings.ts";
import { WebhookIntake } from "./webhook-intake.ts";

export type { VigiaProps } from "../lib/settings/settings.ts";

/**
 * All of Vigía as a part of a company's own stack. It reads no file and no context.
 *
 * A stack has room for one. Its outputs are those of a {@link VigiaStack}, with the id of the construct in front of their names. The
 * `vigia` command finds them with `--stack` and the name of the stack.
 * @throws {InvalidSettingsError} that names each property that is unknown or does not fit
 */
export class Vigia extends Construct {
  /** Topics, to which queues, functions and streams subscribe; `escalation` with `escalationEmails`. */
  readonly topics: Readonly<{ alerts: ITopic; operations: ITopic; escalation: ITopic | undefined }>;
  /** Tables, for grants to what else the company runs; an imported one for each in `tables`. */
  readonly tables: Readonly<Record<TableName, UsedTable>>;
  /** Functions by name; `ServeDesk` is undefined without a desk. */
  readonly functions: Readonly<
    Record<Exclude<FunctionName, "ServeDesk">, IFunction> & Record<"ServeDesk", IFunction | undefined>
  >;
  /** Alarms by name; an alarm of the desk is undefined without one, and one of silence where that is off. */
  readonly alarms: Readonly<Partial<Record<AlarmName, Alarm>>>;
  /** Managed policies of people and backends, by whom they are for. */
  readonly policies: Readonly<Record<"userWriter" | "operator" | "officer", IManagedPolicy>>;
  /** Secrets that `vigia secrets` fills: those the service signs with, and the keys of its API. */
  readonly secrets: Readonly<{ inbound: Secret; outbound: Secret }>;
  /** Vault of the backups; undefined without them. */
  readonly backupVault: IBackupVault | undefined;
  /** Base URL of both endpoints, without a slash at the end: `/webhook` and `/users/{userId}` follow. */
  readonly apiUrl: string;
  /** URL of the desk, without a slash at the end; undefined without one. */
  readonly deskUrl: string | undefined;

  constructor(scope: Construct, id: string, props: VigiaProps = {}) {
    super(scope, id);
    // Node would print lines of code around the sentence of a settings error that the app does not catch.
    printSettingsErrorsPlainly();
    checkNode(process.versions.node);
    checkPlace(this);
    const stack = Stack.of(this);
    const settings = settingsFrom(props, stack.stackName);
    this.node.addValidation({ validate: () => tagProblems(this) });
    const unlessToken = (text: string) => (Token.isUnresolved(text) ? undefined : text);
    checkLimits(settings, { account: unlessToken(stack.account), region: unlessToken(stack.region) });

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
    const desk = settings.desk === undefined ? undefined : new Desk(this, settings, settings.desk);
    const alerting = new Alerting(this, {
      settings,
      key: serviceKey,
      record: records.alerts,
      deskUrl: desk?.url,
    });
    const api = new AdapterApi(this, settings, logging);
    const core = { settings, logging, inboundSecret, outboundSecret, records, alerting, api };
    const lookup = new UserLookup(this, core);
    const intake = new WebhookIntake(this, core);
    const scan = new WalletScan(this, core);
    const backups =
      settings.backups === undefined ? undefined : new Backups(this, settings, settings.backups, records);
    const brief = new DailyBrief(this, { ...core, intake, scan });
    const deskServer = desk?.serve({ ...core, intake, scan });
    const parts = { ...core, lookup, intake, scan, brief, deskServer, backups };
    this.alarms = monitor(this, parts);
    const people = new People(this, parts, desk);
    this.#addOutputs(outputsOf(parts, people));
    if (desk !== undefined) this.#addOutputs(deskOutputsOf(desk));

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
      ServeDesk: deskServer?.server,
    };
    this.policies = {
      userWriter: lookup.writerPolicy,
      operator: people.operator,
      officer: people.officer,
    };
    this.backupVault = backups?.vault;
    this.secrets = { inbound: inboundSecret, outbound: outboundSecret };
    this.apiUrl = api.url;
    this.deskUrl = desk?.url;
    for (const [id, warning] of Object.entries(warningsAbout(settings, new Date())))
      Annotations.of(this).addWarningV2(`vigia:${id}`, warning);
  }

  /** Adds outputs whose names have no hash: the `vigia` command finds them by the path of the construct and their own name. */
  #addOutputs(outputs: Readonly<Partial<Record<OutputName, string>>>): void {
    const idPrefix = this.node.path
      .slice(Stack.of(this).node.path.length)
      .replace(/\bDefault\b|[^A-Za-z0-9]/g, "");
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(this, name, { value, description: describeOutput(name) }).overrideLogicalId(
        `${idPrefix}${name}`,
      );
  }
}

/** Keys and values of tags that every service takes. */
const TAG_KEY = /^(?!aws:)[\p{L}\p{Z}\p{N}_.:/=+@-]{1,128}$/iu;
const TAG_VALUE = /^[\p{L}\p{Z}\p{N}_.:/=+@-]{0,256}$/u;

/** The most tags that a resource can have, those of the stack included. */
const MOST_TAGS = 50;

/** Sentences about tags, of the stack or of a resource, that a service would refuse half-way through a deployment. */
function tagProblems(vigia: Vigia): string[] {
  const tagsOf = (construct: IConstruct) => TagManager.of(construct)?.tagValues() ?? {};
  const stackTags = tagsOf(Stack.of(vigia));
  const tagsOfResources = vigia.node.findAll().map((resource) => ({ ...stackTags, ...tagsOf(resource) }));
  const mostTags = Math.max(...tagsOfResources.map((tags) => Object.keys(tags).length));
  if (mostTags > MOST_TAGS)
    return [`AWS takes ${MOST_TAGS} tags on a resource, and one of Vigía has ${mostTags}: leave some out.`];
  const isValid = (form: RegExp, text: string) => Token.isUnresolved(text) || form.test(text);
  const invalidTags = tagsOfResources
    .flatMap((tags) => Object.entries(tags))
    .filter(([key, value]) => !isValid(TAG_KEY, key) || !isValid(TAG_VALUE, value));
  return [...new Set(invalidTags.map(([key, value]) => `${key}: ${value}`))].map(
    (tag) =>
      `AWS does not take the tag "${tag}": write words, numbers, spaces and _ . : / = + - @ alone, up to 128 characters in its name and 256 in its value, and no name that begins with aws:.`,
  );
}

/** Refuses a place in the app in which the stack could not be deployed, or would be mixed up with another. @throws {InvalidSettingsError} */
function checkPlace(vigia: Vigia): void {
  refuseNested(vigia);
  refuseSecond(vigia);
  refuseSameStage(vigia);
}

/** Refuses a nested stack: commands and policies name the stack, and only CloudFormation knows the name of a nested one. */
function refuseNested(vigia: Vigia): void {
  if (Stack.of(vigia).nested)
    throw new InvalidSettingsError(
      `${vigia.node.path} is in a nested stack, whose name is not known before the deployment: put it into a stack of its own, such as new VigiaStack(app, "Vigia-prod").`,
    );
}

/** Refuses a second Vigía in the stack, whose log groups and outputs would have the names of the first one's. */
function refuseSecond(vigia: Vigia): void {
  const stack = Stack.of(vigia);
  const other = stack.node.findAll().find((construct) => construct instanceof Vigia && construct !== vigia);
  if (other !== undefined)
    throw new InvalidSettingsError(
      `The stack ${stack.stackName} has Vigia in it already, as ${other.node.path}: make a stack of its own for ${vigia.node.path}.`,
    );
}

/**
 * Refuses a second stack of the same stage in one account and region: both would have the same metrics, alarms and address for
 * signing in. A stack of another app is not seen here.
 */
function refuseSameStage(vigia: Vigia): void {
  const stack = Stack.of(vigia);
  const stage = stageOf(stack.stackName).toLowerCase();
  const twin = stack.node.root.node
    .findAll()
    .filter((construct) => construct instanceof Vigia && construct !== vigia)
    .map((construct) => Stack.of(construct))
    .find(
      (other) => other.environment === stack.environment && stageOf(other.stackName).toLowerCase() === stage,
    );
  if (twin !== undefined)
    throw new InvalidSettingsError(
      `The stacks ${twin.stackName} and ${stack.stackName} are both the stage ${stageOf(stack.stackName)} of one account and region: name one of them otherwise.`,
    );
}

/** Properties of a {@link VigiaStack}: those of {@link Vigia}, and those of any stack, as `env`, `tags` and `permissionsBoundary`. */
export interface VigiaStackProps extends VigiaProps, OptionalStackProps {}

/** The properties of any stack, each of which can be undefined, as those of {@link Vigia} can. */
type OptionalStackProps = { readonly [Name in keyof StackProps]?: StackProps[Name] | undefined };

/** Names of the properties of any stack. A record, so that the compiler reports a property that CDK adds. */
const STACK_PROPS: Readonly<Record<keyof StackProps, true>> = {
  analyticsReporting: true,
  crossRegionReferences: true,
  description: true,
  env: true,
  notificationArns: true,
  permissionsBoundary: true,
  propertyInjectors: true,
  stackName: true,
  suppressTemplateIndentation: true,
  synthesizer: true,
  tags: true,
  terminationProtection: true,
};

/**
 * The whole stack, protected from deletion. It reads no file and no context. With the id `Vigia-<stage>` the `vigia` command finds
 * it by `--stage <stage>`.
 * @throws {InvalidSettingsError} that names each property that is unknown or does not fit
 */
export class VigiaStack extends Stack {
  /** Content of the stack. Its id, `Default`, is no part of logical ids. */
  readonly vigia: Vigia;

  constructor(scope: Construct, id: string, props: VigiaStackProps = {}) {
    const { stackProps, vigiaProps } = splitProps(props);
    super(scope, id, {
      description: "Vigia: risk and compliance notifications, look-ups and scans",
      terminationProtection: true,
      ...stackProps,
    });
    this.vigia = new Vigia(this, "Default", isObject(props) ? vigiaProps : props);
  }
}

/** The properties of any stack, and those of {@link Vigia}; one that is undefined is left out. */
function splitProps(props: VigiaStackProps): { stackProps: StackProps; vigiaProps: VigiaProps } {
  const entries = Object.entries(props ?? {}).filter(([, value]) => value !== undefined);
  const { stackProps = [], vigiaProps = [] } = Object.groupBy(entries, ([name]) =>
    Object.hasOwn(STACK_PROPS, name) ? "stackProps" : "vigiaProps",
  );
  return { stackProps: Object.fromEntries(stackProps), vigiaProps: Object.fromEntries(vigiaProps) };
}

/** Has the process print the sentence of an {@link InvalidSettingsError} that the app does not catch, and end. */
function printSettingsErrorsPlainly(): void {
  if (!process.listeners("uncaughtExceptionMonitor").includes(printAndExit))
    process.on("uncaughtExceptionMonitor", printAndExit);
}

function printAndExit(error: Error): void {
  if (!(error instanceof InvalidSettingsError) || process.listenerCount("uncaughtException") > 0) return;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
