/** The alert about other contents that came under known ids and say something illegal that is new. */

import { CHANGES } from "../../i18n/catalogue/changes.ts";
import { COMMON, MONEY } from "../../i18n/catalogue/common.ts";
import { escapeForSlack, slackCode } from "../../i18n/text/slack.ts";
import type { Translator } from "../../i18n/translator.ts";
import { worstRisk } from "../../law/laws.ts";
import { type ChangedContent, type ChangeFacts, changeFacts, underLaws } from "./change-facts.ts";
import { closingLines, moreLines, nextSteps, officersLook } from "./closing.ts";
import { inboxPage, pageLines, slackPage } from "./desk-links.ts";
import { eventAbout } from "./event-fields.ts";
import { type AlertOrigin, MAX_ILLEGAL_LAWS } from "./facts.ts";
import type { AlertMessage, MessageForm } from "./message.ts";
import { MAX_LISTED_IN_SLACK } from "./message.ts";
import { slackIdIn, subjectIn } from "./shown-id.ts";
import { changeSubject, countriesOf } from "./transaction-alert.ts";
import { paragraphs } from "./transaction-paragraphs.ts";

/** The most changes that are listed; the rest is counted. */
const MAX_LISTED = 20;

/** The most new laws that a message names, which keeps it far below SNS's 256 KB; the service names a handful. */
const MAX_NEW_LAWS = 300;

/** A group of twenty has as many ids, names and laws of what was said before and is said now beside them. */
const MAX_NEW_LAWS_IN_GROUP = 120;

/** Slack shows about 3,000 characters of a description. */
const MAX_NEW_LAWS_IN_SLACK = 20;

/** The message about one or more changes in one project. */
export function changeAlert(changes: readonly ChangedContent[], origin: AlertOrigin): AlertMessage {
  const mostLaws = changes.length === 1 ? MAX_ILLEGAL_LAWS : 0;
  const shown = changes.slice(0, MAX_LISTED).map((change) => changeFacts(change, origin, mostLaws));
  const [only] = shown;
  if (only === undefined) throw new Error("A change alert needs at least one change.");
  const form = changes.length === 1 ? single(only, origin) : group(shown, changes, origin);
  const laws = changes.flatMap(({ changed }) => changed.notification.inflictedLaws);
  return {
    ...form,
    event: eventAbout(origin.stage, changes, (change) => changeSubject(change, origin)),
    attributes: {
      kind: "change",
      risk: worstRisk(laws),
      projectId: origin.projectId,
      chainId: [...new Set(changes.map(({ changed }) => changed.notification.chainId))],
      countries: countriesOf(laws),
    },
  };
}

function single(change: ChangeFacts, { stage, projectId, alertId, translator }: AlertOrigin): MessageForm {
  const { key, facts, what, isReturn } = change;
  const { t } = translator;
  const look = officersLook(stage, alertId, facts.page);
  const project = String(projectId);
  const headline = isReturn
    ? t(CHANGES.againHeadline, { key, project })
    : t(CHANGES.headline, { what, project });
  const [law] = facts.laws;
  const under = law === undefined ? "" : `${law.countryCode} ${law.name} - `;
  return {
    subject: subjectIn(
      translator,
      t(isReturn ? CHANGES.againSubject : CHANGES.subject, { under, amount: facts.amount, usd: facts.usd }),
      t(COMMON.aboutUser),
      facts.user,
    ),
    email: [
      ...[headline, ...comparison(change, MAX_NEW_LAWS, translator), "", t(CHANGES.saysNow)],
      ...[...paragraphs(facts, translator), "", t(CHANGES.kept), ...closingLines(translator, look)],
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...comparison(change, MAX_NEW_LAWS_IN_SLACK, translator).map(escapeForSlack),
        t(CHANGES.slackUser, {
          user: slackIdIn(translator, facts.user),
          amount: escapeForSlack(facts.worth),
        }),
        t(CHANGES.kept),
      ].join("\n"),
      nextSteps: nextSteps(translator, look),
      threadId: key,
    },
  };
}

function group(
  shown: readonly ChangeFacts[],
  changes: readonly ChangedContent[],
  { stage, projectId, alertId, translator, desk }: AlertOrigin,
): MessageForm {
  const { t } = translator;
  const look = officersLook(stage, alertId, inboxPage(desk));
  const { subject, headline } = headingsOf(changes, projectId, translator);
  const rest = (listed: number) => moreLines(translator, changes.length - listed);
  const lawsEach = Math.floor(MAX_NEW_LAWS_IN_GROUP / shown.length);
  return {
    subject,
    email: [
      headline,
      ...shown.flatMap((one, index) => {
        const { facts, what } = one;
        return [
          "",
          `${String(index + 1).padStart(2)}. ${t(CHANGES.listed, { what: capital(what), user: facts.user, amount: facts.worth })}`,
          ...[...comparison(one, lawsEach, translator), ...pageLines(translator, facts.page)].map(
            (line) => `    ${line}`,
          ),
        ];
      }),
      ...["", ...rest(shown.length), t(CHANGES.kept)],
      ...(shown.some(({ facts }) => facts.local.length > 0) ? [t(MONEY.caveat)] : []),
      ...closingLines(translator, look),
    ].join("\n"),
    slack: {
      title: escapeForSlack(headline),
      description: [
        ...shown.slice(0, MAX_LISTED_IN_SLACK).map((one) => slackLine(one, translator)),
        ...rest(MAX_LISTED_IN_SLACK),
        t(CHANGES.kept),
      ].join("\n"),
      nextSteps: nextSteps(translator, look),
      threadId: `project-${projectId}`,
    },
  };
}

/** Several changes may be of one notification: then both are counted. */
function headingsOf(changes: readonly ChangedContent[], projectId: number, { t }: Translator) {
  const ids = new Set(changes.map(({ first }) => first.key)).size;
  const notifications = t(CHANGES.ofNotifications, { count: ids, project: String(projectId) });
  const counted = t(CHANGES.counted, { count: changes.length, notifications });
  return ids < changes.length
    ? {
        subject: t(CHANGES.countedSubject, { counted }),
        headline: t(CHANGES.countedHeadline, { counted }),
      }
    : {
        subject: t(CHANGES.groupSubject, { notifications }),
        headline: t(CHANGES.groupHeadline, { notifications }),
      };
}

function slackLine(one: ChangeFacts, translator: Translator): string {
  const { key, other, facts } = one;
  const news = escapeForSlack(newsLine(one, MAX_LISTED_IN_SLACK, translator));
  const id = `${slackCode(key)}${slackPage(translator, facts.page)}`;
  return ["•", id, "-", ...(other === "" ? [] : [other, "-"]), news].join(" ");
}

function capital(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`;
}

/** Content before and now, and the news. Of a return, the news is what was before. */
function comparison(one: ChangeFacts, most: number, translator: Translator): string[] {
  const news = newsLine(one, most, translator);
  return one.isReturn ? [news, one.now] : [one.before, one.now, news];
}

function newsLine(
  { newLaws, graver, withdrawn, lawsAgain, isReturn }: ChangeFacts,
  most: number,
  translator: Translator,
): string {
  const { t } = translator;
  const under = (laws: ChangeFacts["newLaws"]) => underLaws(t(COMMON.illegal), laws, most, translator);
  const again = (withdrawn: string) =>
    lawsAgain.length === 0
      ? t(isReturn ? CHANGES.wasWithdrawn : CHANGES.again, { withdrawn })
      : t(isReturn ? CHANGES.wasLeftOut : CHANGES.lawsAgain, { risk: under(lawsAgain), withdrawn });
  return [
    ...(newLaws.length > 0 || (graver === "" && withdrawn === undefined)
      ? [t(CHANGES.new, { risk: under(newLaws) })]
      : []),
    ...(withdrawn === undefined ? [] : [again(withdrawn)]),
    ...(graver === "" ? [] : [t(CHANGES.graver, { facts: graver })]),
  ].join(" ");
}
