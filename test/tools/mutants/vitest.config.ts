/** Tests that have to find the mutants of the group at work. */
import { defineConfig } from "vitest/config";
import { TESTS_VARIABLE } from "./groups.ts";

export default defineConfig({
  test: {
    include: process.env[TESTS_VARIABLE]?.split("\n") ?? [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
