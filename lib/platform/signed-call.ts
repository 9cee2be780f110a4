/**
 * Calls of AWS that are signed here, without a client of the SDK: for a bundle that makes one call of many services. A
 * client brings the schemas of its errors, and that of Lambda those of every operation; the desk's would be a third larger.
 */

import { text } from "node:stream/consumers";
import { parseXML } from "@aws-sdk/xml-builder";
import { Sha256 } from "@smithy/core/checksum";
import { HttpRequest } from "@smithy/core/protocols";
import { SignatureV4, type SignatureV4Init } from "@smithy/signature-v4";
import type * as z from "zod/mini";
import { clientConfig, WHILE_CALLER_WAITS } from "./clients.ts";

/** As their names are signed and stand in their addresses. */
type Service = "lambda" | "monitoring" | "sns" | "sqs";

/** Who calls, as every client of the SDK has it in its `config`. */
export type AwsCaller = Pick<SignatureV4Init, "credentials" | "region"> & {
  /** Where a service is, instead of AWS's own address. */
  endpointOf(service: Service): string | undefined;
};

/** AWS answered with an error. */
export class AwsAnswerError extends Error {
  override name = "AwsAnswerError";
}

/**
 * Calls a function and waits for nothing that it does.
 * @param functionName a name or an ARN
 * @throws {AwsAnswerError} where Lambda does not take the call
 */
export async function callLater(caller: AwsCaller, functionName: string, payload: unknown): Promise<void> {
  const path = `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`;
  const headers = { "content-type": "application/json", "x-amz-invocation-type": "Event" };
  const { status } = await send(caller, "lambda", { path, headers, body: JSON.stringify(payload) });
  if (status !== 202) throw new AwsAnswerError(`Lambda answered ${status} to the call of ${functionName}.`);
}

/**
 * Calls an operation in AWS's JSON protocol.
 * @param target the service's name and the operation, as `AmazonSQS.GetQueueAttributes`
 * @param schema of the answer
 * @throws {AwsAnswerError} where it is refused
 */
export async function callJson<Schema extends z.ZodMiniType>(
  caller: AwsCaller,
  service: "monitoring" | "sqs",
  { target, input, schema }: { target: string; input: unknown; schema: Schema },
): Promise<z.output<Schema>> {
  const headers = { "content-type": "application/x-amz-json-1.0", "x-amz-target": target };
  const { status, body } = await send(caller, service, { path: "/", headers, body: JSON.stringify(input) });
  if (status !== 200) throw new AwsAnswerError(`${target} was answered with ${status}.`);
  return schema.parse(JSON.parse(body));
}

/**
 * Calls an operation of SNS, whose protocol is forms that are answered in XML.
 * @param schema of the answer, in which a list of one is no list
 * @throws {AwsAnswerError} where it is refused
 */
export async function callSns<Schema extends z.ZodMiniType>(
  caller: AwsCaller,
  { action, input, schema }: { action: string; input: Record<string, string>; schema: Schema },
): Promise<z.output<Schema>> {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = new URLSearchParams({ Action: action, Version: "2010-03-31", ...input });
  const { status, body } = await send(caller, "sns", { path: "/", headers, body: form.toString() });
  if (status !== 200) throw new AwsAnswerError(`${action} was answered with ${status}.`);
  return schema.parse(parseXML(body));
}

interface Request {
  path: string;
  headers: Record<string, string>;
  body: string;
}

async function send(
  { region, credentials, endpointOf }: AwsCaller,
  service: Service,
  { path, headers, body }: Request,
): Promise<{ status: number; body: string }> {
  const place = typeof region === "string" ? region : await region();
  const suffix = place.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
  const url = new URL(endpointOf(service) ?? `https://${service}.${place}.${suffix}`);
  const { protocol, hostname, port, host } = url;
  const where = { protocol, hostname, path, ...(port === "" ? {} : { port: Number(port) }) };
  const signer = new SignatureV4({ region: place, credentials, service, sha256: Sha256 });
  const request = new HttpRequest({ ...where, method: "POST", headers: { host, ...headers }, body });
  const { requestHandler } = clientConfig(WHILE_CALLER_WAITS);
  try {
    const { response } = await requestHandler.handle(new HttpRequest(await signer.sign(request)));
    return { status: response.statusCode, body: await text(response.body) };
  } finally {
    requestHandler.destroy();
  }
}
