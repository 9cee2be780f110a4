/** Mistakes that the tests must notice, as small changes of the source. Renew them together with that source. */

export interface Mutant {
  /** What is wrong then, in a few words. */
  name: string;
  file: string;
  /** Stands once in the file, and is replaced. */
  old: string;
  new: string;
  /** Files of tests, of which two at two levels must fail. */
  tests: readonly string[];
}

const RULE = "test/lib/intake/notifications/revision-rule.test.ts";
const CONSUMER = "test/functions/store-notifications.test.ts";
const ENDPOINT = "test/functions/receive-webhook.test.ts";
const RESULTS = "test/lib/screening/risk-service/results.test.ts";
const WEBHOOK = "test/e2e/pipeline/webhook.test.ts";
const REPEATS = "test/e2e/pipeline/repeats.test.ts";
const OUTAGES = "test/e2e/pipeline/outages.test.ts";
const ODD_NIGHT = "test/e2e/pipeline/odd-night.full.test.ts";
const SELECTION = "test/tools/faults/selection.full.test.ts";

export const MUTANTS: readonly Mutant[] = [
  {
    name: "any signature fits",
    file: "lib/contract/signature.ts",
    old: "given.length === SIGNATURE_LENGTH && timingSafeEqual(given, Buffer.from(signMessage(message, secret)))",
    new: "given.length === SIGNATURE_LENGTH || signMessage(message, secret) !== undefined",
    tests: ["test/lib/contract/signature.test.ts", ENDPOINT],
  },
  {
    name: "an unreadable body is refused and not queued",
    file: "functions/receive-webhook.ts",
    old: "  await enqueue(messageOf(request, reading)).catch(",
    new: "  if (reading.valid) await enqueue(messageOf(request, reading)).catch(",
    tests: [ENDPOINT, WEBHOOK],
  },
  {
    name: "200 before the queue has the body",
    file: "functions/receive-webhook.ts",
    old: "  await enqueue(messageOf(request, reading)).catch(",
    new: "  void enqueue(messageOf(request, reading)).catch(",
    tests: [ENDPOINT, SELECTION],
  },
  {
    name: "`mexico` goes to every project",
    file: "functions/get-user.ts",
    old: "const seesMexico = projectIds.every(",
    new: "const seesMexico = projectIds.some(() => true) || projectIds.every(",
    tests: ["test/functions/get-user.test.ts", "test/e2e/pipeline/user-lookup.test.ts"],
  },
  {
    name: "a content is alerted although the current one names its laws",
    file: "lib/intake/notifications/revision-rule.ts",
    old: "const isNews = [...incoming.illegal].some((law) => !told.has(law));",
    new: 'const isNews = [...incoming.illegal].some((law) => law !== "" || !told.has(law));',
    tests: [RULE, CONSUMER],
  },
  {
    name: "what waits to be told counts as told",
    file: "lib/intake/notifications/revision-rule.ts",
    old: 'const told = current.alert.state === "pending" ? new Set<string>() : current.illegal;',
    new: "const told = current.illegal;",
    tests: [RULE, CONSUMER],
  },
  {
    name: "in one millisecond what is harmless comes last",
    file: "lib/intake/notifications/revision-rule.ts",
    old: "return before === after ? incoming.content > current.content : after;",
    new: "return before === after ? incoming.content > current.content : before;",
    tests: [RULE, CONSUMER],
  },
  {
    name: "what was overtaken becomes current",
    file: "lib/intake/notifications/revision-rule.ts",
    old: "return incoming.receivedAt > current.updatedAt;",
    new: "return true;",
    tests: [RULE, CONSUMER],
  },
  {
    name: "a repeat takes an alert over at once",
    file: "lib/intake/notifications/revision-rule.ts",
    old: 'return state === "pending" && now - Date.parse(at) > LOST_AFTER_MS;',
    new: 'return state === "pending" && now - Date.parse(at) > -LOST_AFTER_MS;',
    tests: [RULE, CONSUMER],
  },
  {
    name: "a message that comes again counts as a repeat",
    file: "lib/intake/notifications/revision-rule.ts",
    old: "const isLater = incoming.receivedAt > current.updatedAt;",
    new: "const isLater = incoming.receivedAt >= current.updatedAt;",
    tests: [RULE, CONSUMER],
  },
  {
    name: "a repeat raises no count",
    file: "lib/intake/notifications/notifications.ts",
    old: "repeats: stored.repeats + (repeatedAt === undefined ? 0 : 1),",
    new: "repeats: stored.repeats,",
    tests: [CONSUMER, REPEATS],
  },
  {
    name: "a delivery publishes the alert of another",
    file: "lib/intake/notifications/notifications.ts",
    old: 'const mustAlert = state === "pending" && by === delivery;',
    new: 'const mustAlert = state === "pending";',
    tests: [RULE, CONSUMER],
  },
  {
    name: "a withdrawal hides the worst risk",
    file: "lib/intake/notifications/notifications.ts",
    old: "const risk = isWorse(item.risk, stored.risk) ? item.risk : stored.risk;",
    new: "const risk = isWorse(item.risk, stored.risk) ? item.risk : item.risk;",
    tests: [RULE, CONSUMER],
  },
  {
    name: "a law of the same name in another country is the same law",
    file: "lib/law/laws.ts",
    old: "return JSON.stringify([countryCode, name].map(comparableName));",
    new: "return JSON.stringify([countryCode.slice(9), name].map(comparableName));",
    tests: ["test/lib/law/laws.test.ts", CONSUMER],
  },
  {
    name: "officers are not told of an unreadable body",
    file: "lib/intake/delivery.ts",
    old: "return { delivery, item, illegal: IN_ANY_CASE, notification: undefined, unknownKeys: [] };",
    new: "return { delivery, item, illegal: new Set(), notification: undefined, unknownKeys: [] };",
    tests: [CONSUMER, WEBHOOK],
  },
  {
    name: "an alert is marked before it is published",
    file: "lib/alerts/webhook-alerts.ts",
    old: "const sent = await send(group, cases, alerting, by);",
    new: `await mark(group, undefined, alerting);
    const sent = await send(group, cases, alerting, by);`,
    tests: [CONSUMER, OUTAGES],
  },
  {
    name: "what has no case yet is published",
    file: "functions/store-notifications.ts",
    old: "const told = recorded.filter(({ read }) => !failed.includes(read));",
    new: "const told = recorded;",
    tests: [CONSUMER, OUTAGES],
  },
  {
    name: "each notification has a message of its own",
    file: "lib/alerts/webhook-alerts.ts",
    old: "const groups = Map.groupBy(due, ({ stored }) =>",
    new: "const groups = Map.groupBy(due, ({ stored, stored: { content } }) => content +",
    tests: [CONSUMER, "test/e2e/pipeline/flood.full.test.ts"],
  },
  {
    name: "a message whose alert was not published is done",
    file: "functions/store-notifications.ts",
    old: "failed.push(...(await publishAlerts(told, opened.cases, deps.alerting, endsAt - FOR_MARKING_MS)));",
    new: "await publishAlerts(told, opened.cases, deps.alerting, endsAt - FOR_MARKING_MS);",
    tests: [CONSUMER, OUTAGES],
  },
  {
    name: "no message of a batch comes again",
    file: "functions/store-notifications.ts",
    old: "batchItemFailures: failed.map(",
    new: "batchItemFailures: failed.slice(999).map(",
    tests: [CONSUMER, OUTAGES],
  },
  {
    name: "a message that came often is deleted before it is done",
    file: "functions/store-notifications.ts",
    old: `    if (isLeft) failed.push(suspect);
    else await deleteMessage(suspect, deps);`,
    new: `    if (isLeft) failed.push(suspect);
    await deleteMessage(suspect, deps);`,
    tests: [CONSUMER, SELECTION],
  },
  {
    name: "a missing score is 0",
    file: "lib/screening/risk-service/results.ts",
    old: "wrong?: string } {\n  if (given === undefined || given === null) return {};\n  const source",
    new: "wrong?: string } {\n  if (given === undefined || given === null) return { score: 0 };\n  const source",
    tests: [RESULTS, SELECTION],
  },
  {
    name: "a score that DynamoDB refuses is kept",
    file: "lib/screening/risk-service/results.ts",
    old: "(score !== 0 && score < LEAST_SCORE))",
    new: "(score !== 0 && score < 0 * LEAST_SCORE))",
    tests: [RESULTS, ODD_NIGHT],
  },
  {
    name: "an unknown status is completed",
    file: "lib/screening/risk-service/results.ts",
    old: 'const isDone = status === "completed" || (status === undefined && facts.score !== undefined);',
    new: 'const isDone = status === "completed" || facts.score !== undefined;',
    tests: [RESULTS, ODD_NIGHT],
  },
  {
    name: "of two results the first counts",
    file: "lib/screening/risk-service/results.ts",
    old: "rank(b) - rank(a) || (b.facts.score ?? -1) - (a.facts.score ?? -1);",
    new: "0 * rank(b) - 0 * rank(a);",
    tests: [RESULTS, SELECTION],
  },
  {
    name: "answers are matched letter by letter",
    file: "lib/screening/risk-service/results.ts",
    old: "({ address }) => comparableAddress(address));",
    new: "({ address }) => address);",
    tests: [RESULTS, SELECTION],
  },
  {
    name: "an event is put over another",
    file: "lib/cases/case-events.ts",
    old: 'ConditionExpression: "attribute_not_exists(#subject)",',
    new: 'ConditionExpression: "attribute_exists(#subject) OR attribute_not_exists(#subject)",',
    tests: ["test/lib/cases/case-steps.test.ts", CONSUMER],
  },
];
