/** Runs a file of tests without one permission, until the first test that notices. */
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Each run starts emulators and functions in threads, which would compile all of it again.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../../../node_modules/.cache/node-compile");

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/tools/permissions/withhold.ts"],
    bail: 1,
    // Without its permission a test waits until then; with all of them none takes so long.
    testTimeout: 15_000,
    hookTimeout: 60_000,
  },
});
