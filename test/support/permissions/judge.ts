/** Judges calls of AWS by the policies of the template, as AWS does within one account. */

import { ADMINISTRATOR } from "../../../infra/local/aws/gate.ts";
import { LOCAL_REGION } from "../../../infra/local/template/intrinsics.ts";
import { type AwsCall, ownerOf } from "./aws-call.ts";
import { type CallContext, conditionHolds, fits } from "./condition.ts";
import type { Caller, Permissions } from "./permissions.ts";
import type { Statement } from "./statement.ts";

/** Judgement of a call. */
export type Verdict = { kind: "allowed" } | { kind: "unknown-caller" } | Refused;

export interface Refused {
  kind: "refused";
  action: string;
  /** AWS's words. */
  message: string;
}

const ALLOWED: Verdict = { kind: "allowed" };

/** Everything here counts as encrypted on its way: it never leaves the machine. */
const EVERY_CALL: CallContext = { "aws:SecureTransport": "true" };

/** Judges by the permissions of a template; the administrator is refused nothing. */
export class Judge {
  readonly #permissions: Permissions;
  readonly #verdicts = new Map<string, Verdict>();
  readonly #onRefusal: (refused: Refused) => void;

  /** @param onRefusal hears of each call that a caller may not make, once however often it is made */
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
      const verdict = this.#remembered(caller, call);
      if (verdict.kind !== "allowed") return verdict;
    }
    return ALLOWED;
  }

  /** Reports whether a role may make a call; for AWS's actions in its name. */
  judgeRole(roleArn: string, call: AwsCall): Verdict {
    return this.judge(accessKeyOf(roleArn), () => [call]);
  }

  /** Reports whether the policy of a resource lets a service of AWS make a call. */
  judgeService(service: string, call: AwsCall): Verdict {
    return this.#judge({ arn: service, principals: [service], statements: [] }, call);
  }

  /** Reports whether a service of AWS may assume a role. */
  trusts(roleArn: string, service: string, context: CallContext): boolean {
    const call = { action: "sts:AssumeRole", resource: roleArn, context };
    const said = (this.#permissions.trust[roleArn] ?? []).filter(
      (statement) => speaksOf(statement, call) && names(statement, [service]),
    );
    return said.length > 0 && !said.some(isDeny);
  }

  #remembered(caller: Caller, call: AwsCall): Verdict {
    const name = JSON.stringify([caller.arn, call]);
    const before = this.#verdicts.get(name);
    if (before !== undefined) return before;
    const verdict = this.#judge(caller, call);
    this.#verdicts.set(name, verdict);
    if (verdict.kind === "refused") this.#onRefusal(verdict);
    return verdict;
  }

  #judge(caller: Caller, call: AwsCall): Verdict {
    const verdict = this.#alone(caller, call, ownerOf(call.resource));
    if (verdict.kind !== "allowed") return verdict;
    const use = keyUseOf(call, this.#permissions.keys);
    return use === undefined ? ALLOWED : this.#withKey(caller, use);
  }

  /** A user of encrypted data has to be allowed to use its key, through the service that holds the data. */
  #withKey(caller: Caller, { keyArn, service, actions }: KeyUse): Verdict {
    const context = { "kms:ViaService": service };
    for (const action of actions) {
      const verdict = this.#alone(caller, { action, resource: keyArn, context }, keyArn);
      if (verdict.kind !== "allowed") return verdict;
    }
    return ALLOWED;
  }

  #alone(caller: Caller, call: AwsCall, owner: string): Verdict {
    const own = caller.statements.filter((statement) => speaksOf(statement, call));
    const resources = this.#permissions.resources[owner] ?? [];
    const theirs = resources.filter(
      (statement) => speaksOf(statement, call) && names(statement, caller.principals),
    );
    if (own.some(isDeny)) return refused(caller, call, "with an explicit deny in an identity-based policy");
    if (theirs.some(isDeny)) return refused(caller, call, "with an explicit deny in a resource-based policy");
    if (theirs.some((statement) => !isDeny(statement))) return ALLOWED;
    // A key is closed to the account's own roles too, unless its policy hands it to the account.
    const handedOver = !call.action.startsWith("kms:") || this.#isHandedOver(resources, call);
    if (!handedOver)
      return refused(caller, call, `because no resource-based policy allows the ${call.action} action`);
    if (own.length > 0) return ALLOWED;
    return refused(caller, call, `because no identity-based policy allows the ${call.action} action`);
  }

  #isHandedOver(statements: readonly Statement[], call: AwsCall): boolean {
    return statements.some(
      (statement) =>
        !isDeny(statement) && speaksOf(statement, call) && names(statement, [this.#permissions.account]),
    );
  }
}

/** The key that a role's credentials have on this machine: the role's name. */
function accessKeyOf(roleArn: string): string {
  return roleArn.split("/").at(-1) ?? roleArn;
}

function isDeny({ effect }: Statement): boolean {
  return effect === "Deny";
}

function speaksOf(
  { actions, resources, conditions }: Statement,
  { action, resource, context }: AwsCall,
): boolean {
  const known = { ...EVERY_CALL, ...context };
  return (
    actions.some((pattern) => fits(action.toLowerCase(), pattern)) &&
    resources.some((pattern) => fits(resource, pattern)) &&
    conditions.every((condition) => conditionHolds(condition, known))
  );
}

function names({ principals = [] }: Statement, wanted: readonly string[]): boolean {
  return principals.some((one) => one === "*" || wanted.includes(one));
}

function refused({ arn }: Caller, { action, resource }: AwsCall, reason: string): Refused {
  const message = `User: ${arn} is not authorized to perform: ${action} on resource: ${resource} ${reason}`;
  return { kind: "refused", action, message };
}

/** Permissions that the caller needs besides that of the call itself. */
interface KeyUse {
  keyArn: string;
  /** As `kms:ViaService` names it. */
  service: string;
  actions: readonly string[];
}

const READING = ["kms:Decrypt"];

/** Permissions that DynamoDB's documentation asks of a writer to a table under a customer-managed key. */
const WRITING = ["Decrypt", "Encrypt", "GenerateDataKey", "ReEncryptFrom", "ReEncryptTo"].map(
  (action) => `kms:${action}`,
);

const PUBLISHING = ["kms:GenerateDataKey", "kms:Decrypt"];

/** By action; what is not here, such as describing a table, needs no key. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "dynamodb:BatchGetItem": READING,
  "dynamodb:GetItem": READING,
  "dynamodb:Query": READING,
  "dynamodb:Scan": READING,
  "dynamodb:BatchWriteItem": WRITING,
  "dynamodb:ConditionCheckItem": READING,
  "dynamodb:DeleteItem": WRITING,
  "dynamodb:PutItem": WRITING,
  "dynamodb:UpdateItem": WRITING,
  "sns:Publish": PUBLISHING,
};

/** @param keys the key's ARN by what is encrypted under it */
function keyUseOf({ action, resource }: AwsCall, keys: Readonly<Record<string, string>>): KeyUse | undefined {
  const keyArn = keys[ownerOf(resource)];
  const actions = ACTIONS[action];
  if (keyArn === undefined || actions === undefined) return undefined;
  const [service = ""] = action.split(":");
  return { keyArn, service: `${service}.${LOCAL_REGION}.amazonaws.com`, actions };
}
