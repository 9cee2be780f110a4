/** The environment of a function: exactly what the template gives it, and what Lambda itself and this machine add. */

import { LOCAL_CLIENT_ID } from "../identity/client.ts";
import { accessKeyOf } from "../permissions/judge.ts";
import { LOCAL_REGION } from "../template/intrinsics.ts";
import type { EmulatedFunction } from "../template/resources.ts";

/** Where the emulators listen, and what differs on this machine. */
export interface LocalSurroundings {
  aws: { dynamodb: string; sqs: string; sns: string; secretsmanager: string; lambda: string };
  timeScale: number;
  /** The base URL of the service that the scan functions call, instead of the template's. */
  serviceBaseUrl: string;
  /** Who says who signs in at the desk, instead of the template's; absent where there is no desk. */
  issuer?: string | undefined;
}

/** Everything that the function finds in `process.env`. */
export function environmentOf(
  { name, properties }: EmulatedFunction,
  { aws, timeScale, serviceBaseUrl, issuer }: LocalSurroundings,
): Record<string, string> {
  const { Environment, Handler, LoggingConfig, MemorySize, Role } = properties;
  const given = Environment.Variables;
  return {
    ...given,
    ...("SERVICE_BASE_URL" in given ? { SERVICE_BASE_URL: serviceBaseUrl } : {}),
    ...(issuer === undefined || !("OIDC_ISSUER" in given)
      ? {}
      : { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: LOCAL_CLIENT_ID, OIDC_GROUPS_CLAIM: "groups" }),
    TIME_SCALE: String(timeScale),
    AWS_ENDPOINT_URL_DYNAMODB: aws.dynamodb,
    AWS_ENDPOINT_URL_SQS: aws.sqs,
    AWS_ENDPOINT_URL_SNS: aws.sns,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: aws.secretsmanager,
    AWS_ENDPOINT_URL_LAMBDA: aws.lambda,
    // Whatever it calls, it calls as its role.
    AWS_ACCESS_KEY_ID: accessKeyOf(Role),
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
