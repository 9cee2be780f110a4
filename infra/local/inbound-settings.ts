/** How the deployed functions authenticate calls, read from what the template gives them. */

import * as z from "zod/mini";
import { authentication } from "../../lib/env.ts";
import type { PlayedFunction } from "./resources.ts";

const variables = z.pipe(
  z.object({ AUTHENTICATION: authentication, SIGNATURE_HEADER: z.string(), TIMESTAMP_HEADER: z.string() }),
  z.transform((found) => ({
    authentication: found.AUTHENTICATION,
    signatureHeader: found.SIGNATURE_HEADER,
    timestampHeader: found.TIMESTAMP_HEADER,
  })),
);
export type InboundSettings = z.output<typeof variables>;

/** The settings of the first function that has them; all have the same. */
export function inboundSettings(functions: readonly PlayedFunction[]): InboundSettings {
  for (const { properties } of functions) {
    const reading = variables.safeParse(properties.Environment.Variables);
    if (reading.success) return reading.data;
  }
  throw new Error("No function of the template is told how calls are authenticated: correct the stack.");
}
