/** Permissions of a template: plain data, which can be passed to another thread. */

import type { Statement } from "./statement.ts";

/** A caller. */
export interface Caller {
  /** ARN in refusals: of a role's session, or of a user with a managed policy and nothing else. */
  arn: string;
  /** Names of it in the policies of resources. */
  principals: string[];
  statements: Statement[];
}

export interface Permissions {
  /** The account as a principal: whom a key's policy hands the key to. */
  account: string;
  /** Roles, and each managed policy as if a user had it alone; by access key id, which is the name. */
  callers: Record<string, Caller>;
  /** The policies of resources, by the resource's ARN. */
  resources: Record<string, Statement[]>;
  /** Principals that may assume a role, by the role's ARN. */
  trust: Record<string, Statement[]>;
  /** The ARN of the key that a resource is encrypted under, by the resource's ARN; those of AWS ask nothing. */
  keys: Record<string, string>;
}
