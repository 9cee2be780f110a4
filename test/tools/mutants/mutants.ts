/** Mistakes that the tests must notice, as small changes of the source. Whoever rewrites that source renews its changes. */

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

const RECORDING = "test/lib/intake/recording.test.ts";
const CHANGES = "test/lib/intake/changes.test.ts";
const CONSUMER = "test/functions/store-notifications.test.ts";
const ENDPOINT = "test/functions/receive-webhook.test.ts";
const RESULTS = "test/lib/screening/risk-service/results.test.ts";
const RUNS = "test/lib/screening/runs/runs.test.ts";
const WEBHOOK = "test/e2e/pipeline/webhook.test.ts";
const REPEATS = "test/e2e/pipeline/repeats.test.ts";
const OUTAGES = "test/e2e/pipeline/outages.test.ts";
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
    name: "a content that comes again is another content",
    file: "lib/intake/recording.ts",
    old: "if (first.content === item.content) {",
    new: "if (first.content === item.content && reads.length > 99) {",
    tests: [RECORDING, REPEATS],
  },
  {
    name: "what is illegal owes no alert",
    file: "lib/intake/notifications/notification-item.ts",
    old: 'alert: risk === "illegal" ? { state: "pending", at: arrival.receivedAt } : { state: "none" },',
    new: 'alert: { state: "none" },',
    tests: ["test/lib/intake/batch.test.ts", CONSUMER],
  },
  {
    name: "a law that is added under a known id owes no alert",
    file: "lib/intake/notifications/notification-item.ts",
    old: 'alert: alertOwed ? { state: "pending", at: item.receivedAt } : { state: "none" },',
    new: 'alert: alertOwed ? { state: "none" } : { state: "none" },',
    tests: [CHANGES, CONSUMER],
  },
  {
    name: "a missing score is 0",
    file: "lib/screening/risk-service/results.ts",
    old: "if (given === undefined || given === null) return undefined;",
    new: "if (given === undefined || given === null) return 0;",
    tests: [RESULTS, "test/e2e/pipeline/odd-night.full.test.ts", "test/e2e/pipeline/scan.test.ts"],
  },
  {
    name: "an unreadable body is refused and not queued",
    file: "functions/receive-webhook.ts",
    old: "  await enqueue(messageOf(request, reading)).catch(",
    new: "  if (reading.valid) await enqueue(messageOf(request, reading)).catch(",
    tests: [ENDPOINT, WEBHOOK],
  },
  {
    name: "`mexico` goes to every project",
    file: "functions/get-user.ts",
    old: "if (asking.every(({ mexico }) => mexico)) return record;",
    new: "if (asking.length > 0) return record;",
    tests: ["test/functions/get-user.test.ts", "test/e2e/pipeline/user-lookup.test.ts"],
  },
  {
    name: "no message of a batch comes again",
    file: "functions/store-notifications.ts",
    old: "batchItemFailures: [...newer, ...refused, ...delayed].map(",
    new: "batchItemFailures: [...newer, ...refused, ...delayed].slice(999).map(",
    tests: [CONSUMER, OUTAGES],
  },
  {
    name: "200 before the queue has the body",
    file: "functions/receive-webhook.ts",
    old: "  await enqueue(messageOf(request, reading)).catch(",
    new: "  void enqueue(messageOf(request, reading)).catch(",
    tests: [ENDPOINT, SELECTION],
  },
  {
    name: "a law of the same name in another country is the same law",
    file: "lib/intake/notifications/change.ts",
    old: ".map((law) => [digest([...facts, law.name, law.countryCode.toUpperCase()]), law]),",
    new: ".map((law) => [digest([...facts, law.name]), law]),",
    tests: [CHANGES, SELECTION],
  },
  {
    name: "changes have a message each",
    file: "lib/alerts/webhook-alerts.ts",
    old: 'const name = [projectId, kind].join(" ");',
    new: 'const name = [projectId, kind, kind === "change" ? recorded.stored.key : ""].join(" ");',
    tests: ["test/lib/intake/batch.test.ts", CONSUMER, "test/e2e/pipeline/flood.full.test.ts"],
  },
  {
    name: "a repeat raises no count",
    file: "lib/intake/notifications/repeats.ts",
    old: "repeats: item.repeats + added.size,",
    new: "repeats: item.repeats,",
    tests: ["test/lib/intake/notifications/repeats.test.ts", REPEATS],
  },
  {
    name: "a message whose alert was not published is done",
    file: "functions/store-notifications.ts",
    old: "failed.push(...(await publishAlerts(recorded, alerting, time.alertBy)));",
    new: "await publishAlerts(recorded, alerting, time.alertBy);",
    tests: [CONSUMER, SELECTION],
  },
  {
    name: "a score that DynamoDB refuses is kept",
    file: "lib/screening/risk-service/results.ts",
    old: "(score !== 0 && score < LEAST_SCORE))",
    new: "(score !== 0 && score < 0 * LEAST_SCORE))",
    tests: [RESULTS, "test/e2e/pipeline/odd-night.full.test.ts"],
  },
  {
    name: "an unknown status is completed",
    file: "lib/screening/risk-service/results.ts",
    old: 'if (status === "completed" || (status === undefined && facts.score !== undefined)) {',
    new: 'if (status === "completed" || facts.score !== undefined) {',
    tests: [RESULTS, "test/e2e/pipeline/odd-night.full.test.ts"],
  },
  {
    name: "of two results the first counts",
    file: "lib/screening/risk-service/results.ts",
    old: "rank(b) - rank(a) || (b.facts.score ?? -1) - (a.facts.score ?? -1);",
    new: "0 * rank(b) - 0 * rank(a);",
    tests: [RESULTS, "test/e2e/pipeline/odd-night.full.test.ts"],
  },
  {
    name: "answers are matched letter by letter",
    file: "lib/screening/risk-service/results.ts",
    old: "({ address }) => comparableAddress(address));",
    new: "({ address }) => address);",
    tests: [RESULTS, SELECTION],
  },
  {
    name: "a wallet is asked for again in the same run",
    file: "lib/screening/runs/run-wallets.ts",
    old: "if (item === undefined || countedWallet.parse(item).askedBy === runId) return [];",
    new: "if (item === undefined) return [];",
    tests: [RUNS, "test/e2e/pipeline/scan.test.ts"],
  },
  {
    name: "a run ends where its index says so",
    file: "lib/screening/runs/run-wallets.ts",
    old: "countedWallet.parse(item).waitingSince < before) return false;",
    new: "countedWallet.parse(item).waitingSince < before) return true;",
    tests: [RUNS],
  },
  {
    name: "a run begins beside another",
    file: "lib/screening/runs/start-run.ts",
    old: 'if (last?.status === "running") {',
    new: 'if (last?.status === "running" && last.runId === runId) {',
    tests: [RUNS],
  },
  {
    name: "a pending alert is cleared by a later answer",
    file: "lib/screening/runs/screened.ts",
    old: "...(found === undefined ? {} : pendingFacts(before, found, at)),",
    new: "...(found === undefined ? { pending: undefined } : pendingFacts(before, found, at)),",
    tests: [RUNS],
  },
  {
    name: "an odd address costs its group",
    file: "lib/screening/runs/ask.ts",
    old: "if (group.length > 1 && this.#mayBeOneOf(error))",
    new: "if (group.length > 99 && this.#mayBeOneOf(error))",
    tests: [RUNS],
  },
  {
    name: "an item that cannot be read keeps its run from ending",
    file: "lib/screening/runs/ask.ts",
    old: "else await deps.wallets.record(run.projectId, key, unreadableFacts(run.runId, new Date()));",
    new: "else continue;",
    tests: [RUNS],
  },
  {
    name: "a rise is a difference of doubles",
    file: "lib/screening/score.ts",
    old: "return new Big(later).minus(earlier).toNumber();",
    new: "return new Big(later - earlier).toNumber();",
    tests: ["test/lib/screening/score.test.ts"],
  },
];
