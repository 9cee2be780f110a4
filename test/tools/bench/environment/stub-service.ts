/** A risk service that answers without delay: every address is completed with a low score. */

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod/mini";
import { close, listen } from "../../../../infra/local/http/loopback.ts";
import { scanRequest } from "../../../../lib/contract/scan.ts";

/** Where it listens, with `/v1`, and how many calls it has answered. */
export interface StubService {
  url: string;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function startStubService(): Promise<StubService> {
  const server = createServer(async (request, reply) => {
    const data = request.method === "POST" ? scanData(await json(request)) : [];
    reply.writeHead(200, { "content-type": "application/json" });
    reply.end(JSON.stringify({ success: true, data }));
  });
  const port = await listen(server, 0);
  return { url: `http://127.0.0.1:${port}/v1`, close: () => close(server) };
}

function scanData(body: unknown) {
  const { addresses } = z.parse(scanRequest, body);
  const results = addresses.map(({ address, chainId }, index) => ({
    address,
    chainId,
    status: "completed",
    riskScore: 5 + (index % 10),
    riskLevel: "low",
    riskReason: "No direct exposure to flagged addresses was found within the searched depth.",
    suspiciousActivity: false,
    patterns: [],
    processedAt: new Date().toISOString(),
  }));
  const total = addresses.length;
  return { summary: { total, completed: total, skipped: 0, failed: 0, duration: 0 }, results };
}
