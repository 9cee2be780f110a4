/** A risk service that says what a test has it say. */

import type { ScanAddress } from "../../../../lib/contract/scan.ts";
import type { RiskService } from "../../../../lib/screening/risk-service/client.ts";
import type { AddressScan } from "../../../../lib/screening/risk-service/results.ts";

/** The service's answer about an address: a score, an outcome, or all of it. */
export type Saying =
  | number
  | "skipped"
  | "failed"
  | "missing"
  | "unanswered"
  | Partial<AddressScan["result"]>;

export interface ScriptedService extends RiskService {
  /** The addresses of each scan request, in order. */
  requests: string[][];
  /** The most concurrent requests. */
  mostOpen: number;
}

/** @param says what is said of an address; it may throw in place of the whole request */
export function scripted(
  says: (address: ScanAddress, request: readonly ScanAddress[]) => Saying | Promise<Saying>,
  status: RiskService["walletStatus"] = async () => ({ status: "clean", tags: ["watched"] }),
): ScriptedService {
  let open = 0;
  const service: ScriptedService = {
    requests: [],
    mostOpen: 0,
    chains: async () => [],
    walletStatus: status,
    async scanRisk(_projectId, { addresses }) {
      service.requests.push(addresses.map(({ address }) => address));
      service.mostOpen = Math.max(service.mostOpen, ++open);
      try {
        const answers: AddressScan[] = [];
        for (const asked of addresses) answers.push(answer(asked, await says(asked, addresses)));
        return answers;
      } finally {
        open--;
      }
    },
  };
  return service;
}

function answer({ address, chainId }: ScanAddress, saying: Saying): AddressScan {
  if (typeof saying === "string") return { address, chainId, outcome: saying, reason: `it is ${saying}` };
  const said = typeof saying === "number" ? { riskScore: saying } : saying;
  return {
    address,
    chainId,
    outcome: "completed",
    result: { address, chainId, status: "completed", ...said },
  };
}
