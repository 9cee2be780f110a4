/** The page of a pack that people read and print: all in one file, with times in UTC, and no script. */

import { html, raw } from "hono/html";
import type { StoredAlert } from "../../alerts/alerts.ts";
import { TOGETHER } from "../../i18n/catalogue/desk/batch.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../../i18n/catalogue/desk/evidence.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { CASE_KINDS } from "../../i18n/catalogue/desk/inbox.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { CASE_OUTCOMES, CROSSINGS } from "../../i18n/catalogue/desk/steps.ts";
import type { Language } from "../../i18n/catalogue/language.ts";
import { tokenUnits } from "../../i18n/text/amounts.ts";
import type { Translate } from "../../i18n/translator.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { WalletScan } from "../../screening/wallets/wallet-scans.ts";
import type { StoredCase } from "../case.ts";
import { OPENED_ONCE } from "../case-keys.ts";
import { deadlinesFor, isCountedFromReceipt, isCountedWithoutZone, lawsSaidLast, stateOf } from "../state.ts";
import type { Step } from "../step.ts";
import type { ReadContent } from "./evidence-contents.ts";
import { type Gap, gapText } from "./gap.ts";
import { filingWords, lawWords, noticeWords, stepWords } from "./step-words.ts";

/** Contents of a page. */
interface PageContents {
  one: StoredCase;
  contents: readonly ReadContent[];
  gaps: readonly Gap[];
  alerts: readonly StoredAlert[];
  scores: readonly WalletScan[];
  language: Language;
}

const RISKS = { illegal: FACTS.illegal, warn: FACTS.warn, none: FACTS.noLaw } as const;

/** Times of evidence are in UTC, as they are stored. */
const asIs = (time: string) => time;

type Html = ReturnType<typeof html>;

const STYLE = raw(
  "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}pre{white-space:pre-wrap;overflow-wrap:anywhere}dt{font-weight:700}.note{white-space:pre-wrap}",
);

export async function evidencePage({
  one,
  contents,
  gaps,
  alerts,
  scores,
  language,
}: PageContents): Promise<string> {
  // Loaded with the first pack, not with the desk's function.
  const { textTranslator } = await import("../../i18n/translator.ts");
  const t = textTranslator(language);
  const title = t(CASE.title, { what: t(CASE_KINDS[one.kind]) });
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
<p>${t(EVIDENCE.verify)}</p>
<p>${t(EVIDENCE.noCertificate)}</p>
${factsOf(one, t)}
<h2>${t(CASE.steps)}</h2>
${stepsOf(one, t)}
<h2>${t(EVIDENCE.contents)}</h2>
${gaps.map((gap) => html`<p><strong>${gapText(gap, t)}</strong></p>`)}
${contents.map((content) => contentOf(content, t))}
<h2>${t(EVIDENCE.alerts)}</h2>
${alerts.map((alert) => html`<h3>${alert.message["subject"]}</h3><p>${alert.id}, ${sendingOf(alert, t)}</p><pre dir="auto">${alert.message["email"]}</pre>`)}
<h2>${t(EVIDENCE.scores)}</h2>
<ul>${scores.map(({ scannedAt, score }) => html`<li>${scannedAt}: ${score ?? t(FACTS.unknown)}</li>`)}</ul>
</body>
</html>
`;
  return String(await page);
}

function factsOf(one: StoredCase, t: Translate): Html {
  const { decision, notices } = stateOf(one);
  const { amount, token } = one;
  const lawsNow = lawsSaidLast(one);
  const facts: [string, string | undefined][] = [
    [t(EVIDENCE.case), one.opened === OPENED_ONCE ? one.subject : `${one.subject} (${one.opened})`],
    [t(CASE.state), t(decision === undefined ? CASE.open : CASE_OUTCOMES[decision.outcome])],
    [t(CASE.due), dueWords(one, t)],
    [t(CASE.notices), notices.map((notice) => noticeWords(notice, t, asIs)).join("; ")],
    [t(FACTS.projectColumn), String(one.projectId)],
    [t(FACTS.received), one.receivedAt],
    [t(FACTS.user), one.userId],
    [t(FACTS.wallet), one.address],
    [t(FACTS.chainColumn), one.chainId],
    [t(FACTS.laws), one.laws && lawWords(one, t)],
    [t(CASE.lawsNow), lawsNow && lawWords(lawsNow, t)],
    [t(FACTS.amount), amount && token && `${tokenUnits(amount.value, token.decimals)} ${token.symbol}`],
    [t(FACTS.score), one.score === undefined ? undefined : String(one.score)],
    [t(FACTS.why), one.crossings?.map((crossing) => t(CROSSINGS[crossing])).join(", ")],
  ];
  const known = facts.filter(([, value]) => value !== undefined && value !== "");
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function dueWords(one: StoredCase, t: Translate): string {
  const dues = deadlinesFor(one).join("; ") || t(CASE.noDeadline);
  if (isCountedFromReceipt(one)) return `${dues}. ${t(CASE.fromReceipt)}`;
  return isCountedWithoutZone(one) ? `${dues}. ${t(CASE.noZone)}` : dues;
}

function stepsOf({ steps = [] }: StoredCase, t: Translate): Html {
  if (steps.length === 0) return html`<p>${t(CASE.noSteps)}</p>`;
  return html`<ol>${steps.map((step) => stepOf(step, t))}</ol>`;
}

function stepOf(step: Step, t: Translate): Html {
  const filing = "filing" in step ? step.filing : undefined;
  const note = "note" in step ? step.note : undefined;
  const batch = "batch" in step ? step.batch : undefined;
  return html`<li>${step.at}: ${stepWords(step, t, asIs)}${"by" in step ? ` (${step.by.subject})` : ""}
${batch === undefined ? "" : html`<p>${t(TOGETHER.withOthers, { count: batch.size - 1 })}</p>`}
${filing === undefined ? "" : html`<p>${filingWords(filing, t, asIs)}</p>`}
${note === undefined ? "" : html`<p class="note" dir="auto">${note}</p>`}</li>`;
}

function sendingOf({ state, sentAt: at }: StoredAlert, t: Translate): string {
  if (at !== undefined) return t(EVIDENCE.sent, { at });
  return t(state === "failed" ? EVIDENCE.notSent : NOTIFICATION.notConfirmed);
}

function contentOf({ stored, body }: ReadContent, t: Translate): Html {
  const { contentAt, riskNow, repeats } = stored;
  return html`<h3>${nameOf(stored)}</h3>
<p>${t(FACTS.received)}: ${contentAt}. ${t(FACTS.risk)}: ${t(RISKS[riskNow])}. ${t(EVIDENCE.repeats, { count: repeats })}</p>
${body === undefined ? "" : html`<pre dir="auto">${body.toString()}</pre>`}`;
}
