/** Facts of a wallet that exceeds, clean, masked and bounded. */

import type { Text } from "../../i18n/catalogue/texts.ts";
import { WALLETS } from "../../i18n/catalogue/wallets.ts";
import { shorten } from "../../i18n/text/cut.ts";
import type { Marks } from "../../i18n/text/masking.ts";
import { named, quoted } from "../../i18n/text/quoting.ts";
import type { Translator } from "../../i18n/translator.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import { bandOf, type Exceedance, STEEP_RISE } from "../../screening/score.ts";
import { type NamedWallet, patternNames } from "../../screening/wallets/wallet.ts";
import { type DeskUrl, walletPage } from "./desk-links.ts";
import { chainIn } from "./facts.ts";
import { idIn, marksIn } from "./shown-id.ts";

/** The compliance status of a wallet, as it was at `statusAt` (ISO 8601). */
export interface WalletStatusFacts {
  status: string;
  tags: readonly unknown[];
  statusAt: string;
}

/** A wallet to be alerted; what it exceeded is in it. */
export interface ExceedingWallet {
  wallet: NamedWallet;
  status?: WalletStatusFacts | undefined;
}

/** Origin of the alert; `total` counts the wallets that it reports, listed or not. */
export interface WalletAlertOrigin {
  stage: string;
  alertId: string;
  projectId: number;
  chains: ChainLookup;
  translator: Translator;
  total: number;
  /** Absent where none is deployed. */
  desk?: DeskUrl;
  /** The score above which a wallet is alerted. */
  threshold: number;
}

/** A wallet as it is shown: clean, masked and bounded. */
export interface WalletFacts {
  chainId: string;
  address: string;
  chain: string;
  user: string;
  /** `72 (before 35)`. */
  score: string;
  /** `investigate; the service says "high"`. */
  level: string;
  why: string;
  /** True if the score is no reason for the alert. */
  isBySuspicionAlone: boolean;
  reason: string;
  patterns: string;
  status: string;
  url: string | undefined;
  /** At the desk. */
  page: string | undefined;
}

/** A wallet and why it is alerted, as they are shown. */
export function walletFacts(
  { wallet, status }: ExceedingWallet,
  { chains, translator, threshold, desk }: WalletAlertOrigin,
): WalletFacts {
  const { t } = translator;
  const { address, chainId, userId, reason, patterns } = wallet;
  const kinds = wallet.exceeded?.kinds ?? [];
  const marks = marksIn(translator);
  const chain = chains(chainId);
  return {
    chainId,
    address: idIn(translator, address),
    chain: chainIn(translator, chainId, chain),
    user: userId === undefined ? t(WALLETS.userUnknown) : idIn(translator, userId),
    score: scoreLine(wallet, translator),
    level: levelLine(wallet, translator),
    why: kinds.map((kind) => whyOf(kind, threshold, translator)).join("; ") || t(WALLETS.unreadable),
    isBySuspicionAlone: kinds.length > 0 && kinds.every((kind) => kind === "suspicious"),
    reason: (reason === undefined ? "" : quoted(reason, 300, marks)) || t(WALLETS.noneGiven),
    patterns:
      patterns === undefined ? t(WALLETS.noneGiven) : patternsLine(patterns, marks) || t(WALLETS.noPatterns),
    status: status === undefined ? t(WALLETS.noStatus) : statusLine(status, marks),
    url: chain?.addressUrl(address),
    page: walletPage(desk, wallet),
  };
}

function whyOf(kind: Exceedance, line: number, { t }: Translator): string {
  switch (kind) {
    case "above":
      return t(WALLETS.above, { line });
    case "rise":
      return t(WALLETS.rise, { rise: STEEP_RISE });
    case "suspicious":
      return t(WALLETS.suspicious);
  }
}

/** The score that exceeded; where a later scan gave another before the alert went out, that one too. */
function scoreLine({ score: current, exceeded }: NamedWallet, { t }: Translator): string {
  const { score, previousScore } = exceeded ?? {};
  // As a number it would be rounded: a score just above the threshold would seem to equal it.
  const shownScore = String(score ?? t(WALLETS.scoreUnknown));
  const shown =
    previousScore === undefined
      ? shownScore
      : t(WALLETS.scoreBefore, { score: shownScore, previous: String(previousScore) });
  return current === score || current === undefined
    ? shown
    : t(WALLETS.scoreNow, { shown, now: String(current) });
}

const BANDS = {
  minimal: WALLETS.bandMinimal,
  watch: WALLETS.bandWatch,
  investigate: WALLETS.bandInvestigate,
  unknown: WALLETS.bandUnknown,
} as const satisfies Record<ReturnType<typeof bandOf>, Text>;

function levelLine({ score, level }: NamedWallet, translator: Translator): string {
  const { t } = translator;
  const band = t(BANDS[bandOf(score)]);
  return level === undefined
    ? band
    : t(WALLETS.level, { band, level: quoted(level, 40, marksIn(translator)) });
}

/** Patterns are JSON text of an open shape: names where there are names. */
function patternsLine(patterns: string, marks: Marks): string {
  return namesLine(patternNames(patterns), marks);
}

/** An open set has no bound of its own. */
const MAX_NAMES = 20;

/** Each name apart, so that none looks like two. */
function namesLine(names: readonly string[], marks: Marks): string {
  return shorten(
    names
      .slice(0, MAX_NAMES)
      .map((name) => named(name, 60, marks))
      .filter((name) => name !== "")
      .join(", "),
    300,
  );
}

function statusLine({ status, tags }: WalletStatusFacts, marks: Marks): string {
  const tagNames = namesLine(
    tags.map((tag) => (typeof tag === "string" ? tag : JSON.stringify(tag))),
    marks,
  );
  return `${named(status, 60, marks)}${tagNames === "" ? "" : ` (${tagNames})`}`;
}
