/** A permission that is taken away from a role, and how the local stack is made to do without it. */

import * as z from "zod/mini";
import type { Statement } from "../../support/permissions/policy.ts";
import type { Permissions } from "../../support/permissions/read-permissions.ts";

/** Holds one, as JSON, for the tests that run without it; absent for those that run with all. */
export const WITHHELD = "VIGIA_WITHHELD_PERMISSION";

/** Names the file that holds something once the permission was asked for, and refused. */
export const ASKED_FOR = "VIGIA_ASKED_FOR";

const permission = z.object({
  /** The name of a role or managed policy, as its access key on this machine. */
  caller: z.string(),
  /** In lower case. */
  action: z.string(),
  resource: z.string(),
});
export type Permission = z.infer<typeof permission>;

export function readWithheld(text: string | undefined): Permission | undefined {
  return text === undefined ? undefined : permission.parse(JSON.parse(text));
}

/** Every action at every resource that a role or managed policy allows. */
export function permissionsIn({ callers }: Permissions): Permission[] {
  return Object.entries(callers).flatMap(([caller, { statements }]) =>
    statements.flatMap(pairs).map(([action, resource]) => ({ caller, action, resource })),
  );
}

/** Reports whether a refusal, in AWS's words, is for lack of a permission. */
export function isRefusalOf({ caller, action, resource }: Permission, message: string): boolean {
  const [callerArn = "", request = ""] = message.split(" is not authorized to perform: ");
  // A log group's resource covers its streams.
  const named = resource === "*" ? "" : resource.replace(/:\*$/, "");
  return (
    (callerArn.includes(`:assumed-role/${caller}/`) || callerArn.endsWith(`:user/${caller}`)) &&
    request.toLowerCase().startsWith(`${action} `) &&
    request.includes(named)
  );
}

/** The same permissions without one. */
export function without(permissions: Permissions, { caller, action, resource }: Permission): Permissions {
  const callerPermissions = permissions.callers[caller];
  if (callerPermissions === undefined) return permissions;
  const statements = callerPermissions.statements.flatMap((statement) =>
    pairs(statement)
      .filter(([candidate, at]) => candidate !== action || at !== resource)
      .map(([candidate, at]) => ({ ...statement, actions: [candidate], resources: [at] })),
  );
  return {
    ...permissions,
    callers: { ...permissions.callers, [caller]: { ...callerPermissions, statements } },
  };
}

function pairs({ actions, resources }: Statement): [action: string, resource: string][] {
  return actions.flatMap((action) => resources.map((resource): [string, string] => [action, resource]));
}
