/** The page of a pack that people read and print: all in one file, with times in UTC, and no script. */

import { html, raw } from "hono/html";
import type { StoredAlert } from "../alerts/alerts.ts";
import type { StoredCase } from "../cases/case.ts";
import { duesOf, isCountedWithoutZone, lawsSaidLast, stateOf } from "../cases/state.ts";
import type { Step } from "../cases/step.ts";
import type { HeldState } from "../holds/held-since.ts";
import { CASE } from "../i18n/catalogue/desk/case.ts";
import { EVIDENCE } from "../i18n/catalogue/desk/evidence.ts";
import { FACTS } from "../i18n/catalogue/desk/facts.ts";
import { HOLD } from "../i18n/catalogue/desk/hold.ts";
import { CASE_KINDS } from "../i18n/catalogue/desk/inbox.ts";
import { CASE_OUTCOMES, CROSSINGS } from "../i18n/catalogue/desk/steps.ts";
import { TOGETHER } from "../i18n/catalogue/desk/together.ts";
import type { SayText } from "../i18n/formatting.ts";
import type { Language } from "../i18n/language.ts";
import { nameOf } from "../notifications/notification-keys.ts";
import { tokenUnits } from "../text/amounts.ts";
import type { WalletScan } from "../wallets/wallet-scans.ts";
import type { ReadContent } from "./evidence-contents.ts";
import { type Gap, gapText } from "./gap.ts";
import { filingWords, lawWords, noticeWords, stepWords } from "./step-words.ts";

/** What a page shows. */
export interface PageContents {
  one: StoredCase;
  held: HeldState;
  contents: readonly ReadContent[];
  gaps: readonly Gap[];
  alerts: readonly StoredAlert[];
  scores: readonly WalletScan[];
  language: Language;
}

/** Times of evidence are in UTC, as they are stored. */
const asIs = (time: string) => time;

type Html = ReturnType<typeof html>;

const STYLE = raw(
  "body{max-width:60rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}pre{white-space:pre-wrap;overflow-wrap:anywhere}dt{font-weight:700}.note{white-space:pre-wrap}",
);

export async function evidencePage({
  one,
  held,
  contents,
  gaps,
  alerts,
  scores,
  language,
}: PageContents): Promise<string> {
  // Loaded with the first pack, not with the desk's function.
  const { textSpeaker } = await import("../i18n/formatting.ts");
  const say = textSpeaker(language);
  const title = say(CASE.title, { what: say(CASE_KINDS[one.kind]) });
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
<p>${say(EVIDENCE.verify)}</p>
${factsOf(one, held, say)}
<h2>${say(CASE.steps)}</h2>
${stepsOf(one, say)}
<h2>${say(EVIDENCE.contents)}</h2>
${gaps.map((gap) => html`<p><strong>${gapText(gap, say)}</strong></p>`)}
${contents.map((content) => contentOf(content, say))}
<h2>${say(EVIDENCE.alerts)}</h2>
${alerts.map((alert) => html`<h3>${alert.message.subject}</h3><p>${alert.id}, ${alert.state} ${alert.sentAt ?? ""}</p><pre dir="auto">${alert.message.email}</pre>`)}
<h2>${say(EVIDENCE.scores)}</h2>
<ul>${scores.map(({ scannedAt, score }) => html`<li>${scannedAt}: ${score ?? say(FACTS.unknown)}</li>`)}</ul>
</body>
</html>
`;
  return String(await page);
}

function factsOf(one: StoredCase, held: HeldState, say: SayText): Html {
  const { decision, notices } = stateOf(one);
  const { amount, token } = one;
  const lawsNow = lawsSaidLast(one);
  const facts: [string, string | undefined][] = [
    [say(EVIDENCE.case), `${one.subject} (${one.opened})`],
    [say(CASE.state), say(decision === undefined ? CASE.open : CASE_OUTCOMES[decision.outcome])],
    [say(CASE.due), dueWords(one, say)],
    [say(CASE.notices), notices.map((notice) => noticeWords(notice, say, asIs)).join("; ")],
    [say(HOLD.hold), heldWords(held, say)],
    [say(FACTS.projectColumn), String(one.projectId)],
    [say(FACTS.received), one.receivedAt],
    [say(FACTS.user), one.userId],
    [say(FACTS.wallet), one.address],
    [say(FACTS.chainColumn), one.chainId],
    [say(FACTS.laws), one.laws && lawWords(one, say)],
    [say(CASE.lawsNow), lawsNow && lawWords(lawsNow, say)],
    [say(FACTS.amount), amount && token && `${tokenUnits(amount.value, token.decimals)} ${token.symbol}`],
    [say(FACTS.score), one.score === undefined ? undefined : String(one.score)],
    [say(FACTS.why), one.crossings?.map((crossing) => say(CROSSINGS[crossing])).join(", ")],
  ];
  const known = facts.filter(([, value]) => value !== undefined && value !== "");
  return html`<dl>${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function dueWords(one: StoredCase, say: SayText): string {
  const dues = duesOf(one).join("; ") || say(CASE.noDeadline);
  return isCountedWithoutZone(one) ? `${dues}. ${say(CASE.noZone)}` : dues;
}

function heldWords(held: HeldState, say: SayText): string | undefined {
  if (!held.held) return undefined;
  return held.since === undefined ? say(HOLD.withOther) : say(HOLD.since, { since: held.since });
}

function stepsOf({ steps = [] }: StoredCase, say: SayText): Html {
  if (steps.length === 0) return html`<p>${say(CASE.noSteps)}</p>`;
  return html`<ol>${steps.map((step) => stepOf(step, say))}</ol>`;
}

function stepOf(step: Step, say: SayText): Html {
  const filing = "filing" in step ? step.filing : undefined;
  const note = "note" in step ? step.note : undefined;
  const batch = "batch" in step ? step.batch : undefined;
  return html`<li>${step.at}: ${stepWords(step, say, asIs)}${"by" in step ? ` (${step.by.subject})` : ""}
${batch === undefined ? "" : html`<p>${say(TOGETHER.withOthers, { count: batch.size - 1 })}</p>`}
${filing === undefined ? "" : html`<p>${filingWords(filing, say, asIs)}</p>`}
${note === undefined ? "" : html`<p class="note" dir="auto">${note}</p>`}</li>`;
}

function contentOf({ stored, body }: ReadContent, say: SayText): Html {
  const { receivedAt, risk, repeats } = stored;
  return html`<h3>${nameOf(stored)}</h3>
<p>${say(FACTS.received)}: ${receivedAt}. ${say(FACTS.risk)}: ${risk}. ${say(EVIDENCE.repeats, { count: repeats })}</p>
${body === undefined ? "" : html`<pre dir="auto">${body.toString()}</pre>`}`;
}
