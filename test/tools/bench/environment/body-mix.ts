/** The bodies that figures are stated for: one of a single law, ten that come equally often, and one of five laws. */

import { bodyOf, type Law, law, prose, textOf } from "./notification-bodies.ts";

/** Bodies by the name under which figures show them; what a name stands for is made for an id and so many wallets. */
export const BODIES = { oneLaw, mix, fiveLaws } as const;
export type BodyName = keyof typeof BODIES;

/** How the mix is stated. */
export const MIX_OF =
  "ten bodies equally often: no law (native; ERC-20 and no user), one law (Spanish; 150 characters; long text; long ids), " +
  "two (Spanish and native; ERC-20), three (Spanish, long text), five";

const ETHER = { token: { name: "Ethereum", symbol: "ETH", decimals: 18, address: null } };

/**
 * A law of 150 characters as it is sent, in JSON. Of the ways to count them this is the one by which an item had 1,030
 * bytes before items became slimmer, nearest to the 1,031 that the budget was set from.
 */
function law150(risk: string): Law {
  const one = law(0, risk);
  const excess = JSON.stringify(one).length - 150;
  return { ...one, description: one.description.slice(0, -excess) };
}

function spanish(description: string): Law {
  return {
    name: "Ley de Instituciones de Tecnología Financiera",
    description,
    source: "Diario Oficial",
    risk: "warn",
    country: "mexico",
    countryCode: "MX",
  };
}

const SPANISH = "La operación requiere la identificación del cliente y la conservación de sus constancias.";
const SPANISH_LONG = Array(5)
  .fill("La persona obligada verifica el origen de los recursos y avisa. ")
  .join("");

const long = (index: number): Law => ({ ...law(index, "warn"), description: prose(index, 600) });

type Maker = (id: number, wallets: number) => string;

const LONG_IDS = { id: "9".repeat(20), userId: `customer-${"0123456789abcdef".repeat(6)}` };

const MIX: readonly Maker[] = [
  (id, wallets) => textOf(id, wallets, [], ETHER),
  (id, wallets) =>
    textOf(id, wallets, [], {
      address: { id: 7, userId: null, address: walletOf(id, wallets), description: null },
    }),
  (id, wallets) => textOf(id, wallets, [spanish(SPANISH)], ETHER),
  oneLaw,
  (id, wallets) => textOf(id, wallets, [long(1)]),
  (id, wallets) =>
    textOf(id, wallets, [law(1, "warn")], {
      address: { ...LONG_IDS, address: walletOf(id, wallets), description: "" },
    }),
  (id, wallets) => textOf(id, wallets, [spanish(SPANISH), law(1, "warn")], ETHER),
  (id, wallets) => textOf(id, wallets, [law(2, "warn"), law(4, "warn")]),
  (id, wallets) => textOf(id, wallets, [spanish(SPANISH_LONG), law(1, "warn"), law(3, "warn")], ETHER),
  fiveLaws,
];

/** How many bodies the mix is of. */
export const MIX_SIZE = MIX.length;

function mix(id: number, wallets = 1): string {
  return (MIX[id % MIX.length] ?? fiveLaws)(id, wallets);
}

function oneLaw(id: number, wallets = 1): string {
  return textOf(id, wallets, [law150("warn")]);
}

function fiveLaws(id: number, wallets = 1): string {
  return bodyOf({ id, bytes: 1_434, wallets });
}

function walletOf(id: number, wallets: number): string {
  return `0x${String(id % wallets).padStart(40, "5ca1ab1e")}`;
}
