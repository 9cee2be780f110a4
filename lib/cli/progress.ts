/** A progress bar on standard error, where that is a terminal; elsewhere nothing. */

import { SingleBar } from "cli-progress";
import { printLine } from "./print.ts";
import type { World } from "./world.ts";

export interface Progress {
  /** @param note what is said behind the bar */
  update(value: number, note?: string): void;
  /** Prints a line above the bar. */
  line(text: string): Promise<void>;
  stop(): void;
}

/** @param total what `update` counts up to; with undefined there is no bar, since nobody could tell how far it is */
export function showProgress({ stderr }: World, label: string, total: number | undefined): Progress {
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
    gracefulExit: true,
  });
  bar.start(total, 0, { note: "" });
  return {
    update: (value, note) => bar.update(value, note === undefined ? {} : { note }),
    async line(text) {
      // The bar is drawn again, below, at its next update.
      await printLine(stderr, `\r\u001b[K${text}`);
    },
    stop: () => bar.stop(),
  };
}
