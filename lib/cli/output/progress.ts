/** A progress bar on standard error, where that is a terminal, and a sentence for work that a signal ends. */

import { SingleBar } from "cli-progress";
import { escapeForTerminal } from "../../text/escaping.ts";
import type { ProcessContext } from "../core/command-context.ts";
import { printLine, printOver, writeNow } from "./print.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

export interface Progress {
  /** @param note what is said behind the bar */
  update(value: number, note?: string): void;
  /** Prints a line above the bar. */
  line(text: string): Promise<void>;
  stop(): void;
}

/** Name of the work, and the sentence for an interruption. */
interface Work {
  label: string;
  ifStopped: string;
}

/**
 * Says a sentence where Ctrl-C or a kill ends the process.
 * @param first what is done before it
 * @returns a function after which nothing is said
 */
export function sayIfStopped(
  { stderr }: Pick<ProcessContext, "stderr">,
  sentence: string,
  first?: () => void,
): () => void {
  const onSignal = (signal: NodeJS.Signals) => {
    forget();
    first?.();
    writeNow(stderr, `${sentence}\n`);
    // No listener is left: so this ends the process as the signal does.
    process.kill(process.pid, signal);
  };
  const forget = () => {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return forget;
}

/** @param total end of `update`'s count; undefined shows no bar, since the progress is unknown */
export function showProgress(
  { stderr }: ProcessContext,
  { label, ifStopped }: Work,
  total: number | undefined,
): Progress {
  if (stderr.isTTY !== true || total === undefined)
    return { update: () => {}, line: (text) => printLine(stderr, text), stop: () => {} };
  const bar = new SingleBar({
    stream: stderr,
    format: `${label} {bar} {percentage} % {note}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
    // It would swallow Ctrl-C and let the work go on.
    gracefulExit: false,
  });
  const forget = sayIfStopped({ stderr }, ifStopped, () => bar.stop());
  const stop = () => {
    forget();
    bar.stop();
  };
  bar.start(total, 0, { note: "" });
  return {
    update: (value, note) => bar.update(value, note === undefined ? {} : { note: escapeForTerminal(note) }),
    async line(text) {
      // The bar is drawn again, below, at its next update.
      await printOver(stderr, text);
    },
    stop,
  };
}
