/** A synthesized CloudFormation template. */

import * as z from "zod/mini";

const resource = z.object({
  Type: z.string(),
  Properties: z._default(z.record(z.string(), z.unknown()), {}),
});
export type Resource = z.infer<typeof resource>;

export const template = z.object({
  Resources: z.record(z.string(), resource),
  Outputs: z._default(z.record(z.string(), z.object({ Value: z.unknown() })), {}),
  Parameters: z._default(z.record(z.string(), z.object({ Default: z.optional(z.string()) })), {}),
});
/** A template in which every resource is Vigía's. */
export function wholeTemplate(json: unknown): Template {
  const parsed = template.parse(json);
  return { ...parsed, emulated: new Set(Object.keys(parsed.Resources)) };
}

/** A template, with the ids of the resources in it that are Vigía's: the others of a company's own stack are not emulated. */
export type Template = z.infer<typeof template> & { emulated: ReadonlySet<string> };
