/** Started by `npm run faults` for each stack: runs a campaign in a process of its own, and hands back what it found. */

import { inOrderOf, nameOf, type Outcome, plan, runAll } from "./campaign.ts";
import { ENVIRONMENTS, type EnvironmentName } from "./environments.ts";
import { inWords } from "./violation.ts";

/** Start data of the process, as JSON in its only argument. */
export interface EnvironmentOrder {
  environment: EnvironmentName;
  seed: number;
  /** Slowness of the machine beside an idle one, which gives everything more time. */
  slowness: number;
  /** Longest time of the slowest recovery, in milliseconds, if it differs from the usual one. */
  patienceMs?: number | undefined;
  /** Only scenarios with this in their name. */
  scenario?: string | undefined;
  /** Only runs with this in their name. */
  only?: string | undefined;
  /** Names the runs and makes none. */
  list?: boolean | undefined;
}

// The parent process is gone: its findings would not be read.
process.on("disconnect", () => process.exit(1));

const order: EnvironmentOrder = JSON.parse(process.argv[2] ?? "");
const { scenario = "", only = "" } = order;
const environment = await ENVIRONMENTS[order.environment](order.slowness, order.patienceMs);
try {
  process.send?.(await run());
} finally {
  await environment.close();
  process.removeAllListeners("disconnect").disconnect();
}

async function run(): Promise<Outcome> {
  const wanted = environment.scenarios.filter(({ name }) => name.includes(scenario));
  const { planned, baselines } = await plan(environment, wanted, (name, wrong) =>
    say(`"${name}" without a fault: ${inWords(wrong) || "as it should be"}`),
  );
  if (order.list === true) {
    process.stdout.write(planned.map((run) => `${nameOf(run)}\n`).join(""));
    return { runs: [], leftBehind: [] };
  }
  const chosen = inOrderOf(
    order.seed,
    planned.filter((run) => nameOf(run).includes(only)),
  );
  let done = 0;
  return runAll(environment, chosen, baselines, () => {
    if (++done % 25 === 0 || done === chosen.length) say(`${done} of ${chosen.length} runs`);
  });
}

function say(text: string): void {
  process.stderr.write(`${order.environment}: ${text}\n`);
}
