/** The functions of the template, each with its pool of workers. */

import { availableParallelism } from "node:os";
import pMap from "p-map";
import { LOCAL_STAGE } from "../../../lib/i18n/text/own-command.ts";
import { LOCAL_REGION } from "../template/intrinsics.ts";
import { bundleFolder, type EmulatedFunction, type Resources } from "../template/resources.ts";
import type { FunctionLogs } from "./function-logs.ts";
import { FunctionPool, type Preload } from "./function-pool.ts";
import type { LocalEvents } from "./run-events.ts";

interface FunctionsOptions extends Preload {
  surroundings: LocalSurroundings;
  /** Folder of the bundles. */
  assemblyFolder: string;
  maximumWorkers: number;
  leastCallMs?: number | undefined;
  logs: FunctionLogs;
  events: LocalEvents;
}

export class Functions {
  readonly #pools: ReadonlyMap<string, FunctionPool>;

  constructor(resources: Resources, { surroundings, assemblyFolder, ...options }: FunctionsOptions) {
    this.#pools = new Map(
      resources.functions.map((definition) => [
        definition.shortName,
        new FunctionPool(definition, {
          ...options,
          folder: bundleFolder(definition, assemblyFolder),
          environment: environmentOf(definition, surroundings),
          timeScale: surroundings.timeScale,
          maximumWorkers: workersOf(definition, resources, options.maximumWorkers),
        }),
      ]),
    );
  }

  /**
   * A function by its short name, such as `GetUser`.
   * @throws {Error} that names those that there are
   */
  get(shortName: string): FunctionPool {
    const pool = this.#pools.get(shortName);
    if (pool !== undefined) return pool;
    throw new Error(`There is no function ${shortName}; there are ${[...this.#pools.keys()].join(", ")}.`);
  }

  /** A function by its name or ARN. */
  find(id: string): FunctionPool | undefined {
    return [...this.#pools.values()].find(({ functionName, arn }) => id === functionName || id === arn);
  }

  /**
   * Loads every function once.
   * @throws {Error} that names those that cannot be loaded, and why
   */
  async warm(): Promise<void> {
    // More at a time than there are processors would only take longer each, and loading has a time limit.
    const problems = await pMap(
      this.#pools.values(),
      async (pool) => {
        const loading = await pool.warm();
        return loading.ok ? [] : [`${pool.name}: ${loading.problem}`];
      },
      { concurrency: availableParallelism() },
    );
    const lines = problems.flat();
    if (lines.length > 0) throw new Error(`Functions cannot be loaded. ${lines.join(" ")}`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }
}

/** A queue's consumer never has more concurrent calls than its event source allows. */
function workersOf(definition: EmulatedFunction, { eventSources }: Resources, maximum: number): number {
  const source = eventSources.find(({ properties }) =>
    [definition.name, definition.arn].includes(properties.FunctionName),
  );
  const { ReservedConcurrentExecutions: reserved = maximum } = definition.properties;
  return Math.min(source?.properties.ScalingConfig?.MaximumConcurrency ?? maximum, reserved);
}

/** Addresses of the emulators, and the differences of this machine. */
interface LocalSurroundings {
  aws: { dynamodb: string; sqs: string; sns: string; secretsmanager: string; lambda: string };
  timeScale: number;
  /** The base URL of the service that the scan functions call, instead of the template's. */
  serviceBaseUrl: string;
  /** Issuer of the desk's sign-in, instead of the template's, and the desk's client there; absent without a desk. */
  issuer?: { url: string; clientId: string } | undefined;
}

/** Everything that the function finds in `process.env`. */
export function environmentOf(
  { name, properties }: EmulatedFunction,
  { aws, timeScale, serviceBaseUrl, issuer }: LocalSurroundings,
): Record<string, string> {
  const { Environment, Handler, LoggingConfig, MemorySize, Role } = properties;
  const variables = Environment.Variables;
  return {
    ...variables,
    // Commands in messages need no option to find the stack.
    ...("STAGE" in variables ? { STAGE: LOCAL_STAGE } : {}),
    ...("SERVICE_BASE_URL" in variables ? { SERVICE_BASE_URL: serviceBaseUrl } : {}),
    ...(issuer === undefined || !("OIDC_ISSUER" in variables)
      ? {}
      : {
          OIDC_ISSUER: issuer.url,
          OIDC_CLIENT_ID: issuer.clientId,
          OIDC_SCOPE: "openid profile email",
          OIDC_GROUPS_CLAIM: "groups",
          OIDC_GROUP_NAMES: "{}",
        }),
    TIME_SCALE: String(timeScale),
    AWS_ENDPOINT_URL_DYNAMODB: aws.dynamodb,
    AWS_ENDPOINT_URL_SQS: aws.sqs,
    AWS_ENDPOINT_URL_SNS: aws.sns,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.secretsmanager,
    AWS_ENDPOINT_URL_LAMBDA: aws.lambda,
    // It makes every call as its role, whose name is the key.
    AWS_ACCESS_KEY_ID: Role.split("/").at(-1) ?? Role,
    AWS_SECRET_ACCESS_KEY: "local",
    AWS_REGION: LOCAL_REGION,
    AWS_DEFAULT_REGION: LOCAL_REGION,
    AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x",
    AWS_LAMBDA_FUNCTION_NAME: name,
    AWS_LAMBDA_FUNCTION_VERSION: "$LATEST",
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
    AWS_LAMBDA_INITIALIZATION_TYPE: "on-demand",
    AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${name}`,
    AWS_LAMBDA_LOG_STREAM_NAME: "local",
    ...(LoggingConfig.LogFormat === undefined ? {} : { AWS_LAMBDA_LOG_FORMAT: LoggingConfig.LogFormat }),
    ...(LoggingConfig.ApplicationLogLevel === undefined
      ? {}
      : { AWS_LAMBDA_LOG_LEVEL: LoggingConfig.ApplicationLogLevel }),
    LANG: "en_US.UTF-8",
    TZ: ":UTC",
    _HANDLER: Handler,
  };
}
