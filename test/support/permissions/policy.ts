/** A policy's statements: the few constructs that this stack's policies use, and a refusal of every other. */

import * as z from "zod/mini";
import { issuesLine, issuesOf } from "../../../lib/contract/issues.ts";
import type { AwsCall } from "./requested-calls.ts";

/** One statement; its texts may contain `*` and `?`. */
export interface Statement {
  effect: "Allow" | "Deny";
  /** In small letters, as `dynamodb:getitem`. */
  actions: string[];
  resources: string[];
  /** Whom it speaks of, by ARN, service or `*`; empty in the policy of a role, which speaks of the role. */
  principals: string[];
  conditions: Condition[];
}

interface Condition {
  /** True if each value that the call has must fit (`ForAllValues`), which is so where it has none. */
  isForAll: boolean;
  /** One of {@link OPERATORS}. */
  operator: string;
  key: string;
  /** One of them has to fit. */
  values: string[];
  /** True if a call without the key fits. */
  ifExists: boolean;
}

/** The keys that a call says something about, or that only services use which are not emulated. */
const CONDITION_KEYS: ReadonlySet<string> = new Set([
  "aws:SecureTransport",
  "aws:SourceAccount",
  "aws:SourceArn",
  "dynamodb:Attributes",
  "dynamodb:ReturnValues",
  "dynamodb:Select",
  "kms:EncryptionContext:aws:logs:arn",
  "kms:ViaService",
]);

/** Whether what a call says fits what a policy wants. */
const OPERATORS: Readonly<Record<string, (actual: string, wanted: string) => boolean>> = {
  ArnLike: fits,
  Bool: (actual, wanted) => actual.toLowerCase() === wanted.toLowerCase(),
  StringEquals: (actual, wanted) => actual === wanted,
};

/** Reports whether a statement speaks of a call. */
export function speaksOf(
  { actions, resources, conditions }: Statement,
  { action, resource, context = {} }: AwsCall,
): boolean {
  return (
    actions.some((pattern) => fits(action.toLowerCase(), pattern)) &&
    resources.some((pattern) => fits(resource, pattern)) &&
    conditions.every(({ isForAll, operator, key, values, ifExists }) => {
      // Everything here counts as encrypted on its way: it never leaves the machine.
      const actual = key === "aws:SecureTransport" ? "true" : context[key];
      const fitsOne = (text: string) => values.some((value) => OPERATORS[operator]?.(text, value) === true);
      if (isForAll) return [actual ?? []].flat().every(fitsOne);
      return actual === undefined ? ifExists : [actual].flat().some(fitsOne);
    })
  );
}

/** Reports whether a text fits a pattern in which `*` matches any text and `?` one character. */
function fits(text: string, pattern: string): boolean {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(text);
}

const texts = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => [value].flat()),
);
const principal = z.union([
  z.literal("*"),
  z.strictObject({ AWS: z._default(texts, []), Service: z._default(texts, []) }),
]);

/** `NotAction`, `NotResource` and `NotPrincipal` are not among its fields, so that nothing is judged without them. */
const policyDocument = z.strictObject({
  Version: z.literal("2012-10-17"),
  Id: z.optional(z.string()),
  Statement: z.array(
    z.strictObject({
      Sid: z.optional(z.string()),
      Effect: z.enum(["Allow", "Deny"]),
      Action: texts,
      // The policy that says who may assume a role names no resource: it is the role.
      Resource: z._default(texts, ["*"]),
      Principal: z.optional(principal),
      Condition: z._default(z.record(z.string(), z.record(z.string(), texts)), {}),
    }),
  ),
});

/**
 * Reads a policy whose references are resolved.
 * @param where names it in an error: `AWS::IAM::Policy GetUserRoleDefaultPolicy`
 * @throws {Error} that names what cannot be judged here
 */
export function readPolicy(document: unknown, where: string): Statement[] {
  const reading = policyDocument.safeParse(document);
  if (!reading.success) throw cannotJudge(where, issuesLine(issuesOf(reading.error)));
  return reading.data.Statement.map(({ Effect, Action, Resource, Principal, Condition }) => ({
    effect: Effect,
    actions: Action.map((action) => action.toLowerCase()),
    resources: plain(Resource, where),
    principals: Principal === "*" ? ["*"] : [...(Principal?.AWS ?? []), ...(Principal?.Service ?? [])],
    conditions: conditionsOf(Condition, where),
  }));
}

export function cannotJudge(where: string, element: string): Error {
  return new Error(
    `The tests cannot judge ${where} (${element}): write it with what test/support/permissions reads, or teach it more.`,
  );
}

function conditionsOf(blocks: Record<string, Record<string, string[]>>, where: string): Condition[] {
  return Object.entries(blocks).flatMap(([name, keys]) => {
    const operator = name.replace(/^ForAllValues:/, "").replace(/IfExists$/, "");
    if (!(operator in OPERATORS)) throw cannotJudge(where, `the condition operator ${name}`);
    return Object.entries(keys).map(([key, values]) => {
      if (!CONDITION_KEYS.has(key)) throw cannotJudge(where, `the condition key ${key}`);
      const [isForAll, ifExists] = [name.startsWith("ForAllValues:"), name.endsWith("IfExists")];
      return { isForAll, operator, key, values: plain(values, where), ifExists };
    });
  });
}

/** Policy variables, as in `${aws:username}`, would be taken for themselves. */
function plain(values: string[], where: string): string[] {
  const variable = values.find((value) => value.includes("${"));
  if (variable !== undefined) throw cannotJudge(where, `the policy variable in ${variable}`);
  return values;
}
