/** Runs files of tests, each without one permission, until the first test of each that notices. */
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { TAGS } from "../../../vitest.config.ts";

// Each run starts emulators and functions in threads, which would compile all of it again.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../../../node_modules/.cache/node-compile");

export default defineConfig({
  test: {
    tags: TAGS,
    isolate: false,
    setupFiles: ["test/support/own-modules.ts", "test/tools/permissions/withhold.ts"],
    // A busy machine takes so long; without a permission a test waits for less: see trials.ts.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
