/** `vigia trigger`: makes the service's signed requests and sends them through the real endpoint. */

import { setTimeout as sleep } from "node:timers/promises";
import { Argument } from "commander";
import pMap from "p-map";
import * as z from "zod/mini";
import { isNoAddressOf, isNoEvmAddress } from "../../../contract/wallet-address.ts";
import { notificationKey } from "../../../notifications/notification-keys.ts";
import { cleanText } from "../../../text/cleaning.ts";
import { countOf } from "../../../text/cut.ts";
import { addCommand, type Call, type CommandContext, type CommandGroup } from "../../core/command.ts";
import { EXIT } from "../../core/failure.ts";
import * as option from "../../core/options.ts";
import { chosenProject, type Target } from "../../core/target.ts";
import { showProgress } from "../../output/progress.ts";
import { authenticator, rehearsalAuthenticator } from "../signature/inbound-call.ts";
import {
  firstId,
  type Invention,
  postWebhook,
  type TriggerKind,
  type WebhookAnswer,
  webhookText,
} from "./trigger-body.ts";

const KINDS = ["illegal", "warn", "error", "invalid", "flood"] as const;

export function addTrigger(program: CommandGroup): void {
  const kind = new Argument("<kind>", "flood sends many illegal ones").choices(KINDS);
  addCommand(program, "trigger", {
    summary: "send an invented webhook to the endpoint; a deployed stack treats it as a rehearsal",
    examples: [
      "vigia trigger illegal --user u-1 --amount 2500000000000000000",
      "vigia trigger warn --stage dev",
      "vigia trigger flood --count 500 --rate 50",
    ],
    details:
      "On a deployed stack the webhook proves with a secret of its own that it is a rehearsal. Its alert begins with [TEST], and lists leave it out unless --rehearsals is given.",
    action: trigger,
  })
    .addArgument(kind)
    .option("--project <id>", "the project (default: the only one, or the first)")
    .option("--user <id>", "the user's id in your system", "u-1")
    .option("--wallet <address>", "the wallet", "0x1111111111111111111111111111111111111111")
    .option("--chain <id>", "the chain", "1")
    .option("--amount <digits>", "in wei, digits only", "1000000000000000000")
    .option("--law <name>", "the law", "LFPIORPI")
    .option("--count <count>", "number of webhooks (default: 1, for a flood 200)")
    .option("--rate <count>", "most webhooks per second (default: as fast as they are answered)")
    .option("--rehearsal", "send a rehearsal to the local stack too");
}

const text = z.string().check(z.minLength(1), z.maxLength(500));

/** A flood is meant to load a stack for a while, not for days. */
const MAX_COUNT = 100_000;

const SENDING = { label: "sending", ifStopped: "Stopped. Webhooks that were sent stay sent." };

const FLOOD = 200;
const CONCURRENT_REQUESTS = 20;

async function trigger({ context, args: [kind = ""], options, target }: Call): Promise<number> {
  const { project, user, wallet, chain, amount, law, ...given } = options({
    project: option.project,
    user: text,
    wallet: text,
    chain: option.chain,
    amount: z
      .string()
      .check(
        z.regex(/^(0|[1-9]\d{0,77})$/, { error: "expected up to 78 digits, in the token's smallest unit" }),
      ),
    law: text,
    count: z.optional(option.limit.check(z.maximum(MAX_COUNT))),
    rate: z.optional(option.limit),
    rehearsal: option.flag,
  });
  if (isNoEvmAddress(wallet))
    await context.note(
      "Warning: --wallet begins with 0x but does not have the 40 hexadecimal digits of an EVM address; sent anyway.",
    );
  else if (wallet !== undefined && isNoAddressOf(chain, wallet))
    await context.note(`Warning: --wallet is not an address of chain ${chain}; sent anyway.`);
  const found = await target();
  const projectId = project === undefined ? (found.projectIds[0] ?? 0) : chosenProject(found, project);
  const order: Order = {
    kind: kind === "warn" || kind === "error" || kind === "invalid" ? kind : "illegal",
    count: given.count ?? (kind === "flood" ? FLOOD : 1),
    firstId: firstId(),
    rehearsal: given.rehearsal || found.stage !== undefined,
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
  const authenticate = order.rehearsal
    ? await rehearsalAuthenticator(found, projectId, context.now())
    : await authenticator(found, projectId, context.now());
  const progress = showProgress(context, SENDING, order.count > 1 ? order.count : undefined);
  const answers = new Map<number, { answer: WebhookAnswer; count: number }>();
  let sent = 0;
  try {
    await pMap(
      paced(order, given.rate),
      async (body) => {
        const answer = await postWebhook(found, body, authenticate, context.now());
        answers.set(answer.status, { answer, count: (answers.get(answer.status)?.count ?? 0) + 1 });
        progress.update(++sent);
      },
      { concurrency: CONCURRENT_REQUESTS },
    );
  } finally {
    progress.stop();
  }
  return report(context, found, order, answers);
}

interface Order {
  kind: TriggerKind;
  count: number;
  firstId: number;
  rehearsal: boolean;
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
  answers: ReadonlyMap<number, { answer: WebhookAnswer; count: number }>,
): Promise<number> {
  const expected = order.kind === "invalid" ? 400 : 200;
  for (const [status, { answer, count }] of answers) {
    const words = status === expected ? "as expected" : cleanText(answer.text, 300);
    await context.print(`${countOf(count, "request")} answered with ${status}: ${words}`);
  }
  if (answers.has(expected)) await context.print(lookCloser(target, order));
  return [...answers.keys()].every((status) => status === expected) ? EXIT.done : EXIT.failed;
}

function lookCloser({ flag }: Target, { kind, count, firstId: id, rehearsal, invention }: Order): string {
  const { projectId } = invention;
  const rest = `${rehearsal ? " --rehearsals" : ""}${flag}`;
  const command =
    kind === "invalid"
      ? `notifications list --kind quarantined${rest}`
      : kind === "error"
        ? `notifications list --kind error${rest}`
        : count === 1
          ? `notifications show ${notificationKey(projectId, String(id), rehearsal)}${flag}`
          : `notifications list --user ${invention.userId} --since 1h --limit ${count}${rest}`;
  return `In a few seconds, run: vigia ${command}`;
}
