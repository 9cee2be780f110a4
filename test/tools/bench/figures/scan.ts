/** The scan of the wallets: what each takes of time, memory and AWS, and how that grows with their number. */

import type { Spent } from "../environment/aws-calls.ts";
import { Machinery } from "../environment/machinery.ts";
import { startStubService } from "../environment/stub-service.ts";
import { type Figure, figure } from "../figure.ts";
import type { FunctionHost } from "../processes/function-host.ts";
import { interleaved, median } from "../statistics.ts";
import { type ScanPace, scanPace } from "./scan-pace.ts";
import { peakOfScan, rememberWallets, scan, scanCalls, scanWorker } from "./scan-run.ts";

const FEW = { project: 1, wallets: 1_000 };
const MANY = { project: 2, wallets: 10_000 };
const ROUNDS = 3;

/** The small scan takes less than a second, in which a machine has a hiccup or has none. */
const FEW_SCANS = 6;

/** What the scan of a wallet takes, from the larger run. */
export interface ScanCost {
  milliseconds: number;
  spent: Spent;
  messages: number;
  wallets: number;
  pace: ScanPace;
}

interface Measured {
  figures: Figure[];
  cost: ScanCost;
}

let measured: Promise<Measured> | undefined;

/** Measured once, for the scan's figures and for the cost. */
function measureOnce(): Promise<Measured> {
  measured ??= withMachinery(measureBoth);
  return measured;
}

export async function measureScan(): Promise<Figure[]> {
  return (await measureOnce()).figures;
}

export async function scanCost(): Promise<ScanCost> {
  return (await measureOnce()).cost;
}

/** Two projects of the template stand for two deployments: a run knows nothing of the other. */
async function withMachinery(measure: (machinery: Machinery) => Promise<Measured>): Promise<Measured> {
  const service = await startStubService();
  const machinery = await Machinery.start(service.url);
  try {
    await rememberWallets(machinery, FEW.project, FEW.wallets);
    await rememberWallets(machinery, MANY.project, MANY.wallets);
    return await measure(machinery);
  } finally {
    await machinery.close();
    await service.close();
  }
}

async function measureBoth(machinery: Machinery): Promise<Measured> {
  const few = new Scans(machinery, FEW.project);
  const many = new Scans(machinery, MANY.project);
  try {
    const peaks = {
      few: await peakOfScan(machinery, FEW.project),
      many: await peakOfScan(machinery, MANY.project),
    };
    // A process compiles what it runs often; a worker of a real scan has long done so.
    await few.warm();
    await many.warm();
    const times = await interleaved(ROUNDS, { few: () => few.time(FEW_SCANS), many: () => many.time(1) });
    const calls = {
      few: await scanCalls(machinery, FEW.project),
      many: await scanCalls(machinery, MANY.project),
    };
    const pace = await scanPace();
    const milliseconds = median(times.many);
    return {
      figures: [
        grown("time", milliseconds, median(times.few), "from 1,000 wallets to 10,000"),
        grown("calls", sumOf(calls.many), sumOf(calls.few), "from 1,000 wallets to 10,000"),
        grown(
          "memory",
          peaks.many,
          peaks.few,
          `peaks of ${peaks.few.toFixed()} and ${peaks.many.toFixed()} MiB, each in a process of its own`,
        ),
        ...perWallet(milliseconds, calls.many),
        ...paceFigures(pace),
      ],
      cost: { milliseconds, spent: calls.many, messages: many.messages, wallets: MANY.wallets, pace },
    };
  } finally {
    few.close();
    many.close();
  }
}

/** The scans of one project, all by one process. */
class Scans {
  readonly #machinery: Machinery;
  readonly #project: number;
  readonly #worker: FunctionHost;
  messages = 0;

  constructor(machinery: Machinery, project: number) {
    this.#machinery = machinery;
    this.#project = project;
    this.#worker = scanWorker(machinery, false);
  }

  async warm(): Promise<void> {
    await scan(this.#machinery, MANY.project, this.#worker);
  }

  /** @returns the mean of so many scans, in milliseconds */
  async time(scans: number): Promise<number> {
    let sum = 0;
    for (let done = 0; done < scans; done++) {
      const { milliseconds, messages } = await scan(this.#machinery, this.#project, this.#worker);
      this.messages = messages;
      sum += milliseconds;
    }
    return sum / scans;
  }

  close(): void {
    this.#worker.close();
  }
}

function grown(id: string, large: number, small: number, note: string): Figure {
  return figure(`scan.growth.${id}`, large / small, "times", note);
}

function sumOf({ calls }: Spent): number {
  return Object.values(calls).reduce((sum, count) => sum + count, 0);
}

function perWallet(milliseconds: number, { calls, writeUnits, readUnits }: Spent): Figure[] {
  const each = (id: string, value: number, unit: string, note?: string) =>
    figure(`scan.wallet.${id}`, value / MANY.wallets, unit, note);
  return [
    each("time", milliseconds, "ms", "with a service that answers at once, in one process"),
    each("calls", sumOf({ calls, writeUnits, readUnits }), "calls", listed(calls)),
    each("writeUnits", writeUnits, "units"),
    each("readUnits", readUnits, "units"),
  ];
}

function listed(calls: Readonly<Record<string, number>>): string {
  return Object.entries(calls)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
}

function paceFigures({ walletsADay, lambdaSeconds, requestSeconds }: ScanPace): Figure[] {
  const note = `computed for the settings, at ${requestSeconds} s a request`;
  return [
    figure("scan.pace.walletsADay", walletsADay, "wallets", note),
    figure("scan.pace.lambdaSeconds", lambdaSeconds, "s", note),
  ];
}
