/** The scan of the wallets: the calls and units of each, and how far a night gets. */

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod/mini";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";
import { asRecord, receiveReply } from "../../../infra/local/triggers/event-source.ts";
import { scanRequest } from "../../../lib/contract/scan.ts";
import { keyOfWallet } from "../../../lib/screening/wallets/wallet-keys.ts";
import { type Figure, figure } from "../bench/figures.ts";
import { FunctionHost } from "../bench/function-host.ts";
import { Meter } from "../bench/meter.ts";
import { BenchStack, batchesOf, functionIn } from "../bench/stack.ts";

const PROJECT = 1;
const WALLETS = 1_000;

/** Time of a service's request, by its own statement. */
const REQUEST_SECONDS = 50;

interface ScanFacts {
  figures: Figure[];
  /** For a wallet. */
  writeUnits: number;
  readUnits: number;
  pace: ReturnType<typeof paceOf>;
}

let measured: Promise<ScanFacts> | undefined;

/** Measured once, for these figures and for the cost. */
export function scanFacts(): Promise<ScanFacts> {
  measured ??= measure();
  return measured;
}

async function measure(): Promise<ScanFacts> {
  const service = createServer(async (request, reply) => {
    const data = request.method === "POST" ? answerOf(await json(request)) : [];
    reply.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ success: true, data }));
  });
  const stack = await BenchStack.start({}, `http://127.0.0.1:${await listen(service, 0)}/v1`);
  const meter = await Meter.start(stack);
  try {
    await stack.fill(stack.names.tables.wallets, WALLETS, walletItem);
    await scan(stack, meter);
    const { calls, writeUnits, readUnits } = meter;
    const pace = paceOf(stack);
    const sum = Object.values(calls).reduce((sum, count) => sum + count, 0);
    const listed = Object.entries(calls).map(([name, count]) => `${count} ${name}`);
    const lineOf = (id: string, value: number, unit: string, note?: string) =>
      figure(`scan.wallet.${id}`, value / WALLETS, unit, note);
    const computed = `computed for the settings, at ${REQUEST_SECONDS} s a request`;
    return {
      figures: [
        lineOf("calls", sum, "calls", listed.join(", ")),
        lineOf("writeUnits", writeUnits, "units"),
        lineOf("readUnits", readUnits, "units"),
        figure("scan.pace.walletsADay", pace.walletsADay, "wallets", computed),
        figure("scan.pace.lambdaSeconds", pace.lambdaSeconds, "s", computed),
      ],
      writeUnits: writeUnits / WALLETS,
      readUnits: readUnits / WALLETS,
      pace,
    };
  } finally {
    await meter.close();
    await stack.close();
    await closeServer(service);
  }
}

/** Wallets a day with the default settings: an invocation makes the requests of a batch side by side. */
function paceOf({ resources }: BenchStack) {
  const { concurrency, size } = batchesOf(resources, "ScanWallets");
  const { ADDRESSES_PER_REQUEST } = functionIn(resources, "StartScan").properties.Environment.Variables;
  const walletsAnInvocation = Number(ADDRESSES_PER_REQUEST) * size;
  return {
    requestSeconds: REQUEST_SECONDS,
    walletsADay: ((concurrency * walletsAnInvocation) / REQUEST_SECONDS) * 86_400,
    /** Of a function's time, for a wallet. */
    lambdaSeconds: REQUEST_SECONDS / walletsAnInvocation,
    walletsAnInvocation,
  };
}

const failures = z.object({ batchItemFailures: z.array(z.unknown()) });

/** Scans every wallet once. */
async function scan(stack: BenchStack, meter: Meter): Promise<void> {
  const starter = new FunctionHost(stack.function("StartScan"));
  const worker = new FunctionHost(meter.metered(stack.function("ScanWallets")));
  try {
    await starter.invoke({ trigger: "manual", projectIds: [PROJECT] });
    for (let record = await next(stack); record !== undefined; record = await next(stack)) {
      const { result } = await worker.invoke({ Records: [record] });
      if (failures.parse(result).batchItemFailures.length > 0)
        throw new Error("A request of the bench failed.");
    }
  } finally {
    await Promise.all([starter.close(), worker.close()]);
  }
}

/** The next message of the scan queue, which is taken off it; undefined for an empty queue. */
async function next({ emulators: { messaging }, names }: BenchStack) {
  const QueueUrl = names.queues.scan;
  const wanted = { QueueUrl, MaxNumberOfMessages: 1, MessageSystemAttributeNames: ["All"] };
  const [message] = receiveReply.parse(await messaging.queue("ReceiveMessage", wanted)).Messages;
  if (message === undefined) return undefined;
  await messaging.queue("DeleteMessage", { QueueUrl, ReceiptHandle: message.ReceiptHandle });
  return asRecord(message, "arn:aws:sqs:us-east-1:000000000000:scan").record;
}

/** A wallet that is not scanned yet. */
function walletItem(id: number): Record<string, unknown> {
  const wallet = {
    projectId: PROJECT,
    chainId: "1",
    address: `0x5ca1ab1e${id.toString(16).padStart(32, "0")}`,
  };
  const [userId, firstSeenAt] = [`user-${id}`, "2026-01-01T00:00:00.000Z"];
  return {
    ...keyOfWallet(wallet),
    source: "notification",
    firstSeenAt,
    lastSeenAt: firstSeenAt,
    waitingSince: firstSeenAt,
    userId,
    userKey: `${PROJECT}#${userId}`,
  };
}

/** The service's answer: every address is completed with a low score. */
function answerOf(body: unknown) {
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
