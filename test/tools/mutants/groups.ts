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
    name: "alert",
    mutate: ["lib/alert/**/*.ts", "lib/text/**/*.ts"],
    tests: ["test/lib/alert/**/*.test.ts", "test/lib/text/*.test.ts"],
  },
  {
    name: "store-notifications",
    mutate: ["lib/store/{notifications/*,alerts,expiry,keys,merge}.ts"],
    tests: ["test/lib/store/{alerts,notifications/*}.test.ts", "test/lib/intake/*.test.ts"],
  },
  {
    name: "store-wallets",
    mutate: ["lib/store/{wallets/*,batch-write}.ts"],
    tests: ["test/lib/store/{batch-write,wallets/*}.test.ts"],
  },
  {
    name: "store-rest",
    mutate: ["lib/store/{scan-runs/*,chains,conditional-write,users}.ts"],
    tests: ["test/lib/store/{chains,conditional-write,scan-runs/*,users*}.test.ts"],
  },
];

/** Names the tests of the group at work, one pattern a line, for the runner's own configuration. */
export const TESTS_VARIABLE = "VIGIA_MUTANTS_TESTS";
