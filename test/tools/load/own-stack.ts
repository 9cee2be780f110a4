/** A local stack for this run alone, whose consumer can be killed. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type LocalStack, startLocal } from "../../../infra/local/local-stack.ts";

export interface OwnStack {
  /** The folder under which commands find it, as they find the local stack under the project's. */
  root: string;
  stack: LocalStack;
  close(): Promise<void>;
}

/** Starts one on free ports. Its time runs as deployed: windows, visibility and time limits are the template's. */
export async function startOwnStack(): Promise<OwnStack> {
  const root = mkdtempSync(join(tmpdir(), "vigia-load-"));
  const stack = await startLocal({ folder: join(root, ".local"), port: 0, schedules: false, warm: true });
  return {
    root,
    stack,
    async close() {
      await stack.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Kills the consumer in the middle of a batch. @returns how many batches were cut */
export async function killConsumer({ functions }: LocalStack): Promise<number> {
  const consumer = functions.get("StoreNotifications");
  while (consumer.busy === 0) await sleep(5);
  return consumer.kill("busy");
}
