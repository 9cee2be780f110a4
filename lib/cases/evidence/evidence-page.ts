/** The page of a case that people read and print: all in one file, without a script. Local times have UTC in brackets behind them. */

import { html, raw } from "hono/html";
import { chainIn } from "../../alerts/messages/facts.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { NOTICE } from "../../i18n/catalogue/desk/notice.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { EXCEEDANCES, STEPS } from "../../i18n/catalogue/desk/steps.ts";
import { tokenUnits, usd } from "../../i18n/text/amounts.ts";
import type { Translate, Translator } from "../../i18n/translator.ts";
import { nameOf, numberIn } from "../../intake/notifications/notification-keys.ts";
import { type LocalAmount, localInFull } from "../../law/rates/local-amount.ts";
import type { ChainFacts } from "../../screening/chains.ts";
import type { WalletScan } from "../../screening/wallets/wallet-scans.ts";
import type { StoredCase } from "../case.ts";
import type { SaidLaw } from "../case-facts.ts";
import { type CaseKey, notificationNameOf, OPENED_ONCE } from "../case-keys.ts";
import { type Due, noticesIn } from "../due.ts";
import type { Notice } from "../notices.ts";
import type { Filing, NoticeName, Opening, Person, Step, SuspectedOperation } from "../step.ts";
import { lawsGoneIn } from "../view.ts";
import type { OwnAlert } from "./evidence-alerts.ts";
import type { CaseNotice } from "./evidence-months.ts";
import { type Gap, gapText } from "./gap.ts";
import type { ReadMessage } from "./read-message.ts";
import {
  filingWords,
  kindWords,
  lawWords,
  metWords,
  noticeWords,
  openingWords,
  stateWords,
  stepWords,
  timeDoubts,
} from "./step-words.ts";

/** What a page tells. */
interface CasePage {
  storedCase: StoredCase;
  notices: readonly CaseNotice[];
  messages: readonly ReadMessage[];
  operations: readonly ReadMessage[];
  gaps: readonly Gap[];
  alerts: readonly OwnAlert[];
  scores: readonly WalletScan[];
  /** The chain of the case; undefined where it has none, or one that is not known. */
  chain: ChainFacts | undefined;
  /** Value of its amount on the day of the operation. */
  local: readonly LocalAmount[];
}

const RISKS = { illegal: FACTS.illegal, warn: FACTS.warn, none: FACTS.noLaw } as const;

type Html = ReturnType<typeof html>;

const STYLE = raw(
  [
    "body{max-width:75rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}",
    "dl{display:grid;grid-template-columns:minmax(9rem,auto) 1fr;gap:.25rem 1.5rem}dt{font-weight:700}dd{margin:0}",
    "dd,li,.code{overflow-wrap:anywhere}.code{font-size:.75rem}pre{white-space:pre-wrap;overflow-wrap:anywhere}.note{white-space:pre-wrap}",
    "table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #999;padding:.3rem .5rem;text-align:start}",
    "td{vertical-align:top}@media print{body{margin:0;font-size:.8rem}}",
  ].join(""),
);

/** A page of a pack. */
export async function evidenceDocument(title: string, language: string, body: Html): Promise<string> {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`;
  return String(await page);
}

/** How to check the pack. @param path of the page that does it */
export function verifyWords(t: Translate, path: string): Html {
  return html`${t(EVIDENCE.verify)} <a href="${path}">verify.html</a>`;
}

/** A case as people name it: the number of its notification, its wallet or user, or the key of unreadable messages. */
export function numberOf(
  caseKey: CaseKey & Partial<Pick<StoredCase, "kind" | "projectId" | "address" | "userId">>,
): string {
  const name = notificationNameOf(caseKey);
  if (name !== undefined) return numberIn(name);
  const id = caseKey.kind === "user" ? caseKey.userId : caseKey.address;
  return id === undefined ? caseKey.subject : `${caseKey.projectId}#${id}`;
}

/** A moment in the officers' time zone, and as it is stored. */
function withUtc({ moment }: Translator): (iso: string) => string {
  return (iso) => `${moment(iso)} [${iso}]`;
}

export function evidencePage(
  { messages, operations, notices, gaps, alerts, scores, ...subject }: CasePage,
  translator: Translator,
): Promise<string> {
  const { t, language } = translator;
  const { storedCase } = subject;
  const time = withUtc(translator);
  const none = html`<p>${t(FACTS.none)}</p>`;
  const scoreOf = ({ scannedAt, score }: WalletScan) =>
    html`<li>${time(scannedAt)}: ${score ?? t(FACTS.unknown)}</li>`;
  const title = t(CASE.title, { what: `${numberOf(storedCase)}, ${kindWords(storedCase, t)}` });
  const body = html`<p>${t(EVIDENCE.times)} ${verifyWords(t, "../verify.html")}</p>
<p>${t(EVIDENCE.noCertificate)}</p>
${factsOf({ ...subject, txHash: messages[0]?.stored.txHash }, translator)}
<h2>${t(EVIDENCE.events)}</h2>
<ol>${[storedCase.opening, ...storedCase.steps].map((event) =>
    eventOf(event, { notices, gone: lawsGoneIn(storedCase, event) }, translator),
  )}</ol>
${notices.length === 0 ? "" : html`<h2>${t(EVIDENCE.notices)}</h2>`}
${notices.map((notice) => noticeOf(notice, notices, translator))}
<h2>${t(EVIDENCE.contents)}</h2>
${gaps.map((gap) => html`<p><strong>${gapText(gap, t)}</strong></p>`)}
${messages.map((message) => messageOf(message, translator))}
${operations.length === 0 ? "" : html`<h2>${t(EVIDENCE.operations)}</h2>`}
${operations.map((message) => messageOf(message, translator))}
<h2>${t(EVIDENCE.alerts)}</h2>
${alerts.length === 0 ? none : alerts.map((alert) => alertOf(alert, translator))}
<h2>${t(EVIDENCE.scores)}</h2>
${scores.length === 0 ? none : html`<ul>${scores.map(scoreOf)}</ul>`}`;
  return evidenceDocument(title, language, body);
}

type CaseFacts = Pick<CasePage, "storedCase" | "chain" | "local"> & { txHash: string | undefined };

function factsOf({ storedCase, chain, local, txHash }: CaseFacts, translator: Translator): Html {
  const { t } = translator;
  const { amount, token, chainId, happenedAt, lawsNow } = storedCase;
  const time = withUtc(translator);
  const facts: [string, string | undefined][] = [
    [
      t(EVIDENCE.case),
      storedCase.opened === OPENED_ONCE ? storedCase.subject : `${storedCase.subject} (${storedCase.opened})`,
    ],
    [t(CASE.state), stateWords(storedCase, t)],
    [t(CASE.due), dueWords(storedCase, translator)],
    [
      t(CASE.notices),
      noticesIn(storedCase)
        .map((notice) => noticeWords(notice, t, time, (iso) => translator.day(iso) ?? iso))
        .join("; "),
    ],
    [t(FACTS.projectColumn), String(storedCase.projectId)],
    [
      t(EVIDENCE.operation),
      storedCase.kind === "notification" ? operationTime(happenedAt, translator) : undefined,
    ],
    [t(FACTS.received), time(storedCase.receivedAt)],
    [t(FACTS.user), storedCase.userId],
    [t(FACTS.wallet), storedCase.address],
    [t(FACTS.chainColumn), chainId && chainIn(translator, chainId, chain)],
    [t(EVIDENCE.hash), txHash],
    [t(FACTS.laws), storedCase.laws && lawWords(storedCase, t)],
    [t(CASE.lawsNow), lawsNow && lawWords(lawsNow, t)],
    [t(FACTS.amount), amount && token && `${tokenUnits(amount.value, token.decimals)} ${token.symbol}`],
    [t(EVIDENCE.usd), amount && (amount.usd === undefined ? t(FACTS.unknown) : usd(amount.usd))],
    ...localInFull(local, translator),
    [t(FACTS.score), storedCase.score === undefined ? undefined : String(storedCase.score)],
    [t(FACTS.why), storedCase.exceedances?.map((exceedance) => t(EXCEEDANCES[exceedance])).join(", ")],
  ];
  const knownFacts = facts.filter(([, value]) => value !== undefined && value !== "");
  return html`<dl>${knownFacts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>`;
}

function operationTime(happenedAt: string | undefined, translator: Translator): string {
  return happenedAt === undefined ? translator.t(FACTS.unknown) : withUtc(translator)(happenedAt);
}

function dueWords(storedCase: StoredCase, translator: Translator): string {
  const { t } = translator;
  const time = withUtc(translator);
  const stateOf = (due: Due) => (due.metBy === undefined ? "" : `: ${metWords(due, t)}`);
  const dueOf = (due: Due) =>
    `${time(due.at)} (${due.kind === "law" ? `${due.law}, ${due.countryCode}` : t(CASE.fromSuspicion)})${stateOf(due)}`;
  const dues = storedCase.dues.map(dueOf).join("; ") || t(CASE.noDeadline);
  return [dues, ...timeDoubts(storedCase, t)].join(". ");
}

/** Facts that the words of an event take from other events. */
interface AroundEvent {
  /** Notices of which a decision may name one. */
  notices: readonly CaseNotice[];
  /** The laws that a revision names no more. */
  gone?: readonly SaidLaw[];
  /** The receipt that a correction replaced. */
  replaced?: Filing | undefined;
}

function eventOf(
  event: Opening | Step,
  { notices, gone = [], replaced }: AroundEvent,
  translator: Translator,
): Html {
  const { t, inWords } = translator;
  const time = withUtc(translator);
  const { filing, notice, note, operations = [], batch, officer } = detailsOf(event);
  const words = event.kind === "opened" ? openingWords(event, t, time) : stepWords(event, t, time, gone);
  return html`<li>${time(event.at)}: ${words}${officer === undefined ? "" : ` (${officer.subject})`}
${batch === undefined || batch.size === 1 ? "" : html`<p>${t(TOGETHER.withOthers, { count: batch.size - 1 })}</p>`}
${operations.length === 0 ? "" : html`<ul>${operations.map(operationOf)}</ul>`}
${filing === undefined ? "" : html`<p>${filingWords(filing, t, inWords)}</p>`}
${notice === undefined ? "" : html`<p>${inNoticeWords(notice, notices, translator)}</p>`}
${replaced === undefined ? "" : html`<p>${t(NOTICE.replaced)}: ${filingWords(replaced, t, inWords)}</p>`}
${note === undefined ? "" : html`<p class="note" dir="auto">${note}</p>`}</li>`;
}

/** Details that only some kinds of events have. */
interface EventDetails {
  filing?: Filing | undefined;
  notice?: NoticeName | undefined;
  note?: string | undefined;
  operations?: readonly SuspectedOperation[] | undefined;
  batch?: { size: number } | undefined;
  officer?: Person | undefined;
}

function detailsOf(event: Opening | Step): EventDetails {
  return {
    filing: "filing" in event ? event.filing : undefined,
    notice: event.kind === "decide" ? event.notice : undefined,
    note: "note" in event ? event.note : undefined,
    operations: event.kind === "suspect" ? event.operations : undefined,
    batch: "batch" in event ? event.batch : undefined,
    officer: "by" in event ? event.by : undefined,
  };
}

function operationOf({ name, rawSha256 }: SuspectedOperation): Html {
  return html`<li><bdi>${numberIn(name)}</bdi> <span class="code">SHA-256 ${rawSha256}</span></li>`;
}

/** The notice that covers the case, with its receipt as it stands; without one where the month cannot be read. */
function inNoticeWords(
  { month, id }: NoticeName,
  notices: readonly CaseNotice[],
  { t, inWords, monthInWords }: Translator,
): string {
  const words = t(STEPS.inNotice, { month: monthInWords(month) });
  const notice = noticeWith(id, notices);
  return notice === undefined ? words : `${words}: ${filingWords(notice.filing, t, inWords)}`;
}

function noticeWith(id: string | undefined, notices: readonly CaseNotice[]): Notice | undefined {
  return notices.find(({ notice }) => notice.recorded.id === id)?.notice;
}

/** A notice as it stands, and every event of it: a correction says what it replaced. */
function noticeOf(
  { month, notice }: CaseNotice,
  notices: readonly CaseNotice[],
  translator: Translator,
): Html {
  const { t, inWords, monthInWords } = translator;
  const { recorded, corrections, additions, filing } = notice;
  const events = [recorded, ...corrections, ...additions].sort((a, b) => a.number - b.number);
  const amended = noticeWith(recorded.amends, notices)?.filing.reference ?? t(NOTICE.otherNotice);
  return html`<h3>${monthInWords(month)}: ${filingWords(filing, t, inWords)}</h3>
${recorded.amends === undefined ? "" : html`<p>${t(NOTICE.amends)} ${amended}</p>`}
<ol>${events.map((event) => eventOf(event, { notices, replaced: receiptReplacedBy(event, notice) }, translator))}</ol>`;
}

/** The receipt that a correction replaced: that of the correction before it, or else of the notice. Undefined of another event. */
function receiptReplacedBy({ id }: Step, { recorded, corrections }: Notice): Filing | undefined {
  const receipts = [recorded, ...corrections];
  const index = corrections.findIndex((correction) => correction.id === id);
  if (index === -1) return undefined;
  return receipts[index]?.filing;
}

function alertOf(alert: OwnAlert, translator: Translator): Html {
  const { t } = translator;
  const { id, message, subjectCount = 0 } = alert;
  const sending = html`<p>${id}, ${sendingOf(alert, translator)}</p>`;
  return message === undefined
    ? html`${sending}<p>${t(EVIDENCE.aboutMany, { count: subjectCount })}</p>`
    : html`<h3>${message["subject"]}</h3>${sending}<pre dir="auto">${message["email"]}</pre>`;
}

function sendingOf({ state, sentAt }: OwnAlert, translator: Translator): string {
  const { t } = translator;
  if (sentAt !== undefined) return t(EVIDENCE.sent, { at: withUtc(translator)(sentAt) });
  return t(state === "failed" ? EVIDENCE.notSent : NOTIFICATION.notConfirmed);
}

function messageOf({ stored, body }: ReadMessage, translator: Translator): Html {
  const { t } = translator;
  const { revisionReceivedAt, riskNow, repeats, kind } = stored;
  const received = `${t(FACTS.received)}: ${withUtc(translator)(revisionReceivedAt)}.`;
  // A message that cannot be read has no risk.
  const risk = kind === "notification" ? ` ${t(FACTS.risk)}: ${t(RISKS[riskNow])}.` : "";
  return html`<h3>${nameOf(stored)}</h3>
<p>${received}${risk} ${t(EVIDENCE.repeats, { count: repeats })}</p>
${body === undefined ? "" : html`<pre dir="auto">${body.toString()}</pre>`}`;
}
