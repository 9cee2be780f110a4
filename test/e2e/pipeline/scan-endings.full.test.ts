import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SANDBOX_CHAINS } from "../../../infra/local/sandbox/chains.ts";
import { ENDINGS } from "../../../infra/local/sandbox/endings.ts";
import { ScanStack } from "../../support/scan-stack.ts";

let scan: ScanStack;

beforeAll(async () => {
  // One address is never answered: its calls run out of time.
  scan = await ScanStack.start({ timeScale: 200, leastCallMs: 10_000 });
});
afterAll(() => scan.close());

it("ends each simulated case as it should, alerts what exceeds once, and not again the next night", async () => {
  // One that is always refused comes five times, which takes minutes.
  const endings = Object.keys(ENDINGS).filter((ending) => ending !== "cafe0500");
  const allAddresses = endings.map((ending) => `0x${"1".repeat(32)}${ending}`);
  const silent = allAddresses.filter((address) => address.endsWith("cafe0408"));
  await scan.remember(allAddresses.filter((address) => !silent.includes(address)));
  // At this time scale the list of chains may come too late, and an alert waits for none.
  const [chain] = SANDBOX_CHAINS;
  const Item = { ...chain, id: "1", chainId: "1" };
  await scan.stack.database.send(new PutCommand({ TableName: scan.endpoints.tables.chains, Item }));
  const first = await scan.ended(await scan.startScan());
  expect(first.totals).toMatchObject({ known: 18, completed: 14, skipped: 1, failed: 2, missing: 1 });
  expect(await scan.outcomes(allAddresses)).toEqual({
    cafe0000: 0,
    cafe0019: 19,
    cafe0020: 20,
    cafe0060: 60,
    cafe0061: 61,
    cafe0100: 100,
    cafe2061: 20,
    cafe6120: 61,
    cafe1030: 10,
    cafe50ff: 50,
    cafe0204: "failed",
    cafefa11: "failed",
    cafe0304: "skipped",
    cafe0404: "missing",
    cafe0102: expect.any(Number),
    cafe0408: undefined,
    cafe0429: expect.any(Number),
    cafe0503: expect.any(Number),
    cafe0ded: expect.any(Number),
  });
  const alerted = scan.alerts("wallet");
  for (const ending of ["0061", "0100", "6120"])
    expect(alerted.split(`cafe${ending} on Ethereum (chain 1)`)).toHaveLength(2);
  for (const ending of ["0060", "2061", "1030", "50ff"]) expect(alerted).not.toContain(`cafe${ending}`);

  await scan.remember(silent);
  const second = await scan.ended(await scan.startScan());
  expect(second.totals).toMatchObject({ known: 19, completed: 14, skipped: 1, failed: 3, missing: 1 });
  expect(await scan.outcomes(silent)).toEqual({ cafe0408: "failed" });
  const since = scan.alerts("wallet").slice(alerted.length);
  for (const ending of ["2061", "1030", "50ff"]) expect(since.split(`cafe${ending} on `)).toHaveLength(2);
  for (const ending of ["0061", "0100", "6120"]) expect(since).not.toContain(`cafe${ending}`);
  expect(scan.alerts("scan-problem")).toBe("");
});
