/** What stands alike in several subjects of an event. */

import * as z from "zod/mini";

export const about = (description: string) => z.describe(description);

export const text = z.string();
export const digits = z.string().check(z.regex(/^\d+$/));
export const count = z.int().check(z.minimum(0));
export const time = z.iso.datetime();
export const risk = z.enum(["none", "warn", "illegal"]);
export const link = z
  .nullable(text)
  .check(about("The page in the chain's block explorer; null where the chain or its explorer is not known."));

export const deskPage = z
  .optional(text)
  .check(
    about(
      "Its page at the desk; absent where none is deployed, or where the link would name what is withheld.",
    ),
  );

export const withheld = z
  .array(text)
  .check(
    about(
      "Fields that are null because what stood there looks like personal data, cannot be seen whole, or is over 128 characters.",
    ),
  );
export const userId = z
  .nullable(text)
  .check(about("The user's id in your own system; null where none is known."));
export const chain = z.object({
  id: digits,
  name: z.nullable(text).check(about("As the service names it; null where its list is not known yet.")),
});
export const notificationKey = text.check(about("As `vigia notifications show` takes it, such as 1#42."));

export const deskLinks = z
  .optional(z.object({ desk: deskPage }))
  .check(about("Absent where no desk is deployed."));

/** A law that the service says is broken, or may be. */
export const law = z.object({
  name: text,
  risk: z.enum(["warn", "illegal"]),
  country: text,
  countryCode: text,
});
export type EventLaw = z.infer<typeof law>;
