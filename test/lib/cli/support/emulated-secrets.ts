/** The emulated Secrets Manager of the local stack, with secrets that a test looks at and replaces. */

import { startAwsEndpoint } from "../../../../infra/local/aws/aws-endpoint.ts";

export interface EmulatedSecrets {
  url: string;
  /** The text of a secret. */
  current(id: string): string;
  replace(id: string, text: string): void;
  stop(): Promise<void>;
}

export async function startSecrets(initial: Record<string, string>): Promise<EmulatedSecrets> {
  const secrets = new Map(Object.entries(initial));
  const gate = () => undefined;
  const { url, close } = await startAwsEndpoint({ secrets, gate, findFunction: () => undefined });
  return {
    url,
    current: (id) => secrets.get(id) ?? "",
    replace: (id, text) => void secrets.set(id, text),
    stop: close,
  };
}
