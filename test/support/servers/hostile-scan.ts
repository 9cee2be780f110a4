/** A process that makes as many concurrent requests as a worker does, and prints the most memory that it took, in MiB. */

import { existsSync, readFileSync } from "node:fs";
import { riskService } from "../../../lib/screening/risk-service/client.ts";

const [baseUrl = "", concurrency = "4", requestsEach = "10"] = process.argv.slice(2);
process.env["TIME_SCALE"] = "100";
const service = riskService({ baseUrl, apiKey: () => "key" });
const addresses = Array.from({ length: Number(requestsEach) }, (_, n) => ({
  address: `a${n}`,
  chainId: "1",
}));
const order = { addresses, maxDepth: 3, threshold: 60 };

for (let round = 0; round < 5; round++) {
  const calls = Array.from({ length: Number(concurrency) }, () => service.scanRisk(1, order));
  await Promise.allSettled([...calls, service.chains(1)]);
}
process.stdout.write(String(Math.round(mostKiB() / 1_024)));

/** Linux counts the process that started this one into `maxRSS`, and says the most of this one alone in `VmHWM`. */
function mostKiB(): number {
  const status = existsSync("/proc/self/status") ? readFileSync("/proc/self/status", "utf8") : "";
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
}
