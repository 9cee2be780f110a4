/** The invented secrets of local projects: fixed, documented, and worth nothing anywhere else. */

export interface SandboxProject {
  projectId: number;
  /** Key that calls of the service must carry, as `ApiKey <key>`. */
  apiKey: string;
  /** Secret that signs the sandbox's calls to the adapter. */
  webhookSecret: string;
}

/** A project with the secrets that it has on every machine. */
export function localProject(projectId: number): SandboxProject {
  return {
    projectId,
    apiKey: `local-api-key-${projectId}`,
    webhookSecret: `local-webhook-secret-${projectId}`,
  };
}
