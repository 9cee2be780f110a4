/** The chains as the service lists them, kept for the names and links of alerts. */

import type { ChainStore } from "../chains/chains.ts";
import { errorOrigin } from "../platform/error-name.ts";
import { logger } from "../platform/observe.ts";
import type { RiskService } from "../risk-service/client.ts";
import { withinTime } from "./time.ts";

/** Longest wait of a start for the list of chains to be fetched and written. */
export const CHAINS_MS = 20_000;

interface ChainTools {
  service: RiskService;
  chains: ChainStore;
  /** {@link CHAINS_MS}, divided by the time scale. */
  chainsMs: number;
}

/**
 * Fetches and keeps the list. All projects have the same chains: the first key that the service takes will do. A scan
 * continues without them.
 * @returns how many there are; undefined where no project's key fetched them
 * @param remainingMs what is left of the function's time
 */
export async function refreshChains(
  projects: readonly number[],
  remainingMs: number,
  { service, chains, chainsMs }: ChainTools,
): Promise<number | undefined> {
  const stopAt = Date.now() + Math.min(chainsMs, remainingMs);
  for (const projectId of projects) {
    try {
      const answer = service.chains(projectId, { stopAt }).then(async (found) => {
        await chains.put(found);
        return found.length;
      });
      return await withinTime(stopAt - Date.now(), answer);
    } catch (error) {
      logger.warn("the chains could not be refreshed; alerts show those of the last run", {
        projectId,
        // The text of an error may quote what was sent.
        ...errorOrigin(error),
      });
    }
  }
  return undefined;
}
