/** Started by `npm run faults` for each stack: plays a campaign in a process of its own, and hands back what it found. */

import { campaign, type Outcome, plan, plannedName } from "./campaign.ts";
import { THEATRES, type TheatreName } from "./theatres.ts";

/** What the process is started with, as JSON in its only argument. */
export interface TheatreOrder {
  theatre: TheatreName;
  seed: number;
  /** How much more time everything is given than on a machine that does nothing else. */
  slowness: number;
  /** Only runs with this in their name. */
  only?: string | undefined;
  /** Names the runs and makes none. */
  list?: boolean | undefined;
}

export type TheatreMessage =
  | { type: "progress"; done: number; planned: number }
  | { type: "names"; names: string[] }
  | { type: "outcome"; outcome: Outcome };

// Whoever started it is gone: nobody would read what it finds.
process.on("disconnect", () => process.exit(1));

const order: TheatreOrder = JSON.parse(process.argv[2] ?? "");
const theatre = await THEATRES[order.theatre](order.slowness);
try {
  if (order.list) tell({ type: "names", names: (await plan(theatre)).map(plannedName) });
  else tell({ type: "outcome", outcome: await play() });
} finally {
  await theatre.close();
  process.removeAllListeners("disconnect").disconnect();
}

function play(): Promise<Outcome> {
  return campaign(theatre, {
    seed: order.seed,
    isChosen: (run) => order.only === undefined || run.includes(order.only),
    onProgress: (done, planned) => tell({ type: "progress", done, planned }),
  });
}

function tell(message: TheatreMessage): void {
  process.send?.(message);
}
