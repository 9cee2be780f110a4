/** What starts scans: which projects, what an event looks like, and the names of chains. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type StartScanDeps, startScan } from "../../functions/start-scan.ts";
import type { Chain } from "../../lib/contract/chain.ts";
import { ServiceError, type ServiceFailure } from "../../lib/screening/risk-service/errors.ts";
import { Night } from "../lib/screening/runs/night.ts";
import { lambdaContext } from "../support/lambda.ts";

const context = lambdaContext();

let night: Night;
let storedChains: Chain[];

beforeEach(async () => {
  night = await Night.begin();
  storedChains = [];
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await night.end();
});

/** @param chains what the service answers, by project */
function depsOf(chains: (projectId: number) => Chain[] | ServiceFailure = () => []): StartScanDeps {
  const service = {
    chains: async (projectId: number) => {
      const answer = chains(projectId);
      if (typeof answer !== "string") return answer;
      throw new ServiceError(answer, { projectId, name: "GET /chains" }, { what: `was ${answer}` });
    },
  };
  return {
    ...night.deps(),
    service,
    chains: { put: async (chains) => void storedChains.push(...chains) },
    keys: { forget: () => undefined },
    watchSubscriptions: () => Promise.reject(new Error("No schedule started this.")),
    explorerHosts: ["chain.example"],
    projects: [
      { id: 1, mexico: false },
      { id: 2, mexico: true },
      { id: 3, mexico: false, retired: true },
    ],
  };
}

const started = async (event: object, deps = depsOf()) =>
  (await startScan(event, context, deps)).runs.map(({ projectId, outcome }) => [projectId, outcome]);

it("a run of each project starts, but of none that is retired, and of those that are named alone", async () => {
  expect(await started({ trigger: "manual" })).toEqual([
    [1, "started"],
    [2, "started"],
  ]);
  expect(await started({ trigger: "manual", projectIds: [2, 2] })).toEqual([[2, "started"]]);
  expect(await started({ trigger: "stop" })).toEqual([
    [1, "not running"],
    [2, "not running"],
  ]);
});

it("the run's id is the time at which it was due, and another delivery of the start makes no other run", async () => {
  const event = { trigger: "manual", dueAt: "2026-03-01T10:00:00Z", projectIds: [1] };
  for (let deliveries = 0; deliveries < 2; deliveries++)
    expect((await startScan(event, context, depsOf())).runs).toEqual([
      { projectId: 1, runId: "2026-03-01T10:00:00.000Z", outcome: "started" },
    ]);
  expect(await Array.fromAsync(night.runs.ofProject(1))).toHaveLength(1);
});

it.each([
  [{}, "A scan starts with"],
  [{ trigger: "manual", dueAt: "tomorrow" }, "A scan starts with"],
  [{ trigger: "manual", projectIds: [3] }, "Not configured, or retired: project 3."],
  [{ trigger: "manual", projectIds: [0, 9] }, "Not configured, or retired: project 0, 9."],
])("the event %j is refused in words", async (event, words) => {
  await expect(startScan(event, context, depsOf())).rejects.toThrow(words);
});

it("chains come from the first key that the service takes, with explorers of known hosts alone", async () => {
  const chains = [
    { id: "1", name: "Ethereum", explorer_url: "https://etherscan.io" },
    { id: "2", name: "Own", explorer_url: "https://scan.chain.example" },
    { id: "3", name: "Evil", explorer_url: "https://evil.example" },
  ];
  const deps = depsOf((projectId) => (projectId === 1 ? "unauthorized" : chains));
  expect(await startScan({ trigger: "chains" }, context, deps)).toEqual({
    runs: [],
    chains: 3,
    isKeyRefused: false,
  });
  expect(storedChains).toEqual([chains[0], chains[1], { id: "3", name: "Evil" }]);
});

it("a run starts without chains, and a refused key is told", async () => {
  const refused = depsOf(() => "unauthorized");
  expect(await startScan({ trigger: "chains" }, context, refused)).toEqual({ runs: [], isKeyRefused: true });
  expect(await started({ trigger: "manual", projectIds: [1] }, refused)).toEqual([[1, "started"]]);
  expect(storedChains).toEqual([]);
});

it("a project whose start fails keeps no other from starting, and the event comes again", async () => {
  const deps = depsOf();
  vi.spyOn(night.runs, "current").mockRejectedValueOnce(new Error("DynamoDB is out of reach."));
  await expect(startScan({ trigger: "manual" }, context, deps)).rejects.toThrow("out of reach");
  expect(await Array.fromAsync(night.runs.ofProject(2))).toHaveLength(1);
});
