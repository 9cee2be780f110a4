/** A statement of a policy: the few constructs that this stack's policies use, and a refusal of every other. */

import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import { CONDITION_KEYS, type Condition, OPERATORS } from "./condition.ts";

/** One statement; its texts may contain `*` and `?`. */
export interface Statement {
  effect: "Allow" | "Deny";
  /** In small letters, as `dynamodb:getitem`. */
  actions: string[];
  resources: string[];
  /** Whom it speaks of, by ARN, service or `*`; undefined in the policy of a role, which speaks of the role. */
  principals: string[] | undefined;
  conditions: Condition[];
}

const texts = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
const principal = z.union([
  z.literal("*"),
  z.strictObject({ AWS: z.optional(texts), Service: z.optional(texts) }),
]);

/** `NotAction`, `NotResource` and `NotPrincipal` are not among its fields, so that nothing is judged without them. */
const statement = z.strictObject({
  Sid: z.optional(z.string()),
  Effect: z.enum(["Allow", "Deny"]),
  Action: texts,
  Resource: z.optional(texts),
  Principal: z.optional(principal),
  Condition: z._default(z.record(z.string(), z.record(z.string(), texts)), {}),
});

const policyDocument = z.strictObject({
  Version: z.literal("2012-10-17"),
  Id: z.optional(z.string()),
  Statement: z.array(statement),
});

/**
 * Reads a policy whose references are resolved.
 * @param where names it in an error: `AWS::IAM::Policy GetUserRoleDefaultPolicy`
 * @throws {Error} that names what cannot be judged here
 */
export function readPolicy(document: unknown, where: string): Statement[] {
  const reading = policyDocument.safeParse(document);
  if (!reading.success) throw cannotJudge(where, issuesLine(issuesOf(reading.error)));
  return reading.data.Statement.map((one) => ({
    effect: one.Effect,
    actions: one.Action.map((action) => action.toLowerCase()),
    // The policy that says who may assume a role names no resource: it is the role.
    resources: plain(one.Resource ?? ["*"], where),
    principals: principalsOf(one.Principal),
    conditions: conditionsOf(one.Condition, where),
  }));
}

export function cannotJudge(where: string, what: string): Error {
  return new Error(
    `The tests cannot judge ${where} (${what}): write it with what test/support/permissions reads, or teach it more.`,
  );
}

function principalsOf(value: z.output<typeof principal> | undefined): string[] | undefined {
  if (value === undefined) return undefined;
  return value === "*" ? ["*"] : [...(value.AWS ?? []), ...(value.Service ?? [])];
}

const FOR_ALL = "ForAllValues:";

function conditionsOf(blocks: Record<string, Record<string, string[]>>, where: string): Condition[] {
  return Object.entries(blocks).flatMap(([name, keys]) => {
    const quantifier = name.startsWith(FOR_ALL) ? "ForAllValues" : undefined;
    const comparison = quantifier === undefined ? name : name.slice(FOR_ALL.length);
    const operator = comparison.replace(/IfExists$/, "");
    if (!(operator in OPERATORS)) throw cannotJudge(where, `the condition operator ${name}`);
    return Object.entries(keys).map(([key, values]) => {
      if (!CONDITION_KEYS.has(key)) throw cannotJudge(where, `the condition key ${key}`);
      const ifExists = operator !== comparison;
      return { quantifier, operator, key, values: plain(values, where), ifExists };
    });
  });
}

/** Policy variables, as in `${aws:username}`, would be taken for themselves. */
function plain(values: string[], where: string): string[] {
  const variable = values.find((value) => value.includes("${"));
  if (variable !== undefined) throw cannotJudge(where, `the policy variable in ${variable}`);
  return values;
}
