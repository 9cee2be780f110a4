/** A desk as a company has it after some weeks. Every user, address, hash, amount and name is invented. */

import { caseOfNotification } from "../../../lib/cases/case-keys.ts";
import type { StepRequest } from "../../../lib/cases/step.ts";
import { addDays } from "../../../lib/i18n/time/calendar.ts";
import { RateStore } from "../../../lib/law/rates/rates.ts";
import { notificationBody } from "../../support/notifications.ts";
import { StoredCases } from "../../support/stored-cases.ts";
import { TestStack } from "../../support/test-stack.ts";

const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;

const LAWS = {
  LFPIORPI: {
    name: "LFPIORPI",
    country: "mexico",
    countryCode: "MX",
    source: "DOF, art. 17, XVI",
    description: "Operations with virtual assets for 210 UMA or more are subject to a notice.",
  },
  OFAC: {
    name: "OFAC SDN",
    country: "united states",
    countryCode: "US",
    source: "treasury.gov",
    description: "The counterparty is on the list of specially designated nationals.",
  },
  UN: {
    name: "UN 1267",
    country: "international",
    countryCode: "UN",
    source: "un.org",
    description: "The counterparty is on the consolidated list.",
  },
  LD: {
    name: "Ley LD",
    country: "guatemala",
    countryCode: "GT",
    source: "Decreto 67-2001",
    description: "Suspicious transactions are reported within 96 hours.",
  },
};

const TOKENS = {
  ETH: { name: "Ethereum", symbol: "ETH", decimals: 18, address: null },
  USDC: { name: "USD Coin", symbol: "USDC", decimals: 6, address: `0x${"a".repeat(40)}` },
  USDT: { name: "Tether", symbol: "USDT", decimals: 6, address: `0x${"b".repeat(40)}` },
  BNB: { name: "BNB", symbol: "BNB", decimals: 18, address: null },
};

interface Flagged {
  id: number;
  law: keyof typeof LAWS;
  token: keyof typeof TOKENS;
  /** Units of the token, whole. */
  units: number;
  usd: number | null;
  user: string;
  wallet: string;
  chain: number;
  /** Hours ago: of the receipt, and of the transaction before it. */
  received: number;
  before?: number;
  project?: number;
  /** True where its law asks for a look alone, so that it opens no case. */
  isWarning?: true;
  steps?: { by?: Person; hoursAgo: number; step: StepRequest }[];
}

type Person = "olga" | "raul";
const PEOPLE = {
  olga: { subject: "olga", name: "olga.officer@company.example" },
  raul: { subject: "raul", name: "raul.officer@company.example" },
};

/** Below the threshold of a notice: three that reach it together, one that does not, and one of unknown value. */
const SMALL: readonly Flagged[] = [
  ...[610, 540.5, 480].map((usd, index) => small(47_860 - index, usd, "c-16004", 3 + index)),
  small(47_856, 12.9, "c-16010", 4),
  small(47_855, 240, "c-16011", 4),
  small(47_854, null, "c-16012", 5),
];

/** Everything that a page can show of urgency, in about the order of the inbox. */
const FLAGGED: readonly Flagged[] = [
  late(47102, "ETH", 9, 28_234.1, "c-10482", W(19), 1, [
    { by: "raul", hoursAgo: 400, step: { kind: "take" } },
    { by: "raul", hoursAgo: 399, step: { kind: "note", note: "Asked for the origin of the funds." } },
  ]),
  late(47311, "USDC", 11_902, 11_902, "c-11890", W(41), 137, [
    { by: "raul", hoursAgo: 20, step: { kind: "take" } },
  ]),
  { ...late(47315, "ETH", 2, 5_318, "c-10482", W(19), 1), received: 30, before: 2 },
  suspected(48230, 1, 5_318, "c-10482", 30),
  suspected(48207, 17_640, 17_640, "c-13007", 19),
  suspected(48241, 1, 3_495, "c-10977", 7),
  ...[48239, 48102, 48055].map((id, index) => ({
    ...({ id, law: "OFAC", token: "BNB", units: 52 - index * 20, usd: 38_962 - index * 17_000 } as const),
    user: index === 2 ? "c-15518" : "c-10482",
    wallet: W(index === 2 ? 77 : 19),
    chain: 56,
    received: 10 + index * 40,
    before: 1,
  })),
  { ...ordinary(47990, 4), law: "UN", usd: null },
  ...[1203, 1196].map((id, index) => ({
    ...({ id, law: "LD", token: "USDC", units: 6_120, usd: 6_120, user: `g-${2_301 - index}` } as const),
    wallet: W(50 + index),
    chain: 8453,
    received: 3 + index,
    before: 1,
    project: 2,
  })),
  ...Array.from({ length: 22 }, (_, index) => ordinary(47_934 - index, index + 5)),
  ...SMALL,
  ...(["reported", "not-reportable", "false-positive"] as const).map((outcome, index) => ({
    ...ordinary(44_871 - index, 60 + index),
    user: "c-10482",
    steps: [
      {
        hoursAgo: 20 - index,
        step: {
          ...({ kind: "decide", outcome, note: "Looked at the movements of the month." } as const),
          ...(outcome === "reported" && {
            filing: {
              kind: "monthly",
              reference: "AVI-2026-10-1009",
              receivedOn: today(),
              receivedAt: `${today()}T06:00:00.000Z`,
            } as const,
          }),
        },
      },
    ],
  })),
];

/** One clock for all messages: what is sent again is of the same transaction. */
const STARTED = Date.now();

/** The decided case of which the service gives another price afterwards. */
export const REVISED = 44_870;

/** Five transactions of a user, each just below the line. */
const WARNED: readonly Flagged[] = [48_219, 48_121, 47_955, 47_702, 47_280].map((id, index) => ({
  ...({ id, law: "LFPIORPI", token: "USDC", units: 1_320 - index * 24, usd: 1_320 - index * 24 } as const),
  user: "c-11342",
  wallet: W(84),
  chain: 137,
  received: 2 + index * 5 * DAY_HOURS,
  isWarning: true,
}));

/** An address. */
function W(number: number): string {
  return `0x${String(number).padStart(4, "9").repeat(9)}${String(number).padStart(4, "0")}`;
}

function today(): string {
  return new Date().toISOString().slice(0, "YYYY-MM-DD".length);
}

/** Past the 17th of the month after: a transaction of seventy days ago. */
function late(
  id: number,
  token: keyof typeof TOKENS,
  units: number,
  usd: number,
  user: string,
  wallet: string,
  chain: number,
  steps: NonNullable<Flagged["steps"]> = [],
): Flagged {
  return {
    id,
    law: "LFPIORPI",
    token,
    units,
    usd,
    user,
    wallet,
    chain,
    steps,
    received: 70 * DAY_HOURS,
    before: 1,
  };
}

/** Of some hours ago. */
function small(id: number, usd: number | null, user: string, received: number): Flagged {
  return {
    ...({ id, law: "LFPIORPI", token: "USDC", units: usd ?? 700, usd, user, wallet: W(62) } as const),
    chain: 137,
    received,
    before: 1,
  };
}

/** With a suspicion of some hours ago. */
function suspected(id: number, units: number, usd: number, user: string, hoursAgo: number): Flagged {
  const knownSince = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
  const steps = [
    { hoursAgo: hoursAgo - 1, step: { kind: "take" } as const },
    { hoursAgo: hoursAgo - 1, step: { kind: "suspect", knownSince } as const },
  ];
  return {
    ...({
      id,
      law: "LFPIORPI",
      token: units > 100 ? "USDT" : "ETH",
      units,
      usd,
      user,
      wallet: W(61),
    } as const),
    chain: 8453,
    received: hoursAgo + 1,
    before: 1,
    steps,
  };
}

/** Due on the 17th of the next month. */
function ordinary(id: number, number: number): Flagged {
  return {
    ...({
      id,
      law: "LFPIORPI",
      token: "USDC",
      units: 4_137 + number * 911,
      usd: 4_137 + number * 911,
    } as const),
    user: `c-${12_000 + (number % 7) * 311}`,
    wallet: W(number),
    chain: [1, 137, 8453, 42161][number % 4] ?? 1,
    received: number * 3,
    before: 1,
  };
}

/** A stack with all of it, ready to be looked at. */
export async function startDemo(port = 0): Promise<TestStack> {
  const deadline = { countryCode: "GT", law: "Ley LD", within: { kind: "hours", hours: 96 } as const };
  const deadlines = [{ ...deadline, source: "Decreto 67-2001", readOn: "2026-02-01" }];
  const projects = [{ id: 1, mexico: true }, { id: 2 }];
  const stack = await TestStack.start({
    port,
    props: { desk: true, deadlines, projects },
    prepared: true,
  });
  const { rates = "", cases = "" } = stack.endpoints.tables;
  const rate = new RateStore(stack.database, rates);
  for (let day = 0; day < 90; day++)
    await rate.set({ currency: "MXN", day: addDays(today(), -day), rate: "18.20" });
  for (const flagged of [...FLAGGED, ...WARNED]) await deliver(stack, flagged);
  await stack.settled();
  const stored = new StoredCases(stack.database, cases);
  for (const { id, project = 1, steps = [] } of FLAGGED) {
    const notification = await stack.notification(`${project}#${id}`);
    if (notification === undefined) throw new Error(`Notification ${id} was not stored.`);
    const key = caseOfNotification(notification);
    for (const [index, { by = "olga", hoursAgo, step }] of steps.entries()) {
      const at = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString();
      await stored.step(key, { id: `${id}-${index}`, at, by: PEOPLE[by], ...step });
    }
  }
  const decided = FLAGGED.find(({ id }) => id === REVISED);
  if (decided === undefined) throw new Error(`There is no notification ${REVISED}.`);
  const { received, before = 1 } = decided;
  await deliver(stack, { ...decided, usd: 61_204.5, received: 1, before: received + before - 1 });
  await stack.settled();
  return stack;
}

/** Puts a flagged transaction into the queue as if it had come then. */
async function deliver(stack: TestStack, flagged: Flagged): Promise<void> {
  const received = STARTED - flagged.received * HOUR_MS;
  const token = TOKENS[flagged.token];
  const body = notificationBody({
    id: flagged.id,
    projectId: flagged.project ?? 1,
    chainId: flagged.chain,
    address: { id: flagged.id, userId: flagged.user, address: flagged.wallet, description: "Main wallet" },
    txHash: `0x${String(flagged.id).padStart(64, "3fa0")}`,
    timestamp: new Date(received - (flagged.before ?? 1) * HOUR_MS).toISOString(),
    amount: { value: flagged.units * 10 ** token.decimals, usd: flagged.usd },
    token,
    inflictedLaws: [{ ...LAWS[flagged.law], risk: flagged.isWarning === true ? "warn" : "illegal" }],
  });
  const projectId = flagged.project ?? 1;
  await stack.deliver(body, { receivedAt: new Date(received).toISOString(), projectId });
}
