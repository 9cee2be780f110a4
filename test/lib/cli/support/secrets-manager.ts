/** Secrets Manager as far as the commands use it. */

import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "../../../support/mock-client.ts";

export interface FakeSecrets {
  /** The text of a secret. */
  current(id: string): string;
  replace(id: string, text: string): void;
  restore(): void;
}

/** Every SecretsManagerClient of this process reads and writes these secrets. */
export function fakeSecrets(initial: Record<string, string>): FakeSecrets {
  const texts = new Map(Object.entries(initial));
  const mock = mockClient(SecretsManagerClient);
  mock.on(GetSecretValueCommand).callsFake(({ SecretId }) => ({ SecretString: texts.get(SecretId) }));
  mock.on(PutSecretValueCommand).callsFake(({ SecretId, SecretString }) => {
    texts.set(SecretId, SecretString);
    return {};
  });
  return {
    current: (id) => texts.get(id) ?? "",
    replace: (id, text) => void texts.set(id, text),
    restore: () => mock.restore(),
  };
}
