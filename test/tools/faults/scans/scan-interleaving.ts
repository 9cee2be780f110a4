/** A sequence of starts, slow answers and faults of scans, drawn at random. */

import fc from "fast-check";
import type { TableName } from "../injection/arming.ts";
import { FAULT_KINDS, type FaultKind } from "../injection/fault-kinds.ts";

/** The functions of a scan. */
export type ScanFunction = "StartScan" | "ScanWallets";

/** One step of a sequence. */
export type ScanStep =
  /** The schedule starts a run; beside one that is open it must not. */
  | { step: "start" }
  /** A run that began a day ago is still open, and its messages are in the queue. */
  | { step: "earlier" }
  /** The service knows better now, or worse. */
  | { step: "night"; night: 1 | 2 }
  /** The service answers its next request for scores only after so many milliseconds, with what it knew before. */
  | { step: "slow"; ms: number }
  /** The queue hands out the messages of the run that is open once more. */
  | { step: "again" }
  /** A later call of a function is hit, after so many others. */
  | { step: "fault"; function: ScanFunction; others: number; kind: FaultKind }
  /** One table is out of reach for so many milliseconds. */
  | { step: "outage"; table: TableName; ms: number }
  /** Every run that was started has ended, and an officer decides every case that is open. */
  | { step: "decide" }
  /** Every worker of a function that is at work ends. */
  | { step: "kill"; function: ScanFunction }
  /** Nothing happens for so many milliseconds. */
  | { step: "pause"; ms: number };

const someFunction = fc.constantFrom<ScanFunction>("StartScan", "ScanWallets");

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ step: fc.constant("start" as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ step: fc.constant("night" as const), night: fc.constantFrom<1 | 2>(1, 2) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant("slow" as const), ms: fc.integer({ min: 50, max: 4_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("again" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      step: fc.constant("fault" as const),
      function: someFunction,
      others: fc.nat(12),
      kind: fc.constantFrom(...FAULT_KINDS),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      step: fc.constant("outage" as const),
      table: fc.constantFrom<TableName>("wallets", "walletScans", "scanRuns", "chains", "alerts"),
      ms: fc.integer({ min: 50, max: 1_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ step: fc.constant("decide" as const) }) },
  { weight: 1, arbitrary: fc.record({ step: fc.constant("kill" as const), function: someFunction }) },
  {
    weight: 4,
    arbitrary: fc.record({ step: fc.constant("pause" as const), ms: fc.integer({ min: 10, max: 2_000 }) }),
  },
);

/** Beginning of a sequence: a run that should have ended, a night that went well, or a drawn step. */
const beginning = fc.constantFrom<ScanStep[]>(
  [{ step: "slow", ms: 2_000 }, { step: "earlier" }],
  [{ step: "start" }, { step: "decide" }],
  [],
);

export const scanInterleaving: fc.Arbitrary<ScanStep[]> = fc
  .tuple(beginning, fc.array(step, { minLength: 1, maxLength: 10, size: "max" }))
  .map(([begun, steps]) => [...begun, ...steps]);
