import { mockClient as mock } from "aws-sdk-client-mock";
import { afterAll } from "vitest";

const mocks: { restore(): void }[] = [];

// Every importer is a test file: the next one in this process gets the client as it is.
afterAll(() => {
  for (const mock of mocks) mock.restore();
});

/** Mocks a client of AWS until the test file is through. */
export const mockClient: typeof mock = (...parameters) => {
  const mocked = mock(...parameters);
  mocks.push(mocked);
  return mocked;
};
