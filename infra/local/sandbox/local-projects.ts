/** The invented secrets of local projects: fixed, documented, and worth nothing anywhere else. */

import type { SandboxProject } from "./sandbox-state.ts";

/** A project with the secrets that it has on every machine. */
export function localProject(projectId: number): SandboxProject {
  return {
    projectId,
    apiKey: `local-api-key-${projectId}`,
    webhookSecret: `local-webhook-secret-${projectId}`,
  };
}
