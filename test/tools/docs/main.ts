/** `npm run docs`: writes the pages of the reference that are generated. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGES } from "./pages.ts";

for (const [file, page] of Object.entries(PAGES)) {
  writeFileSync(join(import.meta.dirname, "../../..", file), await page());
  process.stdout.write(`${file}\n`);
}
