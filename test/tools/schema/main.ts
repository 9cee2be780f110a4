/** `npm run schema`: writes the files that are made of the settings' schema. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generatedFiles, ROOT } from "./generated.ts";

for (const [name, text] of Object.entries(generatedFiles())) writeFileSync(join(ROOT, name), text);
