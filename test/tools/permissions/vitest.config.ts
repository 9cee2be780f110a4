/** Runs a file of tests without one permission, until the first test that notices. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/tools/permissions/withhold.ts"],
    bail: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
