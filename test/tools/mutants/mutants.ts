/** Mistakes that the tests must notice, as small changes of the source. Renew them together with that source. */

export interface Mutant {
  /** What is wrong then, in a few words. */
  name: string;
  file: string;
  /** Stands once in the file, and is replaced. */
  old: string;
  new: string;
  /** Files of tests, of which one must fail: the one at the level where the rule is decided. */
  tests: readonly string[];
}

const RULE = "test/lib/intake/notifications/revision-rule.test.ts";
const CONSUMER = "test/functions/store-notifications.test.ts";
const ENDPOINT = "test/functions/receive-webhook.test.ts";
const RESULTS = "test/lib/screening/risk-service/results.test.ts";
const WEBHOOK = "test/e2e/pipeline/webhook.test.ts";
const REPEATS = "test/e2e/pipeline/repeats.test.ts";

export const MUTANTS: readonly Mutant[] = [
  {
    name: "any signature fits",
    file: "lib/contract/signature.ts",
    old: "given.length === SIGNATURE_LENGTH && timingSafeEqual(given, Buffer.from(signMessage(message, secret)))",
    new: "given.length === SIGNATURE_LENGTH || signMessage(message, secret) !== undefined",
    tests: ["test/lib/contract/signature.test.ts"],
  },
  {
    name: "an unreadable body is refused and not queued",
    file: "functions/receive-webhook.ts",
    old: "  await enqueue(messageOf(request, reading)).catch(",
    new: "  if (reading.valid) await enqueue(messageOf(request, reading)).catch(",
    tests: [ENDPOINT],
  },
  {
    name: "200 before the queue has the body",
    file: "functions/receive-webhook.ts",
    old: "  await enqueue(messageOf(request, reading)).catch(",
    new: "  void enqueue(messageOf(request, reading)).catch(",
    tests: [ENDPOINT],
  },
  {
    name: "`mexico` goes to every project",
    file: "functions/get-user.ts",
    old: "const seesMexico = projectIds.every(",
    new: "const seesMexico = projectIds.some(() => true) || projectIds.every(",
    tests: ["test/functions/get-user.test.ts"],
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
    tests: ["test/lib/law/laws.test.ts"],
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
    tests: [CONSUMER],
  },
  {
    name: "what has no case yet is published",
    file: "functions/store-notifications.ts",
    old: "const told = recorded.filter(({ read }) => !failed.includes(read));",
    new: "const told = recorded;",
    tests: [CONSUMER],
  },
  {
    name: "each notification has a message of its own",
    file: "lib/alerts/webhook-alerts.ts",
    old: "const groups = Map.groupBy(due, ({ stored }) =>",
    new: "const groups = Map.groupBy(due, ({ stored, stored: { content } }) => content +",
    tests: [CONSUMER],
  },
  {
    name: "a message whose alert was not published is done",
    file: "functions/store-notifications.ts",
    old: "failed.push(...(await publishAlerts(told, opened.cases, deps.alerting, endsAt - FOR_MARKING_MS)));",
    new: "await publishAlerts(told, opened.cases, deps.alerting, endsAt - FOR_MARKING_MS);",
    tests: [CONSUMER],
  },
  {
    name: "no message of a batch comes again",
    file: "functions/store-notifications.ts",
    old: "batchItemFailures: failed.map(",
    new: "batchItemFailures: failed.slice(999).map(",
    tests: [CONSUMER],
  },
  {
    name: "a message that came often is deleted before it is done",
    file: "functions/store-notifications.ts",
    old: `    if (isLeft) failed.push(suspect);
    else await deleteMessage(suspect, deps);`,
    new: `    if (isLeft) failed.push(suspect);
    await deleteMessage(suspect, deps);`,
    tests: [CONSUMER],
  },
  {
    name: "a missing score is 0",
    file: "lib/screening/risk-service/results.ts",
    old: "wrong?: string } {\n  if (given === undefined || given === null) return {};\n  const source",
    new: "wrong?: string } {\n  if (given === undefined || given === null) return { score: 0 };\n  const source",
    tests: [RESULTS],
  },
  {
    name: "a score that DynamoDB refuses is kept",
    file: "lib/screening/risk-service/results.ts",
    old: "(score !== 0 && score < LEAST_SCORE))",
    new: "(score !== 0 && score < 0 * LEAST_SCORE))",
    tests: [RESULTS],
  },
  {
    name: "an unknown status is completed",
    file: "lib/screening/risk-service/results.ts",
    old: 'const isDone = status === "completed" || (status === undefined && facts.score !== undefined);',
    new: 'const isDone = status === "completed" || facts.score !== undefined;',
    tests: [RESULTS],
  },
  {
    name: "of two results the first counts",
    file: "lib/screening/risk-service/results.ts",
    old: "rank(b) - rank(a) || (b.facts.score ?? -1) - (a.facts.score ?? -1);",
    new: "0 * rank(b) - 0 * rank(a);",
    tests: [RESULTS],
  },
  {
    name: "answers are matched letter by letter",
    file: "lib/screening/risk-service/results.ts",
    old: "({ address }) => comparableAddress(address));",
    new: "({ address }) => address);",
    tests: [RESULTS],
  },
  {
    name: "an event is put over another",
    file: "lib/cases/case-events.ts",
    old: 'ConditionExpression: "attribute_not_exists(#subject)",',
    new: 'ConditionExpression: "attribute_exists(#subject) OR attribute_not_exists(#subject)",',
    tests: ["test/lib/cases/case-steps.test.ts"],
  },
  {
    name: "the brief receives no case of a project that left",
    file: "lib/reports/brief/brief-facts.ts",
    old: "receivedIn(limit.of(sources.cases.list(span))),",
    new: "receivedIn(limit.of(sources.cases.list({ ...span, projectIds: servedIds }))),",
    tests: ["test/lib/reports/brief/brief-facts.test.ts"],
  },
  {
    name: "the brief has no undecided case of a project that left",
    file: "lib/reports/brief/brief-facts.ts",
    old: `  { cases, timeZone, projectIds }: BriefSources,
  now: Date,`,
    new: `  { cases, timeZone, servedIds: projectIds }: BriefSources,
  now: Date,`,
    tests: ["test/lib/reports/brief/brief-facts.test.ts"],
  },
  {
    name: "the brief has no error of a project that left",
    file: "lib/reports/brief/brief-facts.ts",
    old: "serviceErrors(notifications, span),",
    new: "serviceErrors(notifications, { ...span, projectIds: servedIds }),",
    tests: ["test/lib/reports/brief/brief-facts.test.ts"],
  },
  {
    name: "the brief's function leaves out projects that left",
    file: "functions/send-brief.ts",
    old: "const projectIds = environment.PROJECTS.map(({ id }) => id);",
    new: "const projectIds = servedProjects(environment.PROJECTS);",
    tests: ["test/functions/send-brief.test.ts"],
  },
  {
    name: "a long amount in the cases' CSV is a double",
    file: "lib/cases/case-csv.ts",
    old: "amountValue: (one) => one.amount?.value,",
    new: "amountValue: (one) => one.amount && Number(one.amount.value),",
    tests: ["test/lib/cases/case-csv.test.ts"],
  },
  {
    name: "token units in the cases' CSV are a double",
    file: "lib/cases/case-csv.ts",
    old: "amount && token ? exactUnits(amount.value, token.decimals) : undefined",
    new: "amount && token ? Number(exactUnits(amount.value, token.decimals)) : undefined",
    tests: ["test/lib/cases/case-csv.test.ts"],
  },
  {
    name: "dollars in the cases' CSV are a double",
    file: "lib/cases/case-csv.ts",
    old: "amountUsd: (one) => one.amount?.usd,",
    new: "amountUsd: (one) => one.amount?.usd && Number(one.amount.usd),",
    tests: ["test/lib/cases/case-csv.test.ts"],
  },
  {
    name: "dollars in the month's workbook are a double",
    file: "lib/desk/cases/sheet-columns.ts",
    old: "number(USD, ({ judged: { one } }) => one.amount?.usd)",
    new: "number(USD, ({ judged: { one } }) => one.amount?.usd && String(Number(one.amount.usd)))",
    tests: ["test/lib/desk/cases/notice-sheet.test.ts"],
  },
  {
    name: "a wallet waits no more before the service answered",
    file: "lib/screening/runs/run-wallets.ts",
    old: `    const read = await this.#items(projectId, keys);
    return keys.flatMap(`,
    new: `    const read = await this.#items(projectId, keys);
    for (const key of keys)
      await this.#changes({
        Key: keyOf(projectId, key),
        UpdateExpression: "SET waitingSince = :now",
        ExpressionAttributeValues: { ":now": new Date().toISOString() },
      });
    return keys.flatMap(`,
    tests: ["test/lib/screening/runs/runs.test.ts"],
  },
  {
    name: "a damaged outcome of a wallet is completed",
    file: "lib/screening/runs/run-wallets.ts",
    old: 'outcome: z.catch(walletOutcome, "failed"),',
    new: 'outcome: z.catch(walletOutcome, "completed"),',
    tests: ["test/lib/screening/runs/runs.test.ts"],
  },
  {
    name: "a seal and its check leave openings out",
    file: "lib/cases/integrity/seal-store.ts",
    old: `  const stored = isObject(event) ? event : {};
`,
    new: `  const stored = isObject(event) ? event : {};
  if (stored["kind"] === "opened") return undefined;
`,
    tests: ["test/lib/cases/integrity/seal-store.test.ts"],
  },
  {
    name: "who sees a project decides its cases together",
    file: "lib/desk/cases/selected.tsx",
    old: "...{ shown: named, batchId: step, actsIn: access.actsIn },",
    new: "...{ shown: named, batchId: step, actsIn: access.sees },",
    tests: ["test/lib/desk/cases/seen-project.test.ts"],
  },
  {
    name: "who sees a project takes and assigns its cases together",
    file: "lib/desk/cases/selected.tsx",
    old: "{ keys, batchId: step, actsIn: access.actsIn, at, by, act }",
    new: "{ keys, batchId: step, actsIn: access.sees, at, by, act }",
    tests: ["test/lib/desk/cases/seen-project.test.ts"],
  },
  {
    name: "who sees a project reopens its cases together",
    file: "lib/desk/cases/selected.tsx",
    old: "...{ shown, batchId: step, actsIn: access.actsIn, note: say(TOGETHER.reopenNote) },",
    new: "...{ shown, batchId: step, actsIn: access.sees, note: say(TOGETHER.reopenNote) },",
    tests: ["test/lib/desk/cases/seen-project.test.ts"],
  },
  {
    name: "who acts in a project acts in all",
    file: "lib/desk/frame/access.ts",
    old: "return projectId === TEST_PROJECT ? actsIn.length > 0 : actsIn.includes(projectId);",
    new: "return projectId === TEST_PROJECT ? actsIn.length > 0 : actsIn.length > 0;",
    tests: ["test/lib/desk/cases/seen-project.test.ts"],
  },
];
