/** Contents of the two secrets, and the documents that setting and rotating a value leave. */

import * as z from "zod/mini";
import { lazySchema } from "../../contract/lazy-schema.ts";

const time = lazySchema(() =>
  z
    .string()
    .check(z.refine((text) => !Number.isNaN(Date.parse(text)), { error: "expected a time as ISO 8601" })),
);

/** A secret's value; past `until` (ISO 8601) it is no longer accepted. */
const secretValue = lazySchema(() =>
  z.looseObject({
    value: z.string().check(z.minLength(1)),
    until: z.optional(time),
  }),
);
export type SecretValue = z.infer<typeof secretValue>;

const projectId = () =>
  z.string().check(z.regex(/^(0|[1-9]\d*)$/, { error: "expected a project's id as the key" }));

/**
 * The inbound secret: by project, what the service signs its calls with; and under the test project, what `vigia trigger` and
 * `vigia doctor --send` sign theirs with. The newest is first.
 */
export const inboundDocument = lazySchema(() =>
  z.record(projectId(), z.looseObject({ webhookSecrets: z.optional(z.array(secretValue)) })),
);
export type InboundDocument = z.infer<typeof inboundDocument>;

/** The outbound secret: by project, the keys of the service's API. The newest is first, and the one that is used. */
export const outboundDocument = lazySchema(() =>
  z.record(projectId(), z.looseObject({ apiKeys: z.optional(z.array(secretValue)) })),
);
export type OutboundDocument = z.infer<typeof outboundDocument>;

/** The webhook secrets of a project; empty where none is set. */
export function webhookSecretsOf(document: InboundDocument, project: number): readonly SecretValue[] {
  return document[project]?.webhookSecrets ?? [];
}

/** The API keys of a project; empty where none is set. */
export function apiKeysOf(document: OutboundDocument, project: number): readonly SecretValue[] {
  return document[project]?.apiKeys ?? [];
}

/** The document with other webhook secrets for a project; everything else as it was. */
export function withWebhookSecrets(
  document: InboundDocument,
  project: number,
  webhookSecrets: SecretValue[],
): InboundDocument {
  return { ...document, [project]: { ...document[project], webhookSecrets } };
}

/** The document with other API keys for a project; everything else as it was. */
export function withApiKeys(
  document: OutboundDocument,
  project: number,
  apiKeys: SecretValue[],
): OutboundDocument {
  return { ...document, [project]: { ...document[project], apiKeys } };
}

/** The values that are accepted at `now` (milliseconds), the newest first. */
export function liveValues(values: readonly SecretValue[], now: number): string[] {
  return values.filter((value) => isLive(value, now)).map(({ value }) => value);
}

function isLive({ until }: SecretValue, now: number): boolean {
  return until === undefined || Date.parse(until) > now;
}

/** The values after `value` replaced every other one at once: only `value` is accepted. */
export function setValue(value: string): SecretValue[] {
  return [{ value }];
}

/**
 * The values after `value` became the newest. The previous one stays accepted until `until` (milliseconds). Older ones keep the end
 * that an earlier rotation promised. A value that is given a second time is moved to the front, not kept twice.
 */
export function rotateValues(
  values: readonly SecretValue[],
  { value, until, now }: { value: string; until: number; now: number },
): SecretValue[] {
  const olderValues = values
    .filter((other) => other.value !== value && isLive(other, now))
    .map((other) => ({ ...other, until: other.until ?? new Date(until).toISOString() }));
  return [{ value }, ...olderValues];
}

/** State of a value, without the value. */
export interface SecretSummary {
  state: "current" | "expiring" | "expired";
  until?: string;
}

/** State of each value at `now` (milliseconds), newest first. */
export function summaries(values: readonly SecretValue[], now: number): SecretSummary[] {
  return values.map((value) => ({
    state: value.until === undefined ? "current" : isLive(value, now) ? "expiring" : "expired",
    ...(value.until === undefined ? {} : { until: value.until }),
  }));
}
