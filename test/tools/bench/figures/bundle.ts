/** How large each function's bundle is, and what it is made of. */

import { buildSync } from "esbuild";
import { BUNDLE_OPTIONS, FUNCTIONS } from "../../../../infra/bundles.ts";
import { type Figure, figure } from "../figure.ts";

const LARGEST = 4;

/** One figure a function, in KiB, with its largest packages. */
export function measureBundles(): Figure[] {
  return Object.entries(FUNCTIONS).map(([name, entry]) => {
    const { metafile } = buildSync({
      ...BUNDLE_OPTIONS,
      entryPoints: [entry],
      outdir: "bundle",
      metafile: true,
    });
    const [output] = Object.values(metafile.outputs);
    if (output === undefined) throw new Error(`The bundle of ${name} is empty.`);
    return figure(`bundle.${name}.size`, kib(output.bytes), "KiB", largest(output.inputs));
  });
}

function largest(inputs: Readonly<Record<string, { bytesInOutput: number }>>): string {
  const byPackage = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
    const [, name = "own code"] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
    byPackage.set(name, (byPackage.get(name) ?? 0) + bytesInOutput);
  }
  return [...byPackage]
    .sort(([, a], [, b]) => b - a)
    .slice(0, LARGEST)
    .map(([name, bytes]) => `${name} ${kib(bytes)}`)
    .join(", ");
}

function kib(bytes: number): number {
  return Math.round((bytes / 1_024) * 10) / 10;
}
