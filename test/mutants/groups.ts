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
    tests: ["test/contract/*.test.ts"],
  },
  {
    name: "risk",
    mutate: ["lib/risk.ts", "lib/risk-of-laws.ts"],
    tests: ["test/risk.test.ts", "test/risk-of-laws.test.ts"],
  },
  { name: "alert", mutate: ["lib/alert/**/*.ts"], tests: ["test/alert/*.test.ts"] },
  {
    name: "store-notifications",
    mutate: [
      "lib/store/{alerts,expiry,keys,merge,notification-*,notifications,raw-body,repeats,stored-body}.ts",
    ],
    tests: ["test/store/{alerts,notification*,raw-body,repeats}.test.ts", "test/intake/*.test.ts"],
  },
  {
    name: "store-wallets",
    mutate: ["lib/store/{batch-write,known-wallets,scanned-wallets,wallet*}.ts"],
    tests: ["test/store/{batch-write,known-wallets*,wallet*}.test.ts"],
  },
  {
    name: "store-rest",
    mutate: ["lib/store/{chains,conditional-write,scan-run*,users}.ts"],
    tests: ["test/store/{chains,conditional-write,scan-run*,users*}.test.ts"],
  },
];

/** Names the tests of the group at work, one pattern a line, for the runner's own configuration. */
export const TESTS_VARIABLE = "VIGIA_MUTANTS_TESTS";
