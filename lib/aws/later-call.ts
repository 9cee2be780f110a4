/**
 * Calls a function without waiting for what it does. Without `@aws-sdk/client-lambda`: its schemas of every operation
 * stay in a bundle that makes this one call, and were a sixth of the desk's.
 */

import { Sha256 } from "@smithy/core/checksum";
import { HttpRequest } from "@smithy/core/protocols";
import { SignatureV4, type SignatureV4Init } from "@smithy/signature-v4";
import { clientConfig, WHILE_CALLER_WAITS } from "./clients.ts";

/** Who calls, and where; as any client of the SDK has it in its `config`. */
export type LambdaCaller = Pick<SignatureV4Init, "credentials" | "region"> & {
  /** Of the Lambda API, instead of AWS's own. */
  endpoint: string | undefined;
};

/**
 * @param functionName a name or an ARN
 * @throws {Error} where Lambda does not take the call
 */
export async function callLater(
  functionName: string,
  payload: unknown,
  { endpoint, ...caller }: LambdaCaller,
): Promise<void> {
  const region = typeof caller.region === "string" ? caller.region : await caller.region();
  const suffix = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const { protocol, hostname, port, host } = new URL(endpoint ?? `https://lambda.${region}.${suffix}`);
  const request = new HttpRequest({
    method: "POST",
    protocol,
    hostname,
    ...(port === "" ? {} : { port: Number(port) }),
    path: `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`,
    headers: { host, "content-type": "application/json", "x-amz-invocation-type": "Event" },
    body: JSON.stringify(payload),
  });
  const signer = new SignatureV4({ ...caller, service: "lambda", sha256: Sha256 });
  const signed = await signer.sign(request);
  const { requestHandler } = clientConfig(WHILE_CALLER_WAITS);
  const { response } = await requestHandler.handle(new HttpRequest(signed));
  requestHandler.destroy();
  if (response.statusCode !== 202)
    throw new Error(`Lambda answered ${response.statusCode} to the call of ${functionName}.`);
}
