/** Configuration of the tests. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// Tests start the project's programs in dozens of processes, each of which would compile all of it again.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node-compile");

export default defineConfig({
  test: {
    // More files than cores: half of a file's time its stack waits for queues and timers.
    maxWorkers: 2 * availableParallelism(),
    // Bounds against a test that hangs: each takes seconds alone, and three times that on a machine that others load.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Loading the packages again for every file took a third of the time of all tests.
    isolate: false,
    setupFiles: ["test/support/own-modules.ts"],
    projects: [
      // Vitest begins with the project whose name comes first: the tools, which have the slowest files. They count what
      // runs in their process, and hold much of it up; no process is shared by two projects.
      { extends: true, test: { name: "tools", include: ["test/tools/**/*.test.ts"] } },
      {
        extends: true,
        test: {
          name: "vigia",
          include: ["test/{docs,e2e,functions,infra,lib}/**/*.test.ts", "test/*.test.ts"],
        },
      },
    ],
  },
});
