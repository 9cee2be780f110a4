/** Secrets Manager as far as the commands use it: versions, and labels that move only where AWS lets them. */

import {
  GetSecretValueCommand,
  InvalidParameterException,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import { mockClient } from "../../../support/mock-client.ts";

export interface FakeSecrets {
  /** The current text of a secret. */
  current(id: string): string;
  /** Makes another version current, as another caller would. */
  replace(id: string, text: string): void;
  /** Called before each write. */
  beforeWrite: (() => void) | undefined;
  restore(): void;
}

/** Every SecretsManagerClient of this process reads and writes these secrets. */
export function fakeSecrets(initial: Record<string, string>): FakeSecrets {
  const versions = new Map<string, string>();
  const labels = new Map<string, string>();
  let made = 0;
  const add = (text: string): string => {
    made++;
    versions.set(`v${made}`, text);
    return `v${made}`;
  };
  const mock = mockClient(SecretsManagerClient);
  const fake: FakeSecrets = {
    current: (id) => versions.get(labels.get(`${id} AWSCURRENT`) ?? "") ?? "",
    replace: (id, text) => void labels.set(`${id} AWSCURRENT`, add(text)),
    beforeWrite: undefined,
    restore: () => mock.restore(),
  };
  for (const [id, text] of Object.entries(initial)) fake.replace(id, text);
  mock.on(GetSecretValueCommand).callsFake(({ SecretId }) => ({
    SecretString: fake.current(SecretId),
    VersionId: labels.get(`${SecretId} AWSCURRENT`),
  }));
  mock.on(PutSecretValueCommand).callsFake(({ SecretId, SecretString, VersionStages }) => {
    fake.beforeWrite?.();
    const VersionId = add(SecretString);
    for (const stage of VersionStages ?? ["AWSCURRENT"]) labels.set(`${SecretId} ${stage}`, VersionId);
    return { VersionId };
  });
  mock
    .on(UpdateSecretVersionStageCommand)
    .callsFake(({ SecretId, VersionStage, MoveToVersionId, RemoveFromVersionId }) => {
      const label = `${SecretId} ${VersionStage}`;
      if (labels.get(label) !== RemoveFromVersionId)
        throw new InvalidParameterException({ message: "not attached to that version", $metadata: {} });
      labels.set(label, MoveToVersionId);
      return {};
    });
  return fake;
}
