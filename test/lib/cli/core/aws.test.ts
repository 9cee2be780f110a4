import { expect, test } from "vitest";
import { documents, lambda, queues, secretsManager, topics } from "../../../../lib/cli/core/aws.ts";
import { deployedTarget } from "../support/test-context.ts";

test.each([documents, lambda, queues, secretsManager, topics])(
  "a command has one client of a service for its stack",
  (client) => {
    const [target, other] = [deployedTarget({}), deployedTarget({})];
    expect(client(target)).toBe(client(target));
    expect(client(target)).not.toBe(client(other));
  },
);
