/** The facts that decide a case, side by side under its number. */

import type { Child } from "hono/jsx";
import { walletLink } from "../../alerts/messages/desk-links.ts";
import type { StoredCase } from "../../cases/case.ts";
import { isOpen } from "../../cases/case-state.ts";
import { filingDues } from "../../cases/due.ts";
import { metWords, nothingDueWords } from "../../cases/evidence/step-words.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { usd } from "../../i18n/text/amounts.ts";
import { localInShort } from "../../law/rates/local-amount.ts";
import { isSanctionsList } from "../../law/sanctions-lists.ts";
import { Countdown } from "../frame/countdown.tsx";
import { Icon } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { shortName, Who } from "../frame/who.tsx";
import { UMA, USD, UserLink } from "../kit/case-cells.tsx";
import { Score, When } from "../kit/facts.tsx";
import { chainName, shortId } from "../kit/links.ts";
import { Strip, type StripFact } from "../kit/panel.tsx";
import type { CaseSurroundings } from "./case-surroundings.ts";

interface CaseStripProps {
  of: StoredCase;
  judged: JudgedCase;
  /** ISO 8601. */
  now: string;
  surroundings: CaseSurroundings;
  /** The signed-in user, as the issuer knows them. */
  officer: string;
  /** Buttons of those who may take or release it. */
  ownership: Child;
}

export function CaseStrip(props: CaseStripProps) {
  const { of: storedCase, judged, now, officer } = props;
  const { userId, address, decision } = storedCase;
  const facts: StripFact[] = [
    ...worthFacts(props),
    {
      name: say(CASE.due),
      value: <NextDue of={judged} />,
      more: <DueOf of={storedCase} judged={judged} now={now} />,
    },
    ...(userId === undefined ? [] : [{ name: say(FACTS.user), ...userFact(props, userId) }]),
    ...(address === undefined ? [] : [{ name: say(FACTS.wallet), ...walletFact(props, address) }]),
    decision === undefined
      ? { name: say(INBOX.owner), ...ownerFact(props, say(CASE.noOwner)) }
      : {
          name: say(CASE.decidedBy),
          value: <Who name={decision.by.name} isMe={decision.by.subject === officer} />,
          more: <When at={decision.at} />,
        },
  ];
  return <Strip facts={facts} />;
}

/** The figure that a case is judged by first: a score, or an amount. A user has neither. */
function worthFacts(props: CaseStripProps): StripFact[] {
  const { kind, score, previousScore } = props.of;
  switch (kind) {
    case "user":
      return [];
    case "wallet":
      return [
        {
          name: say(FACTS.score),
          value: <Score score={score} />,
          more:
            previousScore === undefined || previousScore === score
              ? undefined
              : say(CASE.previously, { before: String(previousScore) }),
        },
      ];
    default:
      return [{ name: say(FACTS.amount), value: <InUsd of={props.of} />, more: <InLocal {...props} /> }];
  }
}

/** Every decimal that was sent. */
function InUsd({ of: { amount } }: { of: StoredCase }) {
  return amount?.usd === undefined ? (
    <span class="muted">{say(FACTS.unknown)}</span>
  ) : (
    <span>{`${USD} ${usd(amount.usd)}`}</span>
  );
}

function InLocal({ surroundings: { local } }: CaseStripProps) {
  const translator = useTranslator();
  if (local.length === 0) return undefined;
  const { money, decimal } = translator;
  const parts = local.flatMap(({ currency, amount, uma }) => [
    money(amount, currency),
    ...(uma === undefined ? [] : [`${decimal(uma.multiple)} ${UMA}`]),
  ]);
  return <span title={localInShort(local, translator)}>{`≈ ${parts.join(" · ")}`}</span>;
}

/** The end of running 24 hours; else the deadline that passed first, or the next one. */
function firstDue({ due, notice, isClockRunning }: JudgedCase): string | undefined {
  return isClockRunning ? notice : due;
}

function NextDue({ of: judged }: { of: JudgedCase }) {
  const at = firstDue(judged);
  if (at !== undefined) return <When at={at} />;
  return <span class="muted">{nothingDueWords(judged.listedCase, say)}</span>;
}

/** Time to or since the deadline of an open case, or whether its notice was in time, and its reason: a law, or the 24 hours from a suspicion. */
function DueOf({ of: storedCase, judged, now }: Pick<CaseStripProps, "of" | "judged" | "now">) {
  const { notice, isDueInWeek } = judged;
  const at = firstDue(judged);
  const due = filingDues(storedCase).find((due) => due.at === at);
  if (at === undefined || due === undefined) return undefined;
  const kind = at === notice ? "clock" : isDueInWeek ? "soon" : "date";
  return (
    <>
      {due.metBy === undefined ? (
        <>
          <Countdown at={at} now={now} kind={kind} />
          {" · "}
        </>
      ) : (
        `${metWords(due, say)} · `
      )}
      <bdi>{due.kind === "suspicion" ? say(CASE.fromSuspicion) : due.law}</bdi>
    </>
  );
}

function userFact({ surroundings: { others } }: CaseStripProps, userId: string): Omit<StripFact, "name"> {
  const ofUser = others.cases.filter(({ listedCase: due }) => due.userId === userId);
  const open = ofUser.filter(({ listedCase: due }) => isOpen(due));
  const listed = open.filter(({ isListed }) => isListed);
  const [list] = listed.flatMap(
    ({ listedCase: due }) => due.laws?.find(({ name }) => isSanctionsList(name)) ?? [],
  );
  return {
    value: (
      <>
        <UserLink of={userId} />
        {list === undefined ? undefined : (
          <span class="badge list">
            <Icon name="octagonX" /> {listed.length} <bdi>{list.name}</bdi>
          </span>
        )}
      </>
    ),
    more: (
      <Others open={open.length} decided={ofUser.length - open.length} isCut={others.mayHaveMoreOfUser} />
    ),
  };
}

function Others({ open, decided, isCut }: { open: number; decided: number; isCut: boolean }) {
  const { count } = useTranslator();
  if (open + decided === 0) return <span>{say(CASE.onlyCase)}</span>;
  const numbers = { open: count(open), decided: count(decided) };
  return <span>{say(isCut ? CASE.atLeastOthers : CASE.countOthers, numbers)}</span>;
}

function walletFact(
  { of: storedCase, surroundings: { wallet, chain, exceeded } }: CaseStripProps,
  address: string,
): Omit<StripFact, "name"> {
  const { projectId, chainId } = storedCase;
  const href = wallet === undefined ? undefined : walletLink({ projectId, address });
  const shown = (
    <bdi class="id" title={address}>
      {shortId(address)}
    </bdi>
  );
  return {
    value: (
      <>
        {href === undefined ? shown : <a href={href}>{shown}</a>}
        {wallet?.score === undefined ? undefined : <Score score={wallet.score} />}
      </>
    ),
    more: <WalletMore chainId={chainId} chain={chain} wallet={wallet} exceeded={exceeded} />,
  };
}

function WalletMore({
  chainId,
  chain,
  wallet,
  exceeded,
}: {
  chainId: string | undefined;
  chain: CaseSurroundings["chain"];
  wallet: CaseSurroundings["wallet"];
  exceeded: CaseSurroundings["exceeded"];
}) {
  const { shortDay } = useTranslator();
  if (exceeded?.previousScore !== undefined) {
    const day = shortDay(exceeded.scannedAt) ?? exceeded.scannedAt;
    return <span>{say(CASE.exceededOn, { day, before: String(exceeded.previousScore) })}</span>;
  }
  const { score, previousScore: previous } = wallet ?? {};
  const parts = [
    chainName(chainId, () => chain),
    previous === undefined || previous === score ? "" : say(CASE.previously, { before: String(previous) }),
  ];
  return <bdi>{parts.filter((part) => part !== "").join(" · ")}</bdi>;
}

function ownerFact({ judged, officer, ownership }: CaseStripProps, noOwner: string): Omit<StripFact, "name"> {
  const { owner } = judged;
  return {
    value: (
      <>
        {owner === undefined ? (
          <span class="muted">{noOwner}</span>
        ) : (
          <Who name={owner.name} isMe={owner.subject === officer} />
        )}
        {ownership}
      </>
    ),
    more: <OwnerUntil of={judged} />,
  };
}

/** Time until which an officer owns the case, or owned it. */
function OwnerUntil({ of: { listedCase: due, owner } }: { of: JudgedCase }) {
  const { shortDay } = useTranslator();
  const dayOf = (iso: string) => shortDay(iso) ?? iso;
  if (owner !== undefined) return <span>{say(CASE.until, { until: dayOf(owner.until) })}</span>;
  if (due.owner === undefined || !isOpen(due)) return undefined;
  const who = shortName(due.owner.name);
  return <bdi title={due.owner.name}>{say(CASE.lapsed, { who, until: dayOf(due.owner.until) })}</bdi>;
}
