/** Writes what this version has to `kept.json`, for a release: `node test/infra/kept/renew.ts`. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { keptNow } from "./kept-now.ts";

const lists = Object.entries(await keptNow()).map(([name, all]) => [name, [...new Set(all)].toSorted()]);
writeFileSync(
  join(import.meta.dirname, "kept.json"),
  `${JSON.stringify(Object.fromEntries(lists), undefined, 2)}\n`,
);
