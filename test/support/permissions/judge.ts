/** Judges calls of AWS by the policies of the template, as AWS does within one account. */

import { ADMINISTRATOR } from "../../../infra/local/aws/gate.ts";
import { LOCAL_REGION } from "../../../infra/local/template/intrinsics.ts";
import { type Statement, speaksOf } from "./policy.ts";
import type { Caller, Permissions } from "./read-permissions.ts";
import type { AwsCall } from "./requested-calls.ts";

/** Judgement of a call. */
export type Verdict = { kind: "allowed" } | { kind: "unknown-caller" } | Refused;

export interface Refused {
  kind: "refused";
  action: string;
  /** AWS's words. */
  message: string;
}

const ALLOWED: Verdict = { kind: "allowed" };

/** Judges by the permissions of a template; the administrator is refused nothing. */
export class Judge {
  readonly #permissions: Permissions;
  readonly #onRefusal: (refused: Refused) => void;

  /** @param onRefusal hears of each call that a caller may not make */
  constructor(permissions: Permissions, onRefusal: (refused: Refused) => void = () => undefined) {
    this.#permissions = permissions;
    this.#onRefusal = onRefusal;
  }

  /**
   * Judges what a signed request asks for.
   * @param accessKeyId whose request it is
   * @returns the first refusal, or that all of it is allowed
   */
  judge(accessKeyId: string | undefined, calls: () => readonly AwsCall[]): Verdict {
    if (accessKeyId === ADMINISTRATOR) return ALLOWED;
    const caller = this.#permissions.callers[accessKeyId ?? ""];
    if (caller === undefined) return { kind: "unknown-caller" };
    for (const call of calls()) {
      const verdict = this.#judge(caller, call);
      if (verdict.kind === "refused") this.#onRefusal(verdict);
      if (verdict.kind !== "allowed") return verdict;
    }
    return ALLOWED;
  }

  /** Reports whether a role may make a call; for AWS's actions in its name. Its access key here is its name. */
  judgeRole(roleArn: string, call: AwsCall): Verdict {
    return this.judge(roleArn.split("/").at(-1), () => [call]);
  }

  /** Reports whether the policy of a resource lets a service of AWS make a call. */
  judgeService(service: string, call: AwsCall): Verdict {
    return this.#judge({ arn: service, principals: [service], statements: [] }, call);
  }

  /** Reports whether a service of AWS may assume a role. */
  trusts(roleArn: string, service: string, context: AwsCall["context"]): boolean {
    const call = { action: "sts:AssumeRole", resource: roleArn, context };
    const statements = (this.#permissions.trust[roleArn] ?? []).filter(
      (statement) => speaksOf(statement, call) && names(statement, [service]),
    );
    return statements.length > 0 && !statements.some(isDeny);
  }

  /** A user of encrypted data has to be allowed to use its key too, through the service that holds the data. */
  #judge(caller: Caller, call: AwsCall): Verdict {
    const owner = call.resource.replace(/\/index\/[^/]+$/, "");
    const key = this.#permissions.keys[owner];
    const [service] = call.action.split(":");
    const context = { "kms:ViaService": `${service}.${LOCAL_REGION}.amazonaws.com` };
    const uses = key === undefined ? [] : keyActions(call.action);
    for (const [request, its] of [
      [call, owner] as const,
      ...uses.map(
        (action) => [{ action: `kms:${action}`, resource: key ?? "", context }, key ?? ""] as const,
      ),
    ]) {
      const verdict = this.#alone(caller, request, its);
      if (verdict.kind !== "allowed") return verdict;
    }
    return ALLOWED;
  }

  #alone(caller: Caller, call: AwsCall, owner: string): Verdict {
    const own = caller.statements.filter((statement) => speaksOf(statement, call));
    const about = (this.#permissions.resources[owner] ?? []).filter((statement) => speaksOf(statement, call));
    const theirs = about.filter((statement) => names(statement, caller.principals));
    if (own.some(isDeny)) return refused(caller, call, "with an explicit deny in an identity-based policy");
    if (theirs.some(isDeny)) return refused(caller, call, "with an explicit deny in a resource-based policy");
    if (theirs.length > 0) return ALLOWED;
    // A key is closed to the account's own roles too, unless its policy hands it to the account.
    const isHandedOver = about.some(
      (statement) => !isDeny(statement) && names(statement, [this.#permissions.account]),
    );
    if (call.action.startsWith("kms:") && !isHandedOver)
      return refused(caller, call, `because no resource-based policy allows the ${call.action} action`);
    if (own.length > 0) return ALLOWED;
    return refused(caller, call, `because no identity-based policy allows the ${call.action} action`);
  }
}

function isDeny({ effect }: Statement): boolean {
  return effect === "Deny";
}

function names({ principals }: Statement, wanted: readonly string[]): boolean {
  return principals.some((principal) => principal === "*" || wanted.includes(principal));
}

function refused({ arn }: Caller, { action, resource }: AwsCall, reason: string): Refused {
  const message = `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
  return { kind: "refused", action, message };
}

/** Uses of a key that a call takes beside its own permission, as AWS documents them; describing a table takes none. */
function keyActions(action: string): readonly string[] {
  if (action === "sns:Publish") return ["GenerateDataKey", "Decrypt"];
  if (/^dynamodb:(BatchGetItem|ConditionCheckItem|GetItem|Query|Scan)$/.test(action)) return ["Decrypt"];
  if (/^dynamodb:(BatchWriteItem|DeleteItem|PutItem|UpdateItem)$/.test(action))
    return ["Decrypt", "Encrypt", "GenerateDataKey", "ReEncryptFrom", "ReEncryptTo"];
  return [];
}
