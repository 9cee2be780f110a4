/** Configuration of the tests. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { configDefaults, defineConfig, type TestTagDefinition } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { SkippedTests } from "./test/support/skipped-tests.ts";

// Tests start the project's programs in dozens of processes, each of which would compile all of it again.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/node-compile");

/** Sweeps, floods, outages and hostile input, which take minutes: `npm run test:full` runs them, and `npm test` does not. */
const FULL = "test/**/*.full.test.ts";

/**
 * Files that take longest: what begins first can wait beside the others, and what begins last holds up the end. Without times of an
 * earlier run files go by their size, and a short one may play a thousand histories.
 */
const LONGEST = [
  "pipeline/half-broken.full",
  "pipeline/scan-endings.full",
  "desk/browser.full",
  "desk/at-once.full",
  "faults/selection.full",
  "local/main.full",
  "fuzz/fuzz.full",
  "pipeline/leaks.full",
  "pipeline/killers.full",
  "desk/cases.full",
  "triggers/event-source.full",
  "brief/send-brief.full",
  "functions/hanging-aws.full",
  "notifications/revision-rule",
  "desk/story",
  "pipeline/scan",
  "runs/runs.property",
  "infra/bundles",
  "functions/store-notifications",
  "pipeline/repeats",
];

/** Begins with the longest files; those that follow go by their size, or by what they took the last time. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const longest = LONGEST.flatMap((name) =>
      sorted.filter((one) => one.moduleId.endsWith(`/${name}.test.ts`)),
    );
    return [...new Set([...longest, ...sorted])];
  }
}

export const TAGS: TestTagDefinition[] = [
  {
    name: "anywhere",
    description: "needs no clock, event or fault of this machine: conformance runs it too",
  },
];

export default defineConfig({
  test: {
    tags: TAGS,
    // More files than cores: half of a file's time its stack waits for queues and timers.
    maxWorkers: 2 * availableParallelism(),
    // Bounds against a test that hangs, and nothing else: a machine with other work may take ten times as long.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Loading the packages again for every file took a third of the time of all tests.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    setupFiles: [
      "test/support/own-modules.ts",
      "test/support/quiet-log.ts",
      "test/support/property-report.ts",
    ],
    silent: "passed-only",
    reporters: [...configDefaults.reporters, new SkippedTests()],
    projects: [
      // The tools count what runs in their process, and hold much of it up; no process is shared by two projects.
      { extends: true, test: { name: "tools", include: ["test/tools/**/*.test.ts"], exclude: [FULL] } },
      {
        extends: true,
        test: {
          name: "vigia",
          include: ["test/{docs,e2e,functions,infra,lib,support}/**/*.test.ts", "test/*.test.ts"],
          exclude: [FULL],
        },
      },
      { extends: true, test: { name: "full", include: [FULL] } },
    ],
  },
});
