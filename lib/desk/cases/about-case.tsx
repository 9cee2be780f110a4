/** Panels of a case's page about its subject: the transaction with its laws, the wallet's score, and other cases. */

import { caseLink, userLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { isReceived, type ListedCase, type StoredCase } from "../../cases/case.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import { kindWords, stateWords, timeDoubts } from "../../cases/evidence/step-words.ts";
import type { JudgedCase } from "../../cases/urgency.ts";
import type { Law } from "../../contract/webhook.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { EXCEEDANCES } from "../../i18n/catalogue/desk/steps.ts";
import { WALLET } from "../../i18n/catalogue/desk/wallets.ts";
import { tokenUnits } from "../../i18n/text/amounts.ts";
import { notificationIn } from "../../intake/notifications/raw-body.ts";
import { worstFirst } from "../../law/laws.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import { Icon } from "../frame/icon.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { UsdCell } from "../kit/case-cells.tsx";
import { LawBadge } from "../kit/due-badge.tsx";
import { Copy, Facts, Laws, Outside, Quoted, Score, ShortId, When } from "../kit/facts.tsx";
import { bodyLink, chainName, messagesLink, numberOf, shortId, subjectLink } from "../kit/links.ts";
import { Panel, useCountText } from "../kit/panel.tsx";
import { ReachSentence } from "../kit/reach.tsx";
import { ScoreChart } from "../kit/score-chart.tsx";
import type { ScoreAt } from "../kit/scores.ts";
import type { CaseSurroundings } from "./case-surroundings.ts";
import { decidableOfUser } from "./decidable.ts";

/** The same in every language. */
const HASH = "Hash";

interface SubjectProps {
  of: StoredCase;
  surroundings: CaseSurroundings;
}

/** Facts that officers were alerted to, exactly as they are stored. */
export function Subject({ of: storedCase, surroundings }: SubjectProps) {
  const { contents, chain, wallet } = surroundings;
  const { laws = [], lawCount, lawsNow, amount, token, address, chainId, projectId } = storedCase;
  const textsShowAllLaws = contents !== undefined && lawsNow === undefined && laws.length <= MOST_LAWS;
  const showsLaws = laws.length > 0 && !textsShowAllLaws;
  const notification = contents?.notification;
  const happenedAt = storedCase.happenedAt ?? notification?.timestamp;
  return (
    <Panel
      title={kindWords(storedCase, say)}
      beside={<SubjectLinks of={storedCase} surroundings={surroundings} />}
    >
      <Facts
        isPaired
        facts={[
          [
            say(FACTS.amount),
            amount && token && <b>{`${tokenUnits(amount.value, token.decimals)} ${token.symbol}`}</b>,
          ],
          [say(isReceived(storedCase) ? FACTS.received : CASE.opened), <When at={storedCase.receivedAt} />],
          [
            say(FACTS.wallet),
            address && (
              <ShortId
                of={address}
                href={wallet === undefined ? undefined : walletLink({ projectId, address })}
              >
                <Explorer href={chain?.addressUrl(address)} />
              </ShortId>
            ),
          ],
          [say(CASE.network), chainId && <bdi>{chainName(chainId, () => chain)}</bdi>],
          [say(NOTIFICATION.happened), happenedAt && <When at={happenedAt} />],
          [
            HASH,
            notification?.txHash && (
              <Hash of={notification.txHash} href={chain?.transactionUrl(notification.txHash)} />
            ),
          ],
          [
            say(FACTS.why),
            storedCase.exceedances?.map((exceedance) => say(EXCEEDANCES[exceedance])).join(", "),
          ],
          [say(FACTS.laws), showsLaws ? <Laws laws={laws} count={lawCount} /> : undefined],
          [say(CASE.lawsNow), lawsNow && <Laws laws={lawsNow.laws ?? []} count={lawsNow.lawCount} />],
        ]}
      />
      <ReachSentence of={storedCase} caseReach={surroundings.reach} />
      {timeDoubts(storedCase, say).map((doubt) => (
        <p class="warns">{doubt}</p>
      ))}
      <LawTexts of={storedCase} surroundings={surroundings} />
    </Panel>
  );
}

/** Words of the link to what a case is about, by the kind of the case. */
const SUBJECT_LINKS = {
  notification: CASE.openMessages,
  quarantine: CASE.openMessages,
  wallet: CASE.openWallet,
  user: CASE.openUser,
} as const;

function SubjectLinks({ of: storedCase, surroundings: { contents } }: SubjectProps) {
  if (notificationNameOf(storedCase) === undefined)
    return <a href={subjectLink(storedCase)}>{say(SUBJECT_LINKS[storedCase.kind])}</a>;
  if (contents === undefined) return <span class="muted">{say(CASE.subjectGone)}</span>;
  const { notification } = contents;
  return (
    <>
      {notification.revisions === 0 ? undefined : (
        <a href={messagesLink(storedCase)}>{say(CASE.moreContents, { count: notification.revisions })}</a>
      )}
      <a href={bodyLink(notification)}>{say(CASE.body)}</a>
    </>
  );
}

function Explorer({ href }: { href: string | undefined }) {
  if (href === undefined) return undefined;
  return (
    <Outside href={href}>
      <span class="unseen">{say(CASE.inExplorer)}</span>
      <Icon name="externalLink" />
    </Outside>
  );
}

function Hash({ of: hash, href }: { of: string; href: string | undefined }) {
  return (
    <span class="whole">
      <Outside href={href}>
        <bdi class="id" title={hash}>
          {shortId(hash)}
        </bdi>{" "}
        {href === undefined ? undefined : <Icon name="externalLink" />}
      </Outside>{" "}
      <Copy text={hash} />
    </span>
  );
}

/** Laws with their texts that are shown; the tab of the messages has all. */
const MOST_LAWS = 3;

/** Characters of a law's text that are shown unfolded. */
const MOST_CHARACTERS = 280;

/** The laws' texts, in the service's own words. */
function LawTexts({ of: storedCase, surroundings: { contents } }: SubjectProps) {
  if (contents === undefined) return undefined;
  const laws = worstFirst(notificationIn(contents.notification.raw)?.inflictedLaws ?? []);
  const more = laws.length - MOST_LAWS;
  return (
    <>
      {laws.slice(0, MOST_LAWS).map((law) => (
        <LawText of={law} />
      ))}
      {more > 0 ? (
        <p>
          <a href={messagesLink(storedCase)}>{say(CASE.moreLaws, { count: more })}</a>
        </p>
      ) : undefined}
    </>
  );
}

function LawText({ of: { name, countryCode, risk, description, source } }: { of: Law }) {
  const text = description ?? "";
  const isLong = text.length > MOST_CHARACTERS;
  return (
    <div class="law" dir="auto">
      <b>
        <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
      </b>
      {`${risk === "warn" ? ` · ${say(FACTS.warn)}` : ""} · ${say(CASE.asSent)}`}
      {text === "" ? "" : ": "}
      {isLong ? `${text.slice(0, MOST_CHARACTERS)}…` : text} {source ? <bdi>{source}</bdi> : undefined}
      {isLong ? (
        <details>
          <summary>{say(CASE.fullText)}</summary>
          <p dir="auto">{text}</p>
        </details>
      ) : undefined}
    </div>
  );
}

/** Last score of the wallet and its course. @param threshold the score above which a wallet is alerted */
export function WalletPanel({
  of: storedCase,
  surroundings,
  threshold,
}: SubjectProps & { threshold: number }) {
  const { wallet, scores } = surroundings;
  if (storedCase.address === undefined) return undefined;
  return (
    <Panel
      title={say(FACTS.wallet)}
      beside={
        wallet === undefined ? undefined : (
          <>
            {wallet.score === undefined ? undefined : <Score score={wallet.score} />}
            <a href={walletLink(wallet)}>{say(CASE.openWallet)}</a>
          </>
        )
      }
    >
      <Scores of={scores} threshold={threshold} />
      {wallet === undefined ? undefined : <Reason of={wallet} />}
    </Panel>
  );
}

/** A chart, where there are scores to compare. */
function Scores({ of: scores, threshold }: { of: readonly ScoreAt[]; threshold: number }) {
  const [first, second] = scores;
  if (first === undefined) return <p class="muted">{say(WALLET.neverScored)}</p>;
  if (second !== undefined) return <ScoreChart scores={scores} threshold={threshold} isSmall />;
  return (
    <p class="muted">
      {say(FACTS.scanned)}: <When at={first.at} />
    </p>
  );
}

/** The service's reason for the score, or what the last run had from it in place of a score. */
function Reason({ of: { reason: serviceReason, why: lastRunReason } }: { of: Wallet }) {
  const reason = serviceReason ?? lastRunReason;
  if (reason === undefined) return undefined;
  return (
    <p class="fine">
      {say(serviceReason === undefined ? WALLET.lastRunSaid : WALLET.inItsWords)} <Quoted words={reason} />
    </p>
  );
}

/** Other cases that are shown. */
const MOST_SHOWN = 5;

interface OtherCasesProps extends SubjectProps {
  judged: JudgedCase;
  /** The projects in which the reader decides. */
  actsIn: readonly number[];
  /** The list that an officer came from. */
  list: string | undefined;
}

export function OtherCasesPanel({
  of: { userId },
  surroundings: { others },
  judged,
  actsIn,
  list,
}: OtherCasesProps) {
  const { cases, mayHaveMoreOfUser, mayHaveMoreOfWallet } = others;
  const isOfUser = ({ listedCase }: JudgedCase) => userId !== undefined && listedCase.userId === userId;
  const ofUser = cases.filter(isOfUser);
  const decidable = userId === undefined ? undefined : decidableOfUser(userId, [judged, ...ofUser], actsIn);
  const shown = cases.slice(0, MOST_SHOWN);
  const shownOfUser = shown.filter(isOfUser);
  const countOfUser = useCountText({ isAtLeast: mayHaveMoreOfUser });
  const countOfWallet = useCountText({ isAtLeast: mayHaveMoreOfWallet });
  return (
    <Panel
      title={say(CASE.others)}
      beside={
        <>
          {userId === undefined ? undefined : (
            <span class="muted">
              <bdi>{say(CASE.ofUser, { user: userId, count: countOfUser(ofUser.length) })}</bdi>
            </span>
          )}
          {cases.length === ofUser.length ? undefined : (
            <span class="muted no-print">
              {say(CASE.ofWallet, { count: countOfWallet(cases.length - ofUser.length) })}
            </span>
          )}
          {userId === undefined ? undefined : (
            <a href={userLink(userId)}>
              <bdi>{say(CASE.allOf, { user: userId })}</bdi>
            </a>
          )}
        </>
      }
    >
      {cases.length === 0 ? (
        <p class="muted">{say(CASE.noEarlier)}</p>
      ) : (
        <ul class="plain">
          {shown.map((judged) => (
            <OtherCase of={judged} list={list} isOfUser={isOfUser(judged)} />
          ))}
          <MoreCases class="muted no-print" count={cases.length - shown.length} />
          {/* Paper has no case of another user, and says so. */}
          <MoreCases class="only-print" count={ofUser.length - shownOfUser.length} />
          {cases.length === ofUser.length ? undefined : (
            <li class="only-print">
              {say(CASE.notOnPaper, { count: countOfWallet(cases.length - ofUser.length) })}
            </li>
          )}
        </ul>
      )}
      {decidable?.kind === "sheet" ? (
        <p class="fine">
          <a href={decidable.href}>{say(TOGETHER.ofUser, { count: decidable.count })}</a>
        </p>
      ) : undefined}
    </Panel>
  );
}

function MoreCases({ class: className, count }: { class: string; count: number }) {
  if (count === 0) return undefined;
  return <li class={className}>{say(CASE.moreOthers, { count })}</li>;
}

interface OtherCaseProps {
  of: JudgedCase;
  list: string | undefined;
  isOfUser: boolean;
}

/** A case says whose it is; that of another user is on no paper. */
function OtherCase({ of: { listedCase }, list, isOfUser }: OtherCaseProps) {
  return (
    <li class={isOfUser ? undefined : "no-print"}>
      {listedCase.kind === "wallet" ? (
        <Score score={listedCase.score} />
      ) : (
        <LawBadge laws={listedCase.laws ?? []} count={listedCase.lawCount} />
      )}
      <a href={caseLink(listedCase, { list })}>
        <bdi>{numberOf(listedCase)}</bdi>
      </a>
      <bdi class="muted">{listedCase.userId ?? say(FACTS.noUser)}</bdi>
      <span class="with-unit">
        <UsdCell of={listedCase} />
      </span>
      <StateOfOther of={listedCase} />
    </li>
  );
}

function StateOfOther({ of: listedCase }: { of: ListedCase }) {
  const { shortDay, moment } = useTranslator();
  const at = listedCase.decidedAt ?? listedCase.receivedAt;
  return (
    <span class="muted end" title={moment(at)}>
      <span class="capital">{stateWords(listedCase, say)}</span>
      {`, ${shortDay(at) ?? at}`}
    </span>
  );
}
