/** What can be set about the desk. */

import * as z from "zod/mini";
import { deadlineRule } from "./deadline-rule.ts";
import { certificateArn, domainName, orJsonText } from "./fields.ts";

const httpsUrl = z
  .string()
  .check(z.refine((text) => URL.parse(text)?.protocol === "https:", { error: "expected an https URL" }));

/**
 * `true` is a desk with every default. `issuer` is the company's own; where there is none the stack makes a Cognito user
 * pool. `domain` is where the desk stands, where not under AWS's name. `userLink` leads to a user in the company's back office. `deadlines` add to what Vigía knows of laws, or stand in its place.
 */
export const deskSettings = z.pipe(
  z.transform((value: unknown) => (value === true || value === "true" ? {} : value)),
  orJsonText(
    z
      .strictObject({
        issuer: z.optional(httpsUrl),
        clientId: z.optional(z.string().check(z.minLength(1))),
        domain: z.optional(orJsonText(z.strictObject({ domainName, certificateArn }))),
        groupsClaim: z._default(z.string().check(z.minLength(1)), "groups"),
        deadlines: z._default(z.array(deadlineRule), []),
        userLink: z.optional(
          z.string().check(
            z.refine((text) => URL.parse(text)?.protocol === "https:" && text.includes("{userId}"), {
              error: "expected an https URL with {userId} in it",
            }),
          ),
        ),
      })
      .check(
        z.refine(({ issuer, clientId }) => (issuer === undefined) === (clientId === undefined), {
          error: "expected issuer and clientId together",
        }),
      ),
  ),
);
