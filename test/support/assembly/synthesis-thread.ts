/** Synthesizes a stack in a thread of its own: CDK's memory is given back. */

import { parentPort, workerData } from "node:worker_threads";
import { takeBundles } from "../../../infra/constructs/bundles.ts";
import type { VigiaStackProps } from "../../../infra/vigia.ts";
import { buildApp } from "./app.ts";
import { keptBundles } from "./kept-bundles.ts";

export interface SynthesisData {
  props: VigiaStackProps;
  /** CDK's own flags. */
  context: Record<string, unknown>;
  outdir: string;
  /** Folder of bundles from the same sources. */
  bundles: string;
}

const { props, context, outdir, bundles }: SynthesisData = workerData;
try {
  takeBundles(await keptBundles(bundles));
  buildApp({ props, context, outdir }).app.synth();
  parentPort?.postMessage(undefined);
} catch (error) {
  // Only the text: what CDK throws cannot always be handed from thread to thread.
  parentPort?.postMessage(error instanceof Error ? error.message : String(error));
}
