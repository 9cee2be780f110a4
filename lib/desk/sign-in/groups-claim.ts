/** The claim that names a person's groups: an issuer's own, in any form. */

import * as z from "zod/mini";

/** A list of groups, or one group. */
const groups = z.union([
  z.array(z.string()),
  z.pipe(
    z.string(),
    z.transform((group) => [group]),
  ),
]);

/** Claims that a token leaves out, and that the issuer gives elsewhere (OpenID Connect, 5.6.2): of many groups, for one. */
const distributed = z.catch(z.object({ _claim_names: z.record(z.string(), z.unknown()) }), {
  _claim_names: {},
});

/** The form of a token's claim of groups, without the groups themselves: for the log. */
export interface GroupsReport {
  /** The claim that is looked at. */
  claim: string;
  came: "nothing" | "groups" | "another form";
  groups: number;
  isElsewhere: boolean;
  /** Names of the claims that came. */
  claims: readonly string[];
}

/** Most names of claims in the log, and their characters. */
const MOST_CLAIMS = 40;
const MOST_CHARACTERS = 80;

/** The groups in a token, and how they came. */
export function readGroups(token: Readonly<Record<string, unknown>>, claim: string) {
  const value = Object.hasOwn(token, claim) ? token[claim] : undefined;
  const read = groups.safeParse(value).data;
  const isElsewhere = Object.hasOwn(distributed.parse(token)._claim_names, claim);
  const report: GroupsReport = {
    claim,
    came: read !== undefined ? "groups" : value === undefined ? "nothing" : "another form",
    groups: read?.length ?? 0,
    isElsewhere,
    claims: Object.keys(token)
      .slice(0, MOST_CLAIMS)
      .map((name) => name.slice(0, MOST_CHARACTERS)),
  };
  return { groups: read ?? [], report };
}
