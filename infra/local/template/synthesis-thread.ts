/** Synthesizes the stack in a thread of its own: beside the start of the emulators, and CDK's memory is given back. */

import { parentPort, workerData } from "node:worker_threads";
import { IS_BUILT } from "../../../lib/settings/project-folder.ts";
import type { Settings } from "../../../lib/settings/settings.ts";
import { buildApp } from "../../assembly.ts";
import { takeBundles } from "../../bundles.ts";
import { keptBundles } from "./kept-bundles.ts";

export interface SynthesisData {
  settings: Settings;
  /** CDK's own flags. */
  context: Record<string, unknown>;
  outdir: string;
  /** Folder of bundles from the same sources. */
  bundles: string;
}

const { settings, context, outdir, bundles }: SynthesisData = workerData;
try {
  if (!IS_BUILT) takeBundles(await keptBundles(bundles));
  buildApp({ settings, context, outdir }).app.synth();
  parentPort?.postMessage(undefined);
} catch (error) {
  // Only the text: what CDK throws cannot always be handed from thread to thread.
  parentPort?.postMessage(error instanceof Error ? error.message : String(error));
}
