/** A sequence of starts, slow answers and faults of scans, drawn at random. */

import fc from "fast-check";
import type { TableName } from "../injection/arming.ts";
import { FAULT_KINDS } from "../injection/fault-kinds.ts";

/** The functions of a scan. */
type ScanFunction = "StartScan" | "ScanWallets";

const someFunction = fc.constantFrom<ScanFunction>("StartScan", "ScanWallets");

/** The schedule starts a run; beside one that is open it must not. */
const start = fc.record({ step: fc.constant("start") });

/** The service knows better now, or worse. */
const night = fc.record({ step: fc.constant("night"), night: fc.constantFrom<1 | 2>(1, 2) });

/** The service answers its next request for scores only after so many milliseconds, with what it knew before. */
const slow = fc.record({ step: fc.constant("slow"), ms: fc.integer({ min: 50, max: 4_000 }) });

/** The queue hands out the messages of the run that is open once more. */
const again = fc.record({ step: fc.constant("again") });

/** A later call of a function is hit, after so many others. */
const fault = fc.record({
  step: fc.constant("fault"),
  function: someFunction,
  others: fc.nat(12),
  kind: fc.constantFrom(...FAULT_KINDS),
});

/** One table is out of reach for so many milliseconds. */
const outage = fc.record({
  step: fc.constant("outage"),
  table: fc.constantFrom<TableName>("wallets", "walletScans", "scanRuns", "chains", "alerts"),
  ms: fc.integer({ min: 50, max: 1_000 }),
});

/** Every run that was started has ended, and an officer decides every case that is open. */
const decide = fc.record({ step: fc.constant("decide") });

/** Every worker of a function that is at work ends. */
const kill = fc.record({ step: fc.constant("kill"), function: someFunction });

/** Nothing happens for so many milliseconds. */
const pause = fc.record({ step: fc.constant("pause"), ms: fc.integer({ min: 10, max: 2_000 }) });

const step = fc.oneof(
  { weight: 4, arbitrary: start },
  { weight: 2, arbitrary: night },
  { weight: 4, arbitrary: slow },
  { weight: 1, arbitrary: again },
  { weight: 3, arbitrary: fault },
  { weight: 2, arbitrary: outage },
  { weight: 2, arbitrary: decide },
  { weight: 1, arbitrary: kill },
  { weight: 4, arbitrary: pause },
);

/** One step of a sequence: what is drawn, or a run that began a day ago, is still open, and has its messages in the queue. */
export type ScanStep = { step: "earlier" } | (typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never);

/** Beginning of a sequence: a run that should have ended, a night that went well, or a drawn step. */
const beginning = fc.constantFrom<ScanStep[]>(
  [{ step: "slow", ms: 2_000 }, { step: "earlier" }],
  [{ step: "start" }, { step: "decide" }],
  [],
);

export const scanInterleaving: fc.Arbitrary<ScanStep[]> = fc
  .tuple(beginning, fc.array(step, { minLength: 1, maxLength: 10, size: "max" }))
  .map(([begun, steps]) => [...begun, ...steps]);
