/** What holds after every run, with any fault: of what was sent and what is left, without a second product. */

import { isObject, parseObject } from "../../../lib/contract/exact-json.ts";
import { canonicalBody } from "../../../lib/contract/signature.ts";
import { expandBody } from "../../../lib/intake/notifications/raw-body.ts";
import type { LocalAlert } from "../../../lib/settings/local-endpoints.ts";
import { type Hit, repeatsAllowed } from "./arming.ts";
import type { Outcome, Scenario } from "./scenarios.ts";
import { type Item, type Snapshot, withPlaceholders } from "./snapshot.ts";

/** Violations of what holds without a comparison, a line each. */
export function violations(snapshot: Snapshot): string[] {
  return [
    ...storedOnce(snapshot),
    ...storedAsItCame(snapshot),
    ...oneIsCurrent(snapshot),
    ...walletsCountedOnce(snapshot),
    ...nothingPending(snapshot),
    ...illegalIsTold(snapshot),
    ...toldHasCase(snapshot),
    ...Object.entries(snapshot.queues)
      .filter(([, count]) => count > 0)
      .map(([queue, count]) => `queues: ${count} messages are left in ${queue}`),
    ...repeatsAtMost(snapshot),
    ...(snapshot.verified.code === 0 ? [] : [`cases verify: ${snapshot.verified.out.split("\n")[0]}`]),
  ];
}

/** Messages that are missing beside a run without a fault, and those that are doubled where none may be. */
export function messageDifferences(expected: Snapshot, actual: Snapshot, hits: readonly Hit[]): string[] {
  const counts = (snapshot: Snapshot) => Map.groupBy(snapshot.alerts.flatMap(factsOf), (fact) => fact);
  const [before, after] = [counts(expected), counts(actual)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((fact) => {
    const [least, most] = [before.get(fact)?.length ?? 0, after.get(fact)?.length ?? 0];
    if (most >= least && most <= least + repeatsAllowed(hits)) return [];
    return [`messages: ${fact} is told ${most} times, and ${least} without the fault`];
  });
}

/** What a message tells, a line for each of its subjects: `alerts 1#1 aa LFPIORPI MX`, with the first digits of the hash. */
export function factsOf({ topic, subject, event }: LocalAlert): string[] {
  const subjects = subjectsOf(event);
  if (subjects.length === 0) return [`${topic} ${withPlaceholders(subject)}`];
  return subjects.map(({ key, txHash, laws }) => {
    const named = laws.map(({ name, countryCode }) => `${name} ${countryCode}`).toSorted();
    const words = [topic, withPlaceholders(key), txHash, named.join(", ")];
    return words
      .filter((word) => word !== "")
      .join(" ")
      .replace(/0x([0-9a-f]{2})[0-9a-f]{38,}/g, "$1")
      .replace(/#[\w-]{16}(?=#|$| )/, "")
      .replace(CONTENT_DIGEST, "");
  });
}

/** The name of a content that is not current ends in one, and that of an unreadable body. */
const CONTENT_DIGEST = /#[\w-]{22}(?= |$)/;

/** What is other than a scenario says that it leaves where nothing fails. */
export function outcomeDifferences({ outcome }: Scenario, { alerts, tables }: Snapshot): string[] {
  const scores = (tables["wallets"] ?? []).flatMap(({ wallet, score }) =>
    score === undefined ? [] : [[String(wallet).split("#")[0]?.slice(-1), score]],
  );
  const actual: Record<keyof Outcome, unknown> = {
    messages: alerts.flatMap(factsOf).toSorted(),
    repeats: repeatsIn(tables),
    cases: (tables["cases"] ?? []).filter(isCase).length,
    scores: Object.fromEntries(scores),
  };
  const expected = { scores: {}, ...outcome, messages: outcome.messages.toSorted() };
  return (["messages", "repeats", "cases", "scores"] as const).flatMap((name) => {
    const [is, should] = [actual[name], expected[name]].map((value) => JSON.stringify(value));
    return is === should ? [] : [`outcome: ${name}: ${is}, and the scenario says ${should}`];
  });
}

/** The events of a case, months and seals are items of the same table. */
function isCase({ subject, opened }: Item): boolean {
  return /^(?:notification|wallet|unreadable)#/.test(String(subject)) && !String(opened).startsWith("event#");
}

interface Subject {
  key: string;
  txHash: string;
  laws: { name: string; countryCode: string; risk: string }[];
}

function subjectsOf(event: unknown): Subject[] {
  return listIn(event, "subjects").map((subject) => ({
    key: textIn(subject, "key"),
    txHash: textIn(subject, "txHash"),
    laws: lawsIn(subject, "laws"),
  }));
}

/** Every acknowledged body is stored once, byte for byte, in one of the spellings that came; an error each time that it was signed. */
function storedOnce({ acknowledged, tables }: Snapshot): string[] {
  const stored = (tables["notifications"] ?? []).flatMap(({ raw }) =>
    raw instanceof Uint8Array ? [expandBody(raw).toString()] : [],
  );
  const acknowledgedBodies = new Set(acknowledged);
  const counts = Map.groupBy(stored, contentOf);
  return [
    ...[...Map.groupBy(acknowledged, contentOf)].flatMap(([content, came]) => {
      const count = counts.get(content)?.length ?? 0;
      return count === (isError(content) ? came.length : 1)
        ? []
        : [`stored: a body is stored ${count} times: ${content.slice(0, 160)}`];
    }),
    ...stored
      .filter((text) => !acknowledgedBodies.has(text))
      .map((text) => `stored: was never sent: ${text.slice(0, 80)}`),
  ];
}

function isError(text: string): boolean {
  return parseObject(text)["type"] === "error";
}

/** A notification is found under its project and its id, and what stands beside its body is what the body says. */
function storedAsItCame({ tables }: Snapshot): string[] {
  return (tables["notifications"] ?? []).flatMap((item) => {
    const { key, raw } = item;
    const text = raw instanceof Uint8Array ? expandBody(raw).toString() : "{}";
    const data = parseObject(text)["data"];
    if (!isObject(data) || typeof data["txHash"] !== "string") return [];
    const own = `${data["projectId"]}#${data["id"]}`;
    const shown = new Set(valuesIn(item));
    const amount = /"value":\s*(\d+)/.exec(text)?.[1] ?? "";
    const facts = [data["txHash"], textIn(data["address"], "address"), textIn(data, "timestamp"), amount];
    return [
      ...(key === own ? [] : [`stored: the notification ${own} is stored under ${key}`]),
      ...[...facts, ...lawsIn(data, "inflictedLaws").map(({ name }) => name)]
        .filter((value) => !shown.has(value))
        .map((value) => `stored: ${key} does not show its ${value}`),
    ];
  });
}

/** Of each notification the content that was received last is current, and says how many others there are, and their worst risk. */
function oneIsCurrent({ tables }: Snapshot): string[] {
  const transactionOf = ({ key, revision }: Item) => `${key} ${String(revision).split("#")[1]}`;
  return [...Map.groupBy(tables["notifications"] ?? [], transactionOf)].flatMap(([name, contents]) => {
    const [current, ...more] = contents.filter(isCurrent);
    const last = contents
      .map(({ updatedAt }) => String(updatedAt))
      .sort()
      .at(-1);
    if (current === undefined || more.length > 0 || current["updatedAt"] !== last)
      return [`current: the last content of ${name} is not the current one`];
    const [revisions, risk] = [contents.length - 1, contents.some(({ riskNow }) => riskNow === "illegal")];
    if (current["revisions"] === revisions && (current["risk"] === "illegal") === risk) return [];
    return [
      `current: ${name} counts ${current["revisions"]} revisions of ${revisions}, at ${current["risk"]}`,
    ];
  });
}

function isCurrent({ revision }: Item): boolean {
  return String(revision).startsWith("current#");
}

/** Values at any depth, as text. */
function valuesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(valuesIn);
}

/** A scan accounts for every wallet that its project knows, once. */
function walletsCountedOnce({ tables }: Snapshot): string[] {
  return (tables["scanRuns"] ?? []).flatMap((run) => {
    const sums = sumsIn(run);
    const knownCount = sums.get("known");
    if (knownCount === undefined) return [];
    const wallets = (tables["wallets"] ?? []).filter(
      ({ projectId }) => String(projectId) === run["projectId"],
    );
    const ended = ["completed", "skipped", "failed", "missing"];
    const accounted = ended.reduce((sum, name) => sum + (sums.get(name) ?? 0), 0);
    if (knownCount === wallets.length && accounted === knownCount) return [];
    return [`scan: ${knownCount} wallets are counted, ${accounted} with an outcome, of ${wallets.length}`];
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
    .filter(({ alert }) => alert === "pending")
    .map(({ key, revision }) => `alerts: ${key} ${revision} is pending`);
}

/** Every law that calls an acknowledged notification illegal is in a message about that transaction. */
function illegalIsTold({ acknowledged, alerts }: Snapshot): string[] {
  const subjects = alerts.flatMap(({ event }) => subjectsOf(event));
  return [...new Set(acknowledged)].flatMap((text) => {
    const data = parseObject(text)["data"];
    if (!isObject(data)) return [];
    const [key, txHash] = [`${data["projectId"]}#${data["id"]}`, data["txHash"]];
    const illegal = lawsIn(data, "inflictedLaws").filter(({ risk }) => risk === "illegal");
    if (typeof txHash !== "string") return unreadableIsTold(illegal.length > 0, alerts);
    return illegal
      .filter(
        ({ name, countryCode }) =>
          !subjects.some(
            (subject) =>
              `${subject.key}#`.startsWith(`${key}#`) &&
              subject.txHash === txHash &&
              subject.laws.some((law) => law.name === name && law.countryCode === countryCode),
          ),
      )
      .map((law) => `messages: no one is told that ${key} ${txHash.slice(0, 6)}… is illegal by ${law.name}`);
  });
}

/** What officers are told of has its case, but an error of the service. */
function toldHasCase({ tables, alerts }: Snapshot): string[] {
  const cases = (tables["cases"] ?? []).filter(isCase).map(({ subject }) => `${subject}#`);
  return alerts
    .filter(({ topic }) => topic === "alerts")
    .flatMap(({ event }) => subjectsOf(event))
    .filter(({ key }) => !/^\d+#error#/.test(key))
    .map(({ key }) => key.replace(CONTENT_DIGEST, "").replace(/^(\d+)#quarantined$/, "unreadable#$1"))
    .filter((key) => /^(?:\d+|unreadable)#/.test(key))
    .filter((key) => !cases.some((caseSubject) => `#${caseSubject}`.includes(`#${key}#`)))
    .map((key) => `cases: officers are told of ${key}, which has no case`);
}

function unreadableIsTold(isIllegal: boolean, alerts: readonly LocalAlert[]): string[] {
  const isTold = (topic: string) =>
    alerts.some((alert) => alert.topic === topic && /unreadable/.test(alert.subject));
  if (isIllegal && !isTold("alerts")) return ["messages: no officer is told of an unreadable illegal body"];
  return isTold("operations") ? [] : ["messages: operations are not told of an unreadable body"];
}

/** A content counts as repeated at most as often as it came after its first time; an error is another one each time that it is signed. */
function repeatsAtMost({ tables, deliveries, acknowledged }: Snapshot): string[] {
  const [errors, others] = [acknowledged.filter(isError), acknowledged.filter((text) => !isError(text))];
  const counted = repeatsIn(tables);
  const most = deliveries - errors.length - new Set(others.map(contentOf)).size;
  return counted <= most ? [] : [`repeats: ${counted} are counted of ${most}`];
}

function repeatsIn(tables: Snapshot["tables"]): number {
  return (tables["notifications"] ?? []).reduce((sum, { repeats }) => sum + Number(repeats ?? 0), 0);
}

function lawsIn(value: unknown, name: string): Subject["laws"] {
  return listIn(value, name).map((law) => ({
    name: textIn(law, "name"),
    countryCode: textIn(law, "countryCode"),
    risk: textIn(law, "risk"),
  }));
}

function listIn(value: unknown, name: string): unknown[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}

function textIn(value: unknown, name: string): string {
  return isObject(value) ? String(value[name] ?? "") : "";
}
