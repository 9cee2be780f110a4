/** The languages that the messages to people are in. */

import * as z from "zod/mini";

export const language = z.enum(["en", "es"]);
export type Language = z.infer<typeof language>;
