/** `npm run costs`: computes the figures of docs/operate/costs.md from its prices, from measurements and from the template. */

import { printed } from "../bench/figures.ts";
import { costs } from "./costs.ts";
import { scanFacts } from "./scan.ts";

process.stdout.write(printed([...(await scanFacts()).figures, ...(await costs())]));
