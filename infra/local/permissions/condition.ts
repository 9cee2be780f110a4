/** The conditions of a policy: the operators and keys that this stack's policies use. */

/** What is known of a call besides its action and resource, by condition key. */
export type CallContext = Readonly<Record<string, string>>;

export interface Condition {
  /** One of {@link OPERATORS}. */
  operator: string;
  key: string;
  /** One of them has to fit. */
  values: string[];
  /** Whether a call without the key fits. */
  ifExists: boolean;
}

/** The keys that the local stack fills, or that only services use which it does not emulate. */
export const CONDITION_KEYS: ReadonlySet<string> = new Set([
  "aws:SecureTransport",
  "aws:SourceAccount",
  "aws:SourceArn",
  "dynamodb:ReturnValues",
  "kms:EncryptionContext:aws:logs:arn",
  "kms:ViaService",
]);

/** Whether what a call says fits what a policy says. */
export const OPERATORS: Readonly<Record<string, (said: string, wanted: string) => boolean>> = {
  ArnLike: arnFits,
  Bool: (said, wanted) => said.toLowerCase() === wanted.toLowerCase(),
  StringEquals: (said, wanted) => said === wanted,
};

export function conditionHolds(
  { operator, key, values, ifExists }: Condition,
  context: CallContext,
): boolean {
  const said = context[key];
  if (said === undefined) return ifExists;
  return values.some((value) => OPERATORS[operator]?.(said, value) === true);
}

/** Whether a text fits a pattern in which `*` stands for anything and `?` for one character. */
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
