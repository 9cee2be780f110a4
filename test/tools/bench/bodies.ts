/** Invented webhook bodies for which figures are stated, with laws that the compression dictionary does not hold. */

import { createHash } from "node:crypto";

/** Parts of a body of a wanted size. */
interface BodyOptions {
  id: number;
  /** The body's length in bytes, from 700; filled with laws, of which the last says more. */
  bytes: number;
  risk?: "warn" | "illegal";
  /** So many wallets take turns; 1 where absent. */
  wallets?: number;
}

interface Law {
  name: string;
  description: string;
  source: string;
  risk: string;
  country: string;
  countryCode: string;
}

/** Name, description, source, country and its code. */
const LAWS = [
  "Payment Services Act|A token service above the limit shall notify the regulator.|MAS PSN02|singapore|SG",
  "Ley Antilavado|Las transferencias a carteras propias requieren comprobar el origen.|SAT|mexico|MX",
  "Geldwäschegesetz|Verpflichtete prüfen Transaktionen ab 15.000 Euro.|BGBl. I S. 1822|germany|DE",
  "Lei 9.613|Operações suspeitas são comunicadas ao COAF em 24 horas.|Diário Oficial|brazil|BR",
  "FinCEN 31 CFR 1010|Funds of 3,000 dollars and more travel with their sender.|eCFR|united states|US",
];

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
  const warning = law(0, "warn");
  const room = bytes - Buffer.byteLength(textOf(1, 1, []));
  return textOf(
    1,
    1,
    Array<Law>(Math.floor(room / (Buffer.byteLength(JSON.stringify(warning)) + 1))).fill(warning),
  );
}

const ETHER = { token: { name: "Ethereum", symbol: "ETH", decimals: 18, address: null } };

function spanish(description: string): Law {
  const [name, source] = ["Ley de Instituciones de Tecnología Financiera", "Diario Oficial"];
  return { name, description, source, risk: "warn", country: "mexico", countryCode: "MX" };
}

const SPANISH = spanish(
  "La operación requiere la identificación del cliente y la conservación de sus constancias.",
);
const SPANISH_LONG = spanish("La persona obligada verifica el origen de los recursos y avisa. ".repeat(5));

const MIX: readonly ((id: number, wallets: number) => string)[] = [
  (id, wallets) => textOf(id, wallets, [], ETHER),
  (id, wallets) => textOf(id, wallets, [], addressed(id, wallets, 7, null, null)),
  (id, wallets) => textOf(id, wallets, [SPANISH], ETHER),
  oneLaw,
  (id, wallets) => textOf(id, wallets, [{ ...law(1, "warn"), description: prose(1, 600) }]),
  (id, wallets) =>
    textOf(
      id,
      wallets,
      [law(1, "warn")],
      addressed(id, wallets, "9".repeat(20), `customer-${"0123456789abcdef".repeat(6)}`, ""),
    ),
  (id, wallets) => textOf(id, wallets, [SPANISH, law(1, "warn")], ETHER),
  (id, wallets) => textOf(id, wallets, [law(2, "warn"), law(4, "warn")]),
  (id, wallets) => textOf(id, wallets, [SPANISH_LONG, law(1, "warn"), law(3, "warn")], ETHER),
  fiveLaws,
];

/** Description of the mix. */
export const MIX_OF =
  "ten bodies equally often: no law (native; ERC-20 and no user), one law (Spanish; 150 characters; long text; long ids), " +
  "two (Spanish and native; ERC-20), three (Spanish, long text), five";

/** Bodies by the name under which figures show them. */
export const BODIES = { oneLaw, mix, fiveLaws } as const;
export type BodyName = keyof typeof BODIES;

function mix(id: number, wallets: number): string {
  return (MIX[id % MIX.length] ?? fiveLaws)(id, wallets);
}

/** A law that has 150 characters in JSON. */
function oneLaw(id: number, wallets: number): string {
  const warning = law(0, "warn");
  const excess = JSON.stringify(warning).length - 150;
  return textOf(id, wallets, [{ ...warning, description: warning.description.slice(0, -excess) }]);
}

function fiveLaws(id: number, wallets: number): string {
  return bodyOf({ id, bytes: 1_434, wallets });
}

function addressed(
  id: number,
  wallets: number,
  addressId: number | string,
  userId: string | null,
  description: string | null,
) {
  const address = `0x${String(id % wallets).padStart(40, "5ca1ab1e")}`;
  return { address: { id: addressId, userId, address, description } };
}

/** The body with the given laws, and with `changes` in its data. */
function textOf(id: number, wallets: number, inflictedLaws: readonly Law[], changes: object = {}): string {
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

function law(index: number, risk: string): Law {
  const [name = "", description = "", source = "", country = "", countryCode = ""] =
    LAWS[index % LAWS.length]?.split("|") ?? [];
  return { name, description, source, risk, country, countryCode };
}

function prose(index: number, bytes: number): string {
  const from = (index * 97) % PROSE.length;
  return PROSE.repeat(2 + Math.ceil(bytes / PROSE.length)).slice(from, from + bytes);
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
