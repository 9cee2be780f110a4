/** Model of wallets: those that must be remembered after deliveries, with their owners. */

import { unless, type Violation } from "../../violation.ts";
import { comparable } from "../intake-bodies.ts";
import type { Content, RememberedWallet, Strictness } from "../intake-facts.ts";

interface Sighting {
  userId: string;
  at: string;
  /** True if the wallet was taken out of the scans since: it may be forgotten, or come back with a redelivery. */
  isTakenOut: boolean;
}

/** A wallet is seen with each delivery that names it, but for rehearsals, whose wallets are invented. */
export function violationsOfSightings(
  contents: readonly Content[],
  remembered: readonly RememberedWallet[],
  { takenOut }: Pick<Strictness, "takenOut">,
): Violation[] {
  const expected = new Map<string, Sighting[]>();
  for (const { of, rehearsal, deliveries } of contents) {
    const { wallet, chainId, userId } = of;
    if (of.kind !== "notification" || rehearsal || wallet === undefined || userId === undefined) continue;
    const name = `${of.project}#${comparable(wallet)} on ${chainId}`;
    const sightings = deliveries.map(({ deliveryId, receivedAt }) => ({
      userId,
      at: receivedAt,
      isTakenOut: takenOut.has(deliveryId),
    }));
    expected.set(name, [...(expected.get(name) ?? []), ...sightings]);
  }
  const found = new Map(
    remembered.map((wallet) => [
      `${wallet.projectId}#${comparable(wallet.address)} on ${wallet.chainId}`,
      wallet,
    ]),
  );
  return [
    ...[...found.keys()].flatMap((name) =>
      unless(expected.has(name), "doubled", `the wallet ${name} was never named`),
    ),
    ...[...expected].flatMap(([name, sightings]) => violationsOfWallet(name, sightings, found.get(name))),
  ];
}

function violationsOfWallet(
  name: string,
  sightings: readonly Sighting[],
  wallet: RememberedWallet | undefined,
): Violation[] {
  const lasting = sightings.filter(({ isTakenOut }) => !isTakenOut);
  if (wallet === undefined)
    return unless(lasting.length === 0, "lost", `the wallet ${name} is not remembered`);
  const owners = ownersIn(sightings);
  const latest = lasting.reduce((last, { at }) => (at > last ? at : last), "");
  const lastOwners = ownersIn(sightings.filter(({ at }) => at >= latest));
  return [
    ...ownersIn(lasting).flatMap((owner) =>
      unless(
        wallet.owners.includes(owner),
        "lost",
        `the owner ${owner} of the wallet ${name} is not remembered`,
      ),
    ),
    ...wallet.owners.flatMap((owner) =>
      unless(owners.includes(owner), "doubled", `the owner ${owner} of the wallet ${name} was never named`),
    ),
    ...unless(
      wallet.userId !== undefined && lastOwners.includes(wallet.userId),
      "wrong",
      `the wallet ${name} belongs to ${wallet.userId}, and was last seen with ${lastOwners.join(", ")}`,
    ),
  ];
}

function ownersIn(sightings: readonly Sighting[]): string[] {
  return [...new Set(sightings.map(({ userId }) => userId))];
}
