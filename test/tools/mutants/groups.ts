/** The modules whose mutants must be found, and the tests that have to find them. */

export interface Group {
  name: string;
  /** Patterns of files. */
  mutate: string[];
  tests: string[];
}

/** In a group of its own each mutant costs only the tests of its neighbourhood. */
export const GROUPS: readonly Group[] = [
  {
    name: "contract",
    mutate: ["lib/contract/**/*.ts", "!lib/contract/**/*.d.ts"],
    tests: ["test/lib/contract/*.test.ts"],
  },
  {
    name: "risk",
    mutate: ["lib/risk/score.ts", "lib/risk/laws.ts"],
    tests: ["test/lib/risk/score.test.ts", "test/lib/risk/laws.test.ts"],
  },
  {
    name: "alerts",
    mutate: ["lib/alerts/**/*.ts", "lib/text/**/*.ts"],
    tests: ["test/lib/alerts/**/*.test.ts", "test/lib/text/*.test.ts"],
  },
  {
    name: "notifications",
    mutate: ["lib/notifications/*.ts", "lib/tables/{expiry,keys}.ts"],
    tests: ["test/lib/{alerts,notifications,intake}/*.test.ts"],
  },
  {
    name: "wallets",
    mutate: ["lib/wallets/*.ts", "lib/tables/batch-write.ts"],
    tests: ["test/lib/wallets/*.test.ts", "test/lib/tables/batch-write.test.ts"],
  },
  {
    name: "runs, chains and users",
    mutate: ["lib/{scans/runs,chains,users}/*.ts", "lib/tables/conditional-write.ts"],
    tests: ["test/lib/{scans/runs,chains,users}/*.test.ts", "test/lib/tables/conditional-write.test.ts"],
  },
];

/** Names the tests of the group at work, one pattern a line, for the runner's own configuration. */
export const TESTS_VARIABLE = "VIGIA_MUTANTS_TESTS";
