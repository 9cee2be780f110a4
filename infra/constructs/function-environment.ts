/** The environment of a function within Lambda's limit: lists that do not fit are in a file beside its code. */

import { Token } from "aws-cdk-lib";

/** Lambda's limit for the environment of a function, in bytes of JSON. */
const MAX_ENVIRONMENT = 4_096;

/** The longest name, ARN or URL that a resource of the stack gets. */
const LONGEST_REFERENCE = 140;

/** The variables of a function. */
interface FittedEnvironment {
  environment: Record<string, string>;
  /** Lists that the environment has no room for; absent where all fit. */
  inFile?: Record<string, string>;
}

/** A value of settings that grows: projects, people, deadlines, in JSON. */
const LIST = /^[[{]/;

/**
 * Takes the lists out of a function's environment where not all fits into it: the function then finds them in a file beside
 * its code. For the rest there is room.
 */
export function fitEnvironment(environment: Readonly<Record<string, string>>): FittedEnvironment {
  if (bytesOf(environment) <= MAX_ENVIRONMENT) return { environment: { ...environment } };
  const { lists = [], others = [] } = Object.groupBy(Object.entries(environment), ([, value]) =>
    LIST.test(value) ? "lists" : "others",
  );
  return { environment: Object.fromEntries(others), inFile: Object.fromEntries(lists) };
}

function bytesOf(environment: Readonly<Record<string, string>>): number {
  const resolved = Object.entries(environment).map(([key, value]) => [
    key,
    Token.isUnresolved(value) ? "x".repeat(LONGEST_REFERENCE) : value,
  ]);
  return Buffer.byteLength(JSON.stringify(Object.fromEntries(resolved)));
}
