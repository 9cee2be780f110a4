/** Invented webhook bodies of a wanted size, each different, with laws that the compression dictionary does not hold. */

import { createHash } from "node:crypto";

/** What a body is like. */
export interface BodyOptions {
  id: number;
  /** The body's length in bytes, from 700; filled with laws, of which the last says more. */
  bytes: number;
  risk?: "warn" | "illegal";
  /** So many wallets take turns; 1 where absent. */
  wallets?: number;
}

const LAWS = [
  [
    "Payment Services Act",
    "A token service above the limit shall notify the regulator.",
    "MAS PSN02",
    "singapore",
    "SG",
  ],
  [
    "Ley Antilavado",
    "Las transferencias a carteras propias requieren comprobar el origen.",
    "SAT",
    "mexico",
    "MX",
  ],
  [
    "Geldwäschegesetz",
    "Verpflichtete prüfen Transaktionen ab 15.000 Euro.",
    "BGBl. I S. 1822",
    "germany",
    "DE",
  ],
  ["Lei 9.613", "Operações suspeitas são comunicadas ao COAF em 24 horas.", "Diário Oficial", "brazil", "BR"],
  [
    "FinCEN 31 CFR 1010",
    "Funds of 3,000 dollars and more travel with their sender.",
    "eCFR",
    "united states",
    "US",
  ],
] as const;

const PROSE =
  "Whoever exchanges, keeps or moves tokens for others has to know whom it serves, look closely where a payment does " +
  "not fit what it knows, and tell the office in charge within three working days, with copies of every paper held. ";

/** The body as the service would send it. */
export function bodyOf({ id, bytes, risk = "warn", wallets = 1 }: BodyOptions): string {
  const laws: Law[] = [];
  const textWith = (...more: Law[]) => textOf(id, wallets, [...laws, ...more]);
  for (;;) {
    const next = law(laws.length, risk);
    if (Buffer.byteLength(textWith(next)) > bytes) break;
    laws.push(next);
  }
  const last = laws.at(-1);
  if (last !== undefined) last.description += prose(laws.length, bytes - Buffer.byteLength(textWith()));
  return textWith();
}

/** A body of at most `bytes` bytes, filled with laws by the thousand: more than the contract allows. */
export function largeBodyOf(bytes: number): string {
  const one = law(0, "warn");
  const room = bytes - Buffer.byteLength(textOf(1, 1, []));
  return textOf(1, 1, Array<Law>(Math.floor(room / (Buffer.byteLength(JSON.stringify(one)) + 1))).fill(one));
}

/** The body with the given laws, and with `changes` in its data. */
export function textOf(
  id: number,
  wallets: number,
  inflictedLaws: readonly object[],
  changes: object = {},
): string {
  const wallet = digest(`wallet ${id % wallets}`);
  const user = digest(`user ${id % wallets}`);
  const data = {
    id,
    projectId: 1,
    chainId: 42161,
    address: {
      id: 5_000 + (id % wallets),
      userId: `${user.slice(0, 8)}-${user.slice(8, 12)}-4${user.slice(13, 16)}-8${user.slice(17, 20)}-${user.slice(20, 32)}`,
      address: `0x${wallet.slice(0, 40)}`,
      description: "Treasury, cold storage",
    },
    txHash: `0x${digest(`transaction ${id}`)}`,
    timestamp: new Date(1_760_000_000_000 + id * 1_000).toISOString(),
    amount: { value: 1_234_567_890_123 + id, usd: 1_234_567.89 },
    token: {
      name: "Dai Stablecoin",
      symbol: "DAI",
      decimals: 18,
      address: "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1",
    },
    inflictedLaws,
    ...changes,
  };
  return JSON.stringify({ type: "notification", data });
}

/** A law of a body. */
export interface Law {
  name: string;
  description: string;
  source: string;
  risk: string;
  country: string;
  countryCode: string;
}

/** One of the invented laws. */
export function law(index: number, risk: string): Law {
  const [name, description, source, country, countryCode] = LAWS[index % LAWS.length] ?? LAWS[0];
  return { name, description, source, risk, country, countryCode };
}

/** As many bytes of a law's prose as are wanted. */
export function prose(index: number, bytes: number): string {
  const from = (index * 97) % PROSE.length;
  return PROSE.repeat(2 + Math.ceil(bytes / PROSE.length)).slice(from, from + bytes);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
