/** Lambda function, as every function of the stack is created. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Duration, RemovalPolicy, Stack, Stage } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { IKey } from "aws-cdk-lib/aws-kms";
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import type * as z from "zod/mini";
import { VARIABLES_FILE } from "../../lib/settings/env.ts";
import { allowing } from "./allowing.ts";
import { type FunctionName, writeBundle } from "./bundles.ts";
import { fitEnvironment } from "./function-environment.ts";

/** The variables that a function's schema in lib/settings/env.ts demands: no fewer and no more. */
type Variables<Schema extends () => z.ZodMiniType> = {
  [Name in keyof Input<Schema> as undefined extends Input<Schema>[Name] ? never : Name]: string;
};

type Input<Schema extends () => z.ZodMiniType> = z.input<ReturnType<Schema>>;

/** Key and retention of logs. */
export interface Logging {
  key: IKey;
  retention: RetentionDays;
}

interface AdapterFunctionProps<Schema extends () => z.ZodMiniType> {
  environment: Variables<Schema>;
  description: string;
  timeout: Duration;
  memoryMiB: number;
  logging: Logging;
  /** Retention of a log that outlives the stack. Default: that of all logs, which are deleted with the stack. */
  logKept?: RetentionDays;
}

/**
 * A Lambda function with its bundle, its own role and its own log; it may do nothing else until it is allowed to.
 * `Schema` is the one that the function parses its environment with.
 */
export class AdapterFunction<Schema extends () => z.ZodMiniType> extends LambdaFunction {
  readonly logs: LogGroup;

  constructor(scope: Construct, name: FunctionName, props: AdapterFunctionProps<Schema>) {
    const logs = new LogGroup(scope, `${name}Log`, {
      encryptionKey: props.logging.key,
      retention: props.logKept ?? props.logging.retention,
      removalPolicy:
        props.logKept === undefined ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    // The managed policy that CDK would attach lets a function write to every log of the account.
    const role = new Role(scope, `${name}Role`, { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logs.grantWrite(role);
    const { environment, inFile } = fitEnvironment(props.environment);
    super(scope, name, {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: "index.handler",
      code: codeOf(scope, name, inFile),
      environment,
      timeout: props.timeout,
      memorySize: props.memoryMiB,
      role,
      logGroup: logs,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // Lambda's own three lines a call would cost more than the call.
      systemLogLevelV2: SystemLogLevel.WARN,
    });
    this.logs = logs;
  }

  /** Lets the function do exactly these actions on exactly these resources, by ARN. */
  allow(actions: readonly string[], ...resources: readonly string[]): void {
    this.addToRolePolicy(allowing(actions, ...resources));
  }

  /** Lets the function decrypt and, where it writes, encrypt, but only through the service that holds the data. */
  allowKey(key: IKey, service: string, actions: readonly string[]): void {
    this.addToRolePolicy(
      new PolicyStatement({
        actions: [...actions],
        resources: [key.keyArn],
        conditions: { StringEquals: { "kms:ViaService": `${service}.${this.stack.region}.amazonaws.com` } },
      }),
    );
  }
}

/** The bundle, or nothing if CDK needs none: `cdk list`, `cdk destroy` and tests of the template say so in the context. */
function codeOf(scope: Construct, name: FunctionName, inFile: Record<string, string> | undefined): Code {
  if (!Stack.of(scope).bundlingRequired) return Code.fromInline("// not bundled");
  const folder = writeBundle(name, bundlesFolder(scope));
  const file = join(folder, VARIABLES_FILE);
  if (inFile === undefined) rmSync(file, { force: true });
  else writeFileSync(file, JSON.stringify(inFile));
  return Code.fromAsset(folder);
}

/** Folder beside the assembly, which takes a copy of each bundle: nothing else is written there. */
function bundlesFolder(scope: Construct): string {
  return join(Stage.of(scope)?.outdir ?? "cdk.out", "bundles");
}
