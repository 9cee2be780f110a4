/** How the tests run. */
import { defineConfig } from "vitest/config";

// The emulators and the bundles of a stack start in seconds, but use both cores of a small machine.
const PATIENCE = { testTimeout: 30_000, hookTimeout: 60_000 };

/** Each of these starts a whole local stack. */
const WHOLE_STACKS = ["test/{pipeline,faults}/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "parts",
          include: ["test/**/*.test.ts"],
          exclude: WHOLE_STACKS,
          ...PATIENCE,
        },
      },
      {
        test: {
          name: "stacks",
          include: WHOLE_STACKS,
          // One after another, and after the rest: two stacks at once on two cores would wait for each other.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          ...PATIENCE,
        },
      },
    ],
  },
});
