/** A process that makes as many concurrent requests as a worker does, and prints the most memory that it took, in MiB. */

import { riskService } from "../../lib/risk-service/client.ts";

const [baseUrl = "", concurrency = "4", each = "50"] = process.argv.slice(2);
const service = riskService({ baseUrl, apiKey: () => "key", timeScale: 100 });
const addresses = Array.from({ length: Number(each) }, (_, n) => ({ address: `a${n}`, chainId: "1" }));
const order = { addresses, maxDepth: 3, skipExisting: false };

for (let round = 0; round < 5; round++) {
  const calls = Array.from({ length: Number(concurrency) }, () => service.scanRisk(1, order));
  await Promise.allSettled([...calls, service.chains(1)]);
}
process.stdout.write(String(Math.round(process.resourceUsage().maxRSS / 1_024)));
