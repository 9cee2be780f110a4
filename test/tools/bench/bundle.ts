/** The size of each function's bundle, and its largest packages. test/infra/bundles.test.ts limits the sizes. */

import { buildSync } from "esbuild";
import { BUNDLE_OPTIONS, FUNCTIONS } from "../../../infra/constructs/bundles.ts";
import { type Figure, figure } from "./figures.ts";

const LARGEST = 4;

export function measureBundles(): Figure[] {
  return Object.entries(FUNCTIONS).map(([name, entry]) => {
    const options = { ...BUNDLE_OPTIONS, entryPoints: [entry], outdir: "bundle", metafile: true };
    const [output] = Object.values(buildSync(options).metafile?.outputs ?? {});
    if (output === undefined) throw new Error(`The bundle of ${name} is empty.`);
    const byPackage = new Map<string, number>();
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      const [, from = "own code"] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      byPackage.set(from, (byPackage.get(from) ?? 0) + bytesInOutput);
    }
    const largest = [...byPackage].sort(([, a], [, b]) => b - a).slice(0, LARGEST);
    const note = largest.map(([from, bytes]) => `${from} ${kib(bytes)}`).join(", ");
    return figure(`bundle.${name}.size`, kib(output.bytes), "KiB", note);
  });
}

function kib(bytes: number): number {
  return Math.round((bytes / 1_024) * 10) / 10;
}
