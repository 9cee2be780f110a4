/** How the tests run. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // The emulators and the bundles of a pipeline test start in seconds, but share two cores with the other files.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
