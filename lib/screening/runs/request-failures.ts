/** The reaction to a failed request, by the kind of failure and by whether its message comes for the first time or again: a pure rule. */

import type { ServiceFailure } from "../risk-service/errors.ts";

/** Reaction to a failed request for several wallets. */
type GroupReaction =
  /** One of the wallets may be the cause: each is asked for alone. */
  | "ask-each"
  /** The message stops, and the rest of its wallets is not asked for. */
  | "stop";

/** Reaction to a failed request for one wallet. */
type WalletReaction =
  /** The wallet is the cause: it counts as failed. */
  | "wallet-failed"
  /** The service refuses the wallet, or everything: it counts as failed once the others were answered. */
  | "wallet-refused"
  /** The cause passes: the wallet is asked for when its message comes again. */
  | "wallet-later"
  /** The message stops, and the rest of its wallets is not asked for. */
  | "stop";

interface Reaction {
  group: GroupReaction;
  wallet: WalletReaction;
}

interface Reactions {
  /** When the message comes for the first time. */
  first: Reaction;
  /** When it comes again. */
  again: Reaction;
}

/** The service takes issue with what was asked. */
const REJECTION = always({ group: "ask-each", wallet: "wallet-failed" });

/** The service refuses the project, or an address that is not one of the project's. */
const REFUSAL = always({ group: "ask-each", wallet: "wallet-refused" });

/** The service is busy or out of reach, or a proxy in between answers. An outage has passed when the message comes again. */
const OUTAGE: Reactions = {
  first: { group: "stop", wallet: "wallet-later" },
  again: { group: "ask-each", wallet: "wallet-later" },
};

/** As with an outage, an address is the cause only where its message comes again. */
const TIME_OUT: Reactions = {
  first: { group: "stop", wallet: "stop" },
  again: { group: "ask-each", wallet: "wallet-failed" },
};

/** No request was sent. */
const UNSENT = always({ group: "stop", wallet: "stop" });

const REACTIONS: Record<ServiceFailure, Reactions> = {
  rejected: REJECTION,
  unreadable: REJECTION,
  unauthorized: REFUSAL,
  unpaid: REFUSAL,
  "not-found": REFUSAL,
  unavailable: OUTAGE,
  foreign: OUTAGE,
  "timed-out": TIME_OUT,
  "bad-key": UNSENT,
  "unsafe-path": UNSENT,
};

/** The same reaction each time that a message comes. */
function always(reaction: Reaction): Reactions {
  return { first: reaction, again: reaction };
}

/** @param receives how often the request's message came */
export function reactionTo(failure: ServiceFailure, receives: number): Reaction {
  const { first, again } = REACTIONS[failure];
  return receives === 1 ? first : again;
}
