/** A quarantined body as today's contract reads it: whether it can be replayed, or was. */

import * as z from "zod/mini";
import { isObject, parseObjectExactly, textOf } from "../../contract/exact-json.ts";
import { type Issue, issuesLine } from "../../contract/issues.ts";
import { digits } from "../../contract/numbers.ts";
import { readWebhook } from "../../contract/webhook.ts";
import { FIRST_VERSION, notificationKey } from "./notification-keys.ts";
import type { NotificationQueries } from "./notification-queries.ts";
import type { StoredNotification } from "./notification-schema.ts";
import { expandBody } from "./raw-body.ts";
import type { ListedLaw } from "./said.ts";
import { listedLaw } from "./said.ts";

/** Possible action on one. `key`: of the notification that it becomes, or became. */
export type Standing =
  | { state: "not understood"; issues: readonly Issue[] }
  | { state: "can be replayed"; key: string }
  | { state: "replayed"; key: string; isChange: boolean };

/** The id of the delivery by which a body is replayed: the same each time, so that it counts once. */
export function replayDeliveryId({ content }: StoredNotification): string {
  return `replay-${content}`;
}

/** As many as the contract allows. */
const MAX_LAWS = 5_000;

const lawOfBody = z.object({ name: z.string(), countryCode: z.catch(z.string(), ""), risk: z.unknown() });
const textOfBody = z.string().check(z.minLength(1));

/** Facts that an invalid body names all the same, each by itself. */
interface QuarantinedFacts {
  /** Laws that do not only warn. */
  laws: ListedLaw[];
  timestamp: string | undefined;
  userId: string | undefined;
  address: string | undefined;
  chainId: string | undefined;
}

/** Reads the valid facts of a body; empty if it is not a JSON object. */
export function quarantinedFacts({ raw }: Pick<StoredNotification, "raw">): QuarantinedFacts {
  const data = objectIn(bodyIn(raw)["data"]);
  const address = objectIn(data["address"]);
  const laws: unknown = data["inflictedLaws"];
  return {
    laws: (Array.isArray(laws) ? laws.slice(0, MAX_LAWS) : []).flatMap((one: unknown) => {
      const law = lawOfBody.safeParse(one);
      if (!law.success || law.data.risk === "warn") return [];
      const { name, countryCode } = law.data;
      return [listedLaw({ name, countryCode, country: "", risk: "illegal" })];
    }),
    timestamp: textOfBody.safeParse(data["timestamp"]).data,
    userId: textOfBody.safeParse(address["userId"]).data,
    address: textOfBody.safeParse(address["address"]).data,
    chainId: digits.safeParse(data["chainId"]).data,
  };
}

function bodyIn(raw: Uint8Array): Record<string, unknown> {
  try {
    return parseObjectExactly(textOf(expandBody(raw)));
  } catch {
    return {};
  }
}

function objectIn(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

export async function standingOf(
  notifications: NotificationQueries,
  item: StoredNotification,
): Promise<Standing> {
  const reading = read(item);
  if (!reading.valid) return { state: "not understood", issues: reading.issues };
  const { body } = reading;
  const id = body.type === "error" ? `error-${replayDeliveryId(item)}` : body.data.id;
  const projectId = body.type === "error" ? item.projectId : body.data.projectId;
  const key = notificationKey(Number(projectId), id);
  // Each content but the first has its digest for a version.
  const [first, change] = await Promise.all([
    notifications.get({ key, version: FIRST_VERSION }),
    notifications.get({ key, version: item.content }),
  ]);
  if (first?.content === item.content) return { state: "replayed", key, isChange: false };
  return change === undefined
    ? { state: "can be replayed", key }
    : { state: "replayed", key, isChange: true };
}

function read(item: StoredNotification): ReturnType<typeof readWebhook> {
  try {
    const json = parseObjectExactly(textOf(expandBody(item.raw)));
    return readWebhook(json, [item.projectId]);
  } catch {
    return { valid: false, issues: item.issues ?? [{ path: "", is: "jsonObject" }] };
  }
}

/** In words: `not understood: data.txHash: expected text`. */
export function standingText(standing: Standing): string {
  switch (standing.state) {
    case "not understood":
      return `not understood: ${issuesLine(standing.issues)}`;
    case "replayed":
      return standing.isChange ? `replayed as a change of ${standing.key}` : `replayed as ${standing.key}`;
    case "can be replayed":
      return `can be replayed as ${standing.key}`;
  }
}
