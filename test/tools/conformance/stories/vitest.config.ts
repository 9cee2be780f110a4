/** Runs the tests that are tagged `anywhere` on an endpoint of AWS. */
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { TAGS } from "../../../../vitest.config.ts";

export default defineConfig({
  test: {
    root: join(import.meta.dirname, "../../../.."),
    include: ["test/e2e/**/*.test.ts"],
    tags: TAGS,
    isolate: false,
    // An endpoint runs every function of every stack in a process of its own.
    maxWorkers: 2,
    // Bounds against a test that hangs, and nothing else.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    setupFiles: [
      "test/support/own-modules.ts",
      "test/support/quiet-log.ts",
      "test/tools/conformance/stories/deployed-stacks.ts",
    ],
    silent: "passed-only",
  },
});
