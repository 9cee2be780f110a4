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

/** Beside the projects of the inbound secret: what only those who run the stack have. */
const REHEARSAL = "rehearsal";

/**
 * The inbound secret: by project, what the service signs its calls with; and under `rehearsal`, what proves that a
 * webhook is a rehearsal. The newest is first.
 */
export const inboundDocument = lazySchema(() =>
  z.record(
    z.union([projectId(), z.literal(REHEARSAL)]),
    z.looseObject({
      webhookSecrets: z.optional(z.array(secretValue)),
      secrets: z.optional(z.array(secretValue)),
    }),
  ),
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

/** The secrets that prove a rehearsal; empty where none is set. */
export function rehearsalSecretsOf(document: InboundDocument): readonly SecretValue[] {
  return document[REHEARSAL]?.secrets ?? [];
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

/** The document with other rehearsal secrets; everything else as it was. */
export function withRehearsalSecrets(document: InboundDocument, secrets: SecretValue[]): InboundDocument {
  return { ...document, [REHEARSAL]: { ...document[REHEARSAL], secrets } };
}

/** A secret of the inbound document, and whose it is: a project's, or that of rehearsals. */
export interface HeldSecret {
  holder: number | "rehearsal";
  value: string;
}

/** Every secret of the inbound document that is live at `now` (milliseconds), of any project. */
export function heldSecrets(document: InboundDocument, now: number): HeldSecret[] {
  return Object.entries(document).flatMap(([key, { webhookSecrets = [], secrets = [] }]) => {
    const holder = key === REHEARSAL ? key : Number(key);
    const values = key === REHEARSAL ? secrets : webhookSecrets;
    return liveValues(values, now).map((value) => ({ holder, value }));
  });
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

/** Replaces every value at once: only `value` is accepted. */
export function set(value: string): SecretValue[] {
  return [{ value }];
}

/**
 * `value` becomes the newest; the one before stays accepted until `until` (milliseconds). Older ones keep the end that an
 * earlier rotation promised. A value that is given again is moved to the front, not kept twice.
 */
export function rotate(
  values: readonly SecretValue[],
  value: string,
  until: number,
  now: number,
): SecretValue[] {
  const old = values
    .filter((other) => other.value !== value && isLive(other, now))
    .map((other) => ({ ...other, until: other.until ?? new Date(until).toISOString() }));
  return [{ value }, ...old];
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
