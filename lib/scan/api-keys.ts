/** The service's API key of each project, out of the outbound secret. */

import { liveApiKey, type outboundSecret } from "../aws/secrets.ts";

/** A function that gives a project's key, at most a minute old. */
export function apiKeys(secret: ReturnType<typeof outboundSecret>): (projectId: number) => Promise<string> {
  return async (projectId) => {
    const now = Date.now();
    return liveApiKey(await secret.current(now), projectId, now);
  };
}
