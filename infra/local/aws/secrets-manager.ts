/** Secrets Manager on this machine: what reading, setting and rotating a secret takes, in memory. */

import { randomUUID } from "node:crypto";
import * as z from "zod/mini";

interface Secret {
  /** The texts by version id. */
  versions: Map<string, string>;
  /** The version ids by stage. */
  stages: Map<string, string>;
}

/** A call that Secrets Manager would refuse; `name` is its name for the refusal. */
export class SecretsError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const text = z.string().check(z.minLength(1));
const CURRENT = "AWSCURRENT";
const PREVIOUS = "AWSPREVIOUS";

const CALLS = {
  GetSecretValue: z.object({
    SecretId: text,
    VersionId: z.optional(text),
    VersionStage: z.optional(text),
  }),
  PutSecretValue: z.object({
    SecretId: text,
    SecretString: z.string(),
    ClientRequestToken: z.optional(text),
    VersionStages: z._default(z.array(text), [CURRENT]),
  }),
  UpdateSecretVersionStage: z.object({
    SecretId: text,
    VersionStage: text,
    MoveToVersionId: z.optional(text),
    RemoveFromVersionId: z.optional(text),
  }),
  DescribeSecret: z.object({ SecretId: text }),
};

/** The emulated secrets, by ARN. */
export class SecretsManager {
  readonly #secrets = new Map<string, Secret>();

  /** Makes a secret, or replaces it: `value` becomes its only version. */
  create(arn: string, value: string): void {
    const id = randomUUID();
    this.#secrets.set(arn, { versions: new Map([[id, value]]), stages: new Map([[CURRENT, id]]) });
  }

  /**
   * Answers a call.
   * @param action `GetSecretValue`, `PutSecretValue`, …
   * @throws {SecretsError}
   */
  answer(action: string, body: unknown): unknown {
    switch (action) {
      case "GetSecretValue":
        return this.#get(parse(CALLS.GetSecretValue, body));
      case "PutSecretValue":
        return this.#put(parse(CALLS.PutSecretValue, body));
      case "UpdateSecretVersionStage":
        return this.#moveStage(parse(CALLS.UpdateSecretVersionStage, body));
      case "DescribeSecret":
        return this.#describe(parse(CALLS.DescribeSecret, body));
      default:
        throw new SecretsError("UnknownOperationException", `${action} is not emulated.`);
    }
  }

  #find(id: string): { arn: string; secret: Secret } {
    const secret = this.#secrets.get(id);
    if (secret === undefined)
      throw new SecretsError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
    return { arn: id, secret };
  }

  #get({ SecretId, VersionId, VersionStage }: z.infer<typeof CALLS.GetSecretValue>) {
    const { arn, secret } = this.#find(SecretId);
    const id = VersionId ?? secret.stages.get(VersionStage ?? CURRENT);
    const value = id === undefined ? undefined : secret.versions.get(id);
    if (value === undefined)
      throw new SecretsError(
        "ResourceNotFoundException",
        "Secrets Manager can't find the specified secret value.",
      );
    return {
      ARN: arn,
      Name: nameOf(arn),
      SecretString: value,
      VersionId: id,
      VersionStages: stagesOf(secret, id),
    };
  }

  #put(call: z.infer<typeof CALLS.PutSecretValue>) {
    const { arn, secret } = this.#find(call.SecretId);
    const id = call.ClientRequestToken ?? randomUUID();
    const before = secret.versions.get(id);
    if (before !== undefined && before !== call.SecretString)
      throw new SecretsError("ResourceExistsException", "The version exists with another value.");
    secret.versions.set(id, call.SecretString);
    for (const stage of call.VersionStages) attach(secret, stage, id);
    return { ARN: arn, Name: nameOf(arn), VersionId: id, VersionStages: stagesOf(secret, id) };
  }

  #moveStage(call: z.infer<typeof CALLS.UpdateSecretVersionStage>) {
    const { arn, secret } = this.#find(call.SecretId);
    const held = secret.stages.get(call.VersionStage);
    if (held !== undefined && held !== call.RemoveFromVersionId)
      throw new SecretsError("InvalidParameterException", "The stage is attached to another version.");
    if (call.MoveToVersionId === undefined) secret.stages.delete(call.VersionStage);
    else attach(secret, call.VersionStage, call.MoveToVersionId);
    return { ARN: arn, Name: nameOf(arn) };
  }

  #describe({ SecretId }: z.infer<typeof CALLS.DescribeSecret>) {
    const { arn, secret } = this.#find(SecretId);
    const staged = [...secret.versions.keys()].map((id) => [id, stagesOf(secret, id)]);
    return { ARN: arn, Name: nameOf(arn), VersionIdsToStages: Object.fromEntries(staged) };
  }
}

function attach(secret: Secret, stage: string, id: string): void {
  const current = secret.stages.get(CURRENT);
  if (stage === CURRENT && current !== undefined && current !== id) secret.stages.set(PREVIOUS, current);
  secret.stages.set(stage, id);
}

function stagesOf({ stages }: Secret, id: string | undefined): string[] {
  return [...stages].filter(([, version]) => version === id).map(([stage]) => stage);
}

function nameOf(arn: string): string {
  return arn.split(":").at(-1) ?? arn;
}

function parse<T extends z.ZodMiniType>(schema: T, body: unknown): z.output<T> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new SecretsError("InvalidParameterException", "The call is not of the form that it should have.");
}
