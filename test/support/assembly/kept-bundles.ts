/** Bundles are made once of the same sources: no setting changes them. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bundles, makeBundles } from "../../../infra/constructs/bundles.ts";
import { makeWhole } from "./whole-folder.ts";

/** @param folder holds those of the sources as they are, a file each, once they were made */
export async function keptBundles(folder: string): Promise<Bundles> {
  await makeWhole(folder, (unfinished) => {
    for (const [name, code] of makeBundles()) writeFileSync(join(unfinished, name), code);
  });
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}
