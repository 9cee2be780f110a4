/** `vigia trigger`: makes the service's signed requests and sends them through the real endpoint. */

import { setTimeout as sleep } from "node:timers/promises";
import { Argument, InvalidArgumentError } from "@commander-js/extra-typings";
import pMap from "p-map";
import { TEST_PROJECT } from "../../../contract/test-project.ts";
import { isNoAddressOf, isNoEvmAddress } from "../../../contract/wallet-address.ts";
import { cleanText } from "../../../i18n/text/cleaning.ts";
import { countOf } from "../../../i18n/text/cut.ts";
import { notificationKey } from "../../../intake/notifications/notification-keys.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup, handle } from "../../core/command.ts";
import type { EndpointAnswer } from "../../core/endpoint-call.ts";
import { EXIT, WrongUseError } from "../../core/failure.ts";
import { chainIn, countIn, projectIn } from "../../core/options.ts";
import { requireCallableProject, type Target } from "../../core/target.ts";
import { printProgress } from "../../output/print.ts";
import { authenticator } from "../signature/inbound-call.ts";
import { firstId, type Invention, postWebhook, type TriggerKind, webhookText } from "./trigger-body.ts";

type Kind = TriggerKind | "flood";

const KINDS: readonly Kind[] = ["illegal", "warn", "error", "invalid", "flood"];

export function addTrigger(program: CommandGroup, summary: string): void {
  const kind = new Argument("<kind>", "flood sends many illegal ones").choices(KINDS);
  addCommand(program, "trigger", {
    summary,
    examples: [
      "vigia trigger illegal --user u-1 --amount 2500000000000000000",
      "vigia trigger warn --stage dev",
      "vigia trigger flood --count 500 --rate 50",
    ],
    details:
      "On a deployed stack the webhook is of the test project, 0: its alert begins with [TEST], and no list shows it unless --project 0 is given.",
  })
    .addArgument(kind)
    .option("--project <id>", "the project, in the local stack alone (default: the first)", projectIn)
    .option("--user <id>", "the user's id in your system", nameIn, "u-1")
    .option("--wallet <address>", "the wallet", nameIn, "0x1111111111111111111111111111111111111111")
    .option("--chain <id>", "the chain", chainIn, "1")
    .option("--amount <digits>", "in wei, digits only", amountIn, "1000000000000000000")
    .option("--law <name>", "the law", nameIn, "LFPIORPI")
    .option("--count <count>", "number of webhooks (default: 1, for a flood 200)", webhooksIn)
    .option("--rate <count>", "most webhooks per second (default: as fast as they are answered)", countIn)
    .action(handle(program, trigger));
}

function nameIn(text: string): string {
  if (text.length >= 1 && text.length <= 500) return text;
  throw new InvalidArgumentError("Expected a text of 1 to 500 characters.");
}

function amountIn(text: string): string {
  if (/^(0|[1-9]\d{0,77})$/.test(text)) return text;
  throw new InvalidArgumentError("Expected up to 78 digits, in the token's smallest unit.");
}

/** A flood is meant to load a stack for a while, not for days. */
const MAX_COUNT = 100_000;

function webhooksIn(text: string): number {
  const count = countIn(text);
  if (count <= MAX_COUNT) return count;
  throw new InvalidArgumentError(`Expected at most ${MAX_COUNT}.`);
}

interface TriggerOptions {
  project?: number | undefined;
  user: string;
  wallet: string;
  chain: string;
  amount: string;
  law: string;
  count?: number | undefined;
  rate?: number | undefined;
}

const FLOOD = 200;
const CONCURRENT_REQUESTS = 20;

async function trigger(
  { context, chosenTarget }: Call,
  kind: Kind,
  { project, user, wallet, chain, amount, law, ...rest }: TriggerOptions,
): Promise<number> {
  if (isNoEvmAddress(wallet))
    await context.note(
      "Warning: --wallet begins with 0x but does not have the 40 hexadecimal digits of an EVM address; sent anyway.",
    );
  else if (isNoAddressOf(chain, wallet))
    await context.note(`Warning: --wallet is not an address of chain ${chain}; sent anyway.`);
  const target = await chosenTarget();
  const projectId = projectFor(target, project);
  const order: Order = {
    kind: kind === "flood" ? "illegal" : kind,
    count: rest.count ?? (kind === "flood" ? FLOOD : 1),
    firstId: firstId(),
    invention: {
      projectId,
      userId: user,
      wallet,
      chainId: chain,
      amount,
      law,
      now: context.now(),
    },
  };
  const authenticate = await authenticator(target, projectId, context.now());
  const answers = new Map<number, { answer: EndpointAnswer; count: number }>();
  let sentCount = 0;
  await pMap(
    paced(order, rest.rate),
    async (body) => {
      const answer = await postWebhook(target, body, authenticate, context.now());
      answers.set(answer.status, { answer, count: (answers.get(answer.status)?.count ?? 0) + 1 });
      sentCount++;
      if (order.count > 1) await printProgress(context.stderr, `${sentCount} of ${order.count} sent`);
    },
    { concurrency: CONCURRENT_REQUESTS },
  );
  if (order.count > 1) await printProgress(context.stderr);
  return report(context, target, order, answers);
}

/** No invented webhook is sent for a project of a deployed stack. */
function projectFor(target: Target, named: number | undefined): number {
  if (target.kind === "local") return requireCallableProject(target, named ?? target.servedIds[0]);
  if (named === undefined || named === TEST_PROJECT) return TEST_PROJECT;
  throw new WrongUseError(
    `--project: ${target.name} takes tests for the test project alone. Leave --project out.`,
  );
}

interface Order {
  kind: TriggerKind;
  count: number;
  firstId: number;
  invention: Invention;
}

async function* paced(order: Order, perSecond: number | undefined): AsyncGenerator<string> {
  const began = Date.now();
  for (let at = 0; at < order.count; at++) {
    const due = perSecond === undefined ? 0 : began + (at * 1_000) / perSecond;
    if (due > Date.now()) await sleep(due - Date.now());
    yield webhookText(order.kind, order.firstId + at, order.invention);
  }
}

async function report(
  context: CommandContext,
  target: Target,
  order: Order,
  answers: ReadonlyMap<number, { answer: EndpointAnswer; count: number }>,
): Promise<number> {
  const expected = order.kind === "invalid" ? 400 : 200;
  for (const [status, { answer, count }] of answers) {
    const words = status === expected ? "as expected" : cleanText(answer.text, 300);
    await context.print(`${countOf(count, "request")} answered with ${status}: ${words}`);
  }
  if (answers.has(expected)) await context.print(lookCloser(target, order));
  return [...answers.keys()].every((status) => status === expected) ? EXIT.done : EXIT.failed;
}

function lookCloser({ flags }: Target, { kind, count, firstId: id, invention }: Order): string {
  const { projectId } = invention;
  const rest = `${projectId === TEST_PROJECT ? ` --project ${TEST_PROJECT}` : ""}${flags}`;
  const command =
    kind === "invalid"
      ? `notifications list --kind quarantined${rest}`
      : kind === "error"
        ? `notifications list --kind error${rest}`
        : count === 1
          ? `notifications show ${notificationKey(projectId, String(id))}${flags}`
          : `notifications list --user ${invention.userId} --since 1h --limit ${count}${rest}`;
  return `In a few seconds, run: vigia ${command}`;
}
