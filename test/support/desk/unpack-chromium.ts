/** A program: unpacks the browser with the libraries and fonts that it needs into the temporary folder. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inflate } from "@sparticuz/chromium";

const PACKED = fileURLToPath(new URL("../bin", import.meta.resolve("@sparticuz/chromium")));

// The package itself brings the libraries on Lambda alone.
const ARCHIVES = ["chromium.br", "swiftshader.tar.br", "al2023.tar.br", "fonts.tar.br"];

await Promise.all(ARCHIVES.map((name) => inflate(join(PACKED, name))));
