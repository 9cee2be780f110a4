/** What holds after every run, whatever happened in it: of what was sent and what is left, without a second product. */

import { isObject, parseObject } from "../../../lib/contract/exact-json.ts";
import { canonicalBody } from "../../../lib/contract/signature.ts";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import type { Hit } from "./arming.ts";
import { type Snapshot, withPlaceholders } from "./snapshot.ts";

/** Violations of what holds without a comparison, a line each. */
export function violations(found: Snapshot): string[] {
  return [
    ...storedOnce(found),
    ...storedUnderItsId(found),
    ...walletsCountedOnce(found),
    ...nothingPending(found),
    ...illegalIsTold(found),
    ...Object.entries(found.queues)
      .filter(([, count]) => count > 0)
      .map(([queue, count]) => `queues: ${count} messages are left in ${queue}`),
    ...repeatsAtMost(found),
    ...(found.verified.code === 0 ? [] : [`cases verify: ${found.verified.out.split("\n")[0]}`]),
  ];
}

/** Messages that are missing beside a run without a fault, and those that are doubled where none may be. */
export function messageDifferences(expected: Snapshot, found: Snapshot, hits: readonly Hit[]): string[] {
  const counts = (snapshot: Snapshot) => Map.groupBy(snapshot.alerts.flatMap(factsOf), (fact) => fact);
  const [before, after] = [counts(expected), counts(found)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((fact) => {
    const [least, most] = [before.get(fact)?.length ?? 0, after.get(fact)?.length ?? 0];
    if (most < least) return [`messages: ${fact} is told ${most} times, and ${least} without the fault`];
    if (most <= least + repeatsAllowed(hits)) return [];
    return [`messages: ${fact} is told ${most} times, and ${least} without the fault`];
  });
}

/** Where publishing, or the note that it was done, was hit, a message may go out again. */
function repeatsAllowed(hits: readonly Hit[]): number {
  const published = hits.filter(
    ({ point, kind }) => point.includes("sns:Publish") && kind !== "refused" && kind !== "throttled",
  );
  // A function whose time ends may be in the middle of publishing.
  const isCutOff = hits.some(
    ({ point, kind }) => kind === "late" || /:(UpdateItem|PutItem|TransactWriteItems) /.test(point),
  );
  return published.length + (isCutOff ? 1 : 0);
}

/** What a message tells, a line for each of its subjects. */
function factsOf({ topic, subject, event }: LocalAlert): string[] {
  const subjects = subjectsOf(event);
  if (subjects.length === 0) return [`${topic} ${withPlaceholders(subject)}`];
  return subjects.map(({ key, txHash, laws }) =>
    [topic, key, txHash, laws.map(({ name, countryCode }) => `${name} ${countryCode}`).join(", ")].join(" "),
  );
}

interface Subject {
  key: string;
  txHash: string;
  laws: { name: string; countryCode: string; risk: string }[];
}

function subjectsOf(event: unknown): Subject[] {
  return listIn(event, "subjects").map((subject) => ({
    ...{ key: textIn(subject, "key"), txHash: textIn(subject, "txHash") },
    laws: lawsIn(subject, "laws"),
  }));
}

/** Every acknowledged body is stored once, byte for byte, in one of the spellings that came. */
function storedOnce({ acknowledged, tables }: Snapshot): string[] {
  const stored = (tables["notifications"] ?? []).flatMap(({ raw }) =>
    raw instanceof Uint8Array ? [expandBody(raw).toString()] : [],
  );
  const sent = new Set(acknowledged);
  const counts = Map.groupBy(stored, contentOf);
  return [
    ...[...new Set(acknowledged.map(contentOf))].flatMap((content) => {
      const count = counts.get(content)?.length ?? 0;
      return count === 1 ? [] : [`stored: a body is stored ${count} times: ${content.slice(0, 160)}`];
    }),
    ...stored.filter((text) => !sent.has(text)).map((text) => `stored: was never sent: ${text.slice(0, 80)}`),
  ];
}

/** A notification is found under its project and its id. */
function storedUnderItsId({ tables }: Snapshot): string[] {
  return (tables["notifications"] ?? []).flatMap(({ key, raw }) => {
    const data = raw instanceof Uint8Array ? parseObject(expandBody(raw).toString())["data"] : undefined;
    if (!isObject(data) || typeof data["txHash"] !== "string") return [];
    const own = `${data["projectId"]}#${data["id"]}`;
    return key === own ? [] : [`stored: the notification ${own} is stored under ${key}`];
  });
}

/** A scan accounts for every wallet that its project knows, once. */
function walletsCountedOnce({ tables }: Snapshot): string[] {
  return (tables["scanRuns"] ?? []).flatMap((run) => {
    const sums = sumsIn(run);
    const known = sums.get("known");
    if (known === undefined) return [];
    const wallets = (tables["wallets"] ?? []).filter(
      ({ projectId }) => String(projectId) === run["projectId"],
    );
    const ended = ["recent", "completed", "skipped", "failed", "missing"];
    const accounted = ended.reduce((sum, name) => sum + (sums.get(name) ?? 0), 0);
    if (known === wallets.length && accounted === known) return [];
    return [`scan: ${known} wallets are counted, ${accounted} with an outcome, of ${wallets.length}`];
  });
}

/** Sums of the numbers of each name, at any depth. */
function sumsIn(value: unknown, sums = new Map<string, number>()): Map<string, number> {
  for (const [name, inner] of Object.entries(isObject(value) ? value : {})) {
    if (typeof inner === "number") sums.set(name, (sums.get(name) ?? 0) + inner);
    else sumsIn(inner, sums);
  }
  return sums;
}

/** Two spellings of one content are repeats of each other. */
function contentOf(text: string): string {
  return canonicalBody(parseObject(text));
}

function nothingPending({ tables }: Snapshot): string[] {
  return (tables["notifications"] ?? [])
    .filter(({ alert }) => isObject(alert) && (alert["state"] === "pending" || "returnPending" in alert))
    .map(({ key, version }) => `alerts: ${key} ${version} is pending`);
}

/** Every law that calls an acknowledged notification illegal is in a message about that transaction. */
function illegalIsTold({ acknowledged, alerts }: Snapshot): string[] {
  const told = alerts.flatMap(({ event }) => subjectsOf(event));
  return [...new Set(acknowledged)].flatMap((text) => {
    const data = parseObject(text)["data"];
    if (!isObject(data)) return [];
    const [key, txHash] = [`${data["projectId"]}#${data["id"]}`, data["txHash"]];
    const illegal = lawsIn(data, "inflictedLaws").filter(({ risk }) => risk === "illegal");
    if (typeof txHash !== "string") return unreadableIsTold(illegal.length > 0, alerts);
    return illegal
      .filter(
        ({ name, countryCode }) =>
          !told.some(
            (subject) =>
              `${subject.key}#`.startsWith(`${key}#`) &&
              subject.txHash === txHash &&
              subject.laws.some((law) => law.name === name && law.countryCode === countryCode),
          ),
      )
      .map((law) => `messages: no one is told that ${key} ${txHash.slice(0, 6)}… is illegal by ${law.name}`);
  });
}

function unreadableIsTold(isIllegal: boolean, alerts: readonly LocalAlert[]): string[] {
  const isTold = (topic: string) =>
    alerts.some((one) => one.topic === topic && /unreadable/.test(one.subject));
  if (isIllegal && !isTold("alerts")) return ["messages: no officer is told of an unreadable illegal body"];
  return isTold("operations") ? [] : ["messages: operations are not told of an unreadable body"];
}

/** A content counts as repeated at most as often as it came after its first time. */
function repeatsAtMost({ tables, deliveries, acknowledged }: Snapshot): string[] {
  const counted = (tables["notifications"] ?? []).reduce((sum, { repeats }) => sum + Number(repeats ?? 0), 0);
  const most = deliveries - new Set(acknowledged.map(contentOf)).size;
  return counted <= most ? [] : [`repeats: ${counted} are counted of ${most}`];
}

function lawsIn(value: unknown, name: string): Subject["laws"] {
  return listIn(value, name).map((law) => ({
    ...{ name: textIn(law, "name"), countryCode: textIn(law, "countryCode"), risk: textIn(law, "risk") },
  }));
}

function listIn(value: unknown, name: string): unknown[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, name: string): string {
  return isObject(value) ? String(value[name]) : "";
}
