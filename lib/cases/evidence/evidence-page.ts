/** The page of a case that people read and print: all in one file, without a script, in the look of the page that verifies the pack. */

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
import { caseNumber, OPENED_ONCE } from "../case-keys.ts";
import { type Due, noticesIn } from "../due.ts";
import type { Notice } from "../notices.ts";
import type { RevisionChange } from "../said-transaction.ts";
import type { Filing, NoticeName, Opening, Person, Step, SuspectedOperation } from "../step.ts";
import { changeOfEvent } from "../view.ts";
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
    "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1b1b1b;background:#fff}",
    "h1{font-size:1.6rem;line-height:1.25}h2{font-size:1.15rem;margin:2rem 0 .5rem;padding-top:.75rem;border-top:1px solid #767676}h3{font-size:1rem;margin:1rem 0 .25rem}",
    "dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(24rem,100%),1fr));gap:.5rem 2rem;margin:0}dt{color:#4d4d4d;font-size:.85rem}dd{margin:0;font-weight:600}",
    "h1,h3,dd,li,.code{overflow-wrap:anywhere}.code{font-size:.75rem}.muted{color:#4d4d4d}.note{white-space:pre-wrap}ol{padding-inline-start:1.5rem}li{margin:.35rem 0}li p{margin:.15rem 0}",
    "pre{margin:.5rem 0;padding:.75rem 1rem;border:1px solid #767676;border-radius:.3rem;font-size:.8rem;white-space:pre-wrap;overflow-wrap:anywhere}summary{cursor:pointer}",
    "table{border-collapse:collapse;width:100%}th,td{border-bottom:1px solid #767676;padding:.3rem .5rem;text-align:start}td{vertical-align:top}",
    "@media screen{.wide{overflow-x:auto}}",
    "@page{margin:15mm}@media print{body{max-width:none;margin:0;padding:0;font-size:.75rem}dl{grid-template-columns:1fr 1fr}h2,h3,summary{break-after:avoid}dl>div,li,tr{break-inside:avoid}}",
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
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return String(await page);
}

/** How to check the pack. @param path of the page that does it */
export function verifyWords(t: Translate, path: string): Html {
  return html`${t(EVIDENCE.verify)} <a href="${path}">verify.html</a>`;
}

/** How times of a page are written: in the officers' time zone, whose offset the page says once. */
type Times = (iso: string) => string;

export function evidencePage(
  { messages, operations, notices, gaps, alerts, scores, ...subject }: CasePage,
  translator: Translator,
): Promise<string> {
  const { t, language, timeZone: zone } = translator;
  const { storedCase } = subject;
  const offset = translator.offset(storedCase.receivedAt);
  const time: Times = (iso) => translator.moment(iso, offset);
  const none = html`<p>${t(FACTS.none)}</p>`;
  const scoreOf = ({ scannedAt, score }: WalletScan) =>
    html`<li>${time(scannedAt)}: ${score ?? t(FACTS.unknown)}</li>`;
  const title = t(CASE.title, { what: `${caseNumber(storedCase)}, ${kindWords(storedCase, t)}` });
  const body = html`<p class="muted">${t(EVIDENCE.times, { zone, offset })}</p>
<p class="muted">${verifyWords(t, "../verify.html")}</p>
<p class="muted">${t(EVIDENCE.noCertificate)}</p>
<h2>${t(EVIDENCE.facts)}</h2>
${factsOf({ ...subject, txHash: messages[0]?.stored.txHash }, translator, time)}
<h2>${t(EVIDENCE.events)}</h2>
<ol>${[storedCase.opening, ...storedCase.steps].map((event) =>
    eventOf(event, { notices, change: changeOfEvent(storedCase, event) }, translator, time),
  )}</ol>
${notices.length === 0 ? "" : html`<h2>${t(EVIDENCE.notices)}</h2>`}
${notices.map((notice) => noticeOf(notice, notices, translator, time))}
${messages.length + gaps.length === 0 ? "" : html`<h2>${t(EVIDENCE.contents)}</h2>`}
${gaps.map((gap) => html`<p><strong>${gapText(gap, t)}</strong></p>`)}
${messages.map((message) => messageOf(message, translator, time))}
${operations.length === 0 ? "" : html`<h2>${t(EVIDENCE.operations)}</h2>`}
${operations.map((message) => messageOf(message, translator, time))}
<h2>${t(EVIDENCE.alerts)}</h2>
${alerts.length === 0 ? none : alerts.map((alert) => alertOf(alert, translator, time))}
<h2>${t(EVIDENCE.scores)}</h2>
${scores.length === 0 ? none : html`<ul>${scores.map(scoreOf)}</ul>`}`;
  return evidenceDocument(title, language, body);
}

type CaseFacts = Pick<CasePage, "storedCase" | "chain" | "local"> & { txHash: string | undefined };

function factsOf({ storedCase, chain, local, txHash }: CaseFacts, translator: Translator, time: Times): Html {
  const { t } = translator;
  const { amount, token, chainId, happenedAt, lawsNow } = storedCase;
  const facts: [string, string | undefined][] = [
    [
      t(EVIDENCE.case),
      storedCase.opened === OPENED_ONCE ? storedCase.subject : `${storedCase.subject} (${storedCase.opened})`,
    ],
    [t(CASE.state), stateWords(storedCase, t)],
    [t(CASE.due), dueWords(storedCase, t, time)],
    [
      t(CASE.notices),
      noticesIn(storedCase)
        .map((notice) => noticeWords(notice, t, time, (iso) => translator.day(iso) ?? iso))
        .join("; "),
    ],
    [t(FACTS.projectColumn), String(storedCase.projectId)],
    [
      t(EVIDENCE.operation),
      storedCase.kind === "notification"
        ? happenedAt === undefined
          ? t(FACTS.unknown)
          : time(happenedAt)
        : undefined,
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
  return html`<dl>${knownFacts.map(([name, value]) => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`;
}

function dueWords(storedCase: StoredCase, t: Translate, time: Times): string {
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
  /** What a revision changes. */
  change?: RevisionChange | undefined;
  /** The receipt that a correction replaced. */
  replaced?: Filing | undefined;
}

function eventOf(
  event: Opening | Step,
  { notices, change, replaced }: AroundEvent,
  translator: Translator,
  time: Times,
): Html {
  const { t, inWords } = translator;
  const { filing, notice, note, operations = [], batch, officer } = detailsOf(event);
  const words = event.kind === "opened" ? openingWords(event, t, time) : stepWords(event, t, time, change);
  return html`<li><strong>${time(event.at)}</strong>: ${words}${officer === undefined ? "" : ` (${t(EVIDENCE.personId, { id: officer.subject })})`}
${batch === undefined || batch.size === 1 ? "" : html`<p>${t(TOGETHER.withOthers, { count: batch.size - 1 })}</p>`}
${operations.length === 0 ? "" : html`<ul>${operations.map(operationOf)}</ul>`}
${filing === undefined ? "" : html`<p>${filingWords(filing, t, inWords)}</p>`}
${notice === undefined ? "" : html`<p>${inNoticeWords(notice, event.at, notices, translator, time)}</p>`}
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

/**
 * The notice that covers the case, with its receipt as it was at the decision, and as it was corrected since; without one where the month
 * cannot be read.
 */
function inNoticeWords(
  { month, id }: NoticeName,
  decidedAt: string,
  notices: readonly CaseNotice[],
  { t, inWords, monthInWords }: Translator,
  time: Times,
): string {
  const words = t(STEPS.inNotice, { month: monthInWords(month) });
  const notice = noticeWith(id, notices);
  if (notice === undefined) return words;
  const { recorded, corrections } = notice;
  const then = corrections.findLast(({ at }) => at < decidedAt) ?? recorded;
  const last = corrections.at(-1) ?? recorded;
  const wordsThen = `${words}: ${filingWords(then.filing, t, inWords)}`;
  if (last === then) return wordsThen;
  const corrected = t(STEPS.correctedOn, { time: time(last.at) });
  return `${wordsThen} (${corrected}: ${filingWords(last.filing, t, inWords)})`;
}

function noticeWith(id: string | undefined, notices: readonly CaseNotice[]): Notice | undefined {
  return notices.find(({ notice }) => notice.recorded.id === id)?.notice;
}

/** A notice as it stands, and every event of it: a correction says what it replaced. */
function noticeOf(
  { month, notice }: CaseNotice,
  notices: readonly CaseNotice[],
  translator: Translator,
  time: Times,
): Html {
  const { t, inWords, monthInWords } = translator;
  const { recorded, corrections, additions, filing } = notice;
  const events = [recorded, ...corrections, ...additions].sort((a, b) => a.number - b.number);
  const amended = noticeWith(recorded.amends, notices)?.filing.reference ?? t(NOTICE.otherNotice);
  return html`<h3>${monthInWords(month)}: ${filingWords(filing, t, inWords)}</h3>
${recorded.amends === undefined ? "" : html`<p>${t(NOTICE.amends)} ${amended}</p>`}
<ol>${events.map((event) => eventOf(event, { notices, replaced: receiptReplacedBy(event, notice) }, translator, time))}</ol>`;
}

/** The receipt that a correction replaced: that of the correction before it, or else of the notice. Undefined of another event. */
function receiptReplacedBy({ id }: Step, { recorded, corrections }: Notice): Filing | undefined {
  const receipts = [recorded, ...corrections];
  const index = corrections.findIndex((correction) => correction.id === id);
  if (index === -1) return undefined;
  return receipts[index]?.filing;
}

function alertOf(alert: OwnAlert, { t }: Translator, time: Times): Html {
  const { id, message, subjectCount = 0 } = alert;
  const sending = html`<p>${id}, ${sendingOf(alert, t, time)}</p>`;
  return message === undefined
    ? html`${sending}<p>${t(EVIDENCE.aboutMany, { count: subjectCount })}</p>`
    : html`<h3>${message["subject"]}</h3>${sending}<pre dir="auto">${message["email"]}</pre>`;
}

function sendingOf({ state, sentAt }: OwnAlert, t: Translate, time: Times): string {
  if (sentAt !== undefined) return t(EVIDENCE.sent, { at: time(sentAt) });
  return t(state === "failed" ? EVIDENCE.notSent : NOTIFICATION.notConfirmed);
}

function messageOf({ stored, body }: ReadMessage, { t }: Translator, time: Times): Html {
  const { revisionReceivedAt, riskNow, repeats, kind } = stored;
  const received = `${t(FACTS.received)}: ${time(revisionReceivedAt)}.`;
  // A message that cannot be read has no risk.
  const risk = kind === "notification" ? ` ${t(FACTS.risk)}: ${t(RISKS[riskNow])}.` : "";
  return html`<h3>${nameOf(stored)}</h3>
<p>${received}${risk} ${t(EVIDENCE.repeats, { count: repeats })}</p>
${body === undefined ? "" : html`<details><summary>${t(EVIDENCE.asReceived)}</summary><pre dir="auto">${body.toString()}</pre></details>`}`;
}
