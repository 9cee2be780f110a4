/** The conditions of a policy: the operators and keys that this stack's policies use. */

/** Facts about a call besides its action and resource, by condition key; some keys have several values. */
export type CallContext = Readonly<Record<string, string | readonly string[]>>;

export interface Condition {
  /** `ForAllValues`: each value that the call has must fit, which is so where it has none. */
  quantifier: "ForAllValues" | undefined;
  /** One of {@link OPERATORS}. */
  operator: string;
  key: string;
  /** One of them has to fit. */
  values: string[];
  /** True if a call without the key fits. */
  ifExists: boolean;
}

/** The keys that the local stack fills, or that only services use which it does not emulate. */
export const CONDITION_KEYS: ReadonlySet<string> = new Set([
  "aws:SecureTransport",
  "aws:SourceAccount",
  "aws:SourceArn",
  "dynamodb:Attributes",
  "dynamodb:ReturnValues",
  "dynamodb:Select",
  "kms:EncryptionContext:aws:logs:arn",
  "kms:ViaService",
]);

/** Reports whether the facts of a call fit a policy's condition. */
export const OPERATORS: Readonly<Record<string, (said: string, wanted: string) => boolean>> = {
  ArnLike: arnFits,
  Bool: (said, wanted) => said.toLowerCase() === wanted.toLowerCase(),
  StringEquals: (said, wanted) => said === wanted,
};

export function conditionHolds(
  { quantifier, operator, key, values, ifExists }: Condition,
  context: CallContext,
): boolean {
  const said = context[key];
  const one = (text: string) => values.some((value) => OPERATORS[operator]?.(text, value) === true);
  if (quantifier === "ForAllValues") return [said ?? []].flat().every(one);
  if (said === undefined) return ifExists;
  return [said].flat().some(one);
}

/** Reports whether a text fits a pattern in which `*` matches any text and `?` one character. */
export function fits(text: string, pattern: string): boolean {
  if (pattern === "*" || pattern === text) return true;
  if (!/[*?]/.test(pattern)) return false;
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s").test(text);
}

/** The six parts of an ARN fit one by one: no wildcard reaches over a colon before the last. */
function arnFits(said: string, pattern: string): boolean {
  const [parts, patterns] = [partsOf(said), partsOf(pattern)];
  return parts.length === patterns.length && parts.every((part, index) => fits(part, patterns[index] ?? ""));
}

function partsOf(arn: string): string[] {
  const parts = arn.split(":");
  return [...parts.slice(0, 5), parts.slice(5).join(":")];
}
