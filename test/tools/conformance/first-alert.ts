/** The first alert of a company's folder: its local stack is started, triggered, and stopped. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { freePorts } from "../../infra/local/http/free-ports.ts";
import type { Company, RunOptions } from "./company.ts";
import { until } from "./expect.ts";

type Command = readonly [program: string, ...args: string[]];

interface Commands {
  /** What starts the local stack. */
  start: Command;
  /** What runs the command `vigia`. */
  vigia: Command;
  /** Added to the environment of both. */
  more?: RunOptions["more"];
}

export async function firstAlert(
  company: Company,
  { start, vigia: [program, ...args], more = {} }: Commands,
): Promise<void> {
  const endpoints = join(company.folder, ".local/endpoints.json");
  const group = company.start(await freePorts(), start, more);
  try {
    await until("the local stack is ready", () => existsSync(endpoints));
    await company.run(program, [...args, "trigger", "illegal", "--user", "u-1"], { more });
    await until("an alert", () => company.read(".local/alerts.jsonl").includes("[ILLEGAL]"));
  } finally {
    if (group !== undefined) process.kill(-group, "SIGINT");
  }
  await until("its end", () => !existsSync(endpoints));
}
