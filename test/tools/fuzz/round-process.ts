/** A process of its own for a round: targets run beside each other, each with its own memory. */

import { type ChildProcess, fork } from "node:child_process";
import type { TargetName } from "./campaign.ts";
import { fuzz, type Round, type RoundOptions } from "./round.ts";

interface Order {
  name: TargetName;
  options: RoundOptions;
}

type Answer = { round: Round } | { failed: string };

/** Runs a round in a process of its own. @throws {Error} where that ends without an answer */
export async function fuzzInProcess(name: TargetName, options: RoundOptions): Promise<Round> {
  const child: ChildProcess = fork(import.meta.filename, ["round"], { serialization: "advanced" });
  try {
    const answer = await new Promise<Answer>((done, fail) => {
      child.once("message", (message) => done(answerOf(message)));
      child.once("exit", (code) => fail(new Error(`The process of ${name} ended with ${code}.`)));
      child.send({ name, options } satisfies Order);
    });
    if ("failed" in answer) throw new Error(answer.failed);
    return answer.round;
  } finally {
    child.kill();
  }
}

/** As the process below sends it. */
function answerOf(message: unknown): Answer {
  return Object(message);
}

async function answer({ name, options }: Order): Promise<void> {
  try {
    process.send?.({ round: await fuzz(name, options) } satisfies Answer);
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

if (process.argv[2] === "round") process.once("message", (order: Order) => void answer(order));
