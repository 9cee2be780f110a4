/** Scan queue → risk service: ask for a group of wallets, keep each score, open the case of one above the threshold, see whether the run is over. */

import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import type * as z from "zod/mini";
import { lazyPublisher } from "../lib/alerts/publisher.ts";
import { runReports } from "../lib/alerts/run-reports.ts";
import { alertPending } from "../lib/alerts/threshold-alerts.ts";
import { documentClient } from "../lib/aws/document-client.ts";
import { errorPlace } from "../lib/aws/error-place.ts";
import { lazy } from "../lib/aws/lazy.ts";
import { flushMetrics, logger } from "../lib/aws/observe.ts";
import { setInvocationDeadline } from "../lib/aws/time-left.ts";
import { CaseStore } from "../lib/cases/cases.ts";
import { walletCase } from "../lib/cases/new-case.ts";
import { ChainStore } from "../lib/screening/chains.ts";
import { riskService } from "../lib/screening/risk-service/client.ts";
import { type EndDeps, endIfNoneWaits, endRun } from "../lib/screening/runs/end-run.ts";
import type { ScanRun } from "../lib/screening/runs/run.ts";
import { RunWallets } from "../lib/screening/runs/run-wallets.ts";
import { ScanRunStore } from "../lib/screening/runs/runs.ts";
import { type ScanDeps, scanMessage } from "../lib/screening/runs/scan-message.ts";
import { readScanMessage } from "../lib/screening/runs/scan-queue.ts";
import { WalletScanStore } from "../lib/screening/wallets/wallet-scans.ts";
import { readEnvironment, scanWalletsEnv } from "../lib/settings/env.ts";
import { ApiKeys } from "../lib/settings/secrets/api-keys.ts";
import { outboundSecret } from "../lib/settings/secrets/secrets.ts";

/** Does the requests of a batch side by side, since each mostly waits for the service; one that cannot be done comes again. */
export async function scanWallets(
  { Records }: SQSEvent,
  context: Pick<Context, "getRemainingTimeInMillis">,
  deps: ScanWalletsDeps,
): Promise<SQSBatchResponse> {
  setInvocationDeadline(context, FOR_THE_ANSWER);
  const endsAt = Date.now() + context.getRemainingTimeInMillis() * FOR_THE_SERVICE;
  const ends = await Promise.allSettled(Records.map((record) => endOfMessage(record, endsAt, deps)));
  const failed = new Set<string>();
  const touched = new Map<string, ScanRun>();
  for (const [at, end] of ends.entries()) {
    const messageId = Records[at]?.messageId ?? "";
    if (end.status === "rejected") {
      // The text of an error may quote what was sent or stored.
      logger.error("a scan request failed; its message comes again", {
        messageId,
        ...errorPlace(end.reason),
      });
      failed.add(messageId);
    } else if (end.value.kind === "given-back") failed.add(messageId);
    else if (end.value.kind === "done")
      touched.set(`${end.value.run.projectId} ${end.value.run.runId}`, end.value.run);
  }
  for (const run of touched.values()) await endIfNoneWaits(run, deps);
  flushMetrics(deps.stage);
  return { batchItemFailures: [...failed].map((itemIdentifier) => ({ itemIdentifier })) };
}

const wired = lazy(() => wire(readEnvironment(scanWalletsEnv, process.env)));
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  scanWallets(event, context, wired());

/** Parts of an invocation's time: after the service there is time to keep, alert and count, and then to answer. */
const FOR_THE_SERVICE = 0.8;
const FOR_THE_ANSWER = 0.05;

/** What became of a message; `over` is one whose run has ended. */
type MessageEnd = { kind: "done"; run: ScanRun } | { kind: "given-back" | "over" };

async function endOfMessage(
  { body, attributes, messageId }: SQSRecord,
  endsAt: number,
  deps: ScanWalletsDeps,
): Promise<MessageEnd> {
  const message = readScanMessage(body);
  const run = await deps.runs.get(message.projectId, message.runId);
  // What an ended run has not reached is the next one's.
  if (run?.status !== "running") return { kind: "over" };
  const receives = Number(attributes.ApproximateReceiveCount);
  const outcome = await scanMessage(run, message, { receives, endsAt }, deps);
  switch (outcome.kind) {
    case "ends":
      await endRun(run, { status: "stopped", cause: outcome.cause }, deps);
      return { kind: "over" };
    case "given-back":
      logger.warn("a scan request cannot be done now; its message comes again", { messageId, receives });
      await deps.runs.troubled(run, outcome.why);
      return { kind: "given-back" };
    case "done":
      return { kind: "done", run };
  }
}

/** What the scan queue's consumer needs. */
export interface ScanWalletsDeps extends ScanDeps, EndDeps {
  stage: string;
  wallets: RunWallets;
}

function wire(environment: z.infer<ReturnType<typeof scanWalletsEnv>>): ScanWalletsDeps {
  const {
    STAGE: stage,
    DESK_URL: desk,
    RETENTION_YEARS: retentionYears,
    ALERT_ABOVE: threshold,
  } = environment;
  const database = documentClient();
  const keys = new ApiKeys(() => outboundSecret(environment.OUTBOUND_SECRET_ARN));
  const service = riskService({
    baseUrl: environment.SERVICE_BASE_URL,
    apiKey: (projectId) => keys.key(projectId),
  });
  const wallets = new RunWallets(database, environment.WALLETS_TABLE);
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  const cases = new CaseStore(database, environment.CASES_TABLE, retentionYears);
  const reporter = { publisher: lazyPublisher(environment, database), stage, desk };
  return {
    stage,
    keys,
    service,
    wallets,
    runs: new ScanRunStore(database, environment.SCAN_RUNS_TABLE),
    scans: new WalletScanStore(database, environment.WALLET_SCANS_TABLE),
    openCase: async (wallet, { runId, kinds }) => {
      await cases.openForWallet(walletCase(wallet, runId, new Date(), kinds));
    },
    settings: { maxDepth: environment.MAX_DEPTH, threshold, retentionYears },
    reports: runReports(reporter),
    alertPending: (projectId) =>
      alertPending(projectId, { ...reporter, wallets, chains, service, threshold }),
  };
}
