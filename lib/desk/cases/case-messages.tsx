/** The tab of a case with what the service said of its notification, and what was sent about it. */

import { caseLink } from "../../alerts/messages/desk-links.ts";
import type { StoredCase } from "../../cases/case.ts";
import { notificationNameOf } from "../../cases/case-keys.ts";
import { CASE } from "../../i18n/catalogue/desk/case.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { messagesLink } from "../kit/links.ts";
import { Contents } from "../notifications/contents.tsx";
import { Alerts, Body, Issues, LawList } from "../notifications/message-parts.tsx";
import type { CaseSurroundings } from "./case-surroundings.ts";

interface CaseMessagesProps {
  of: StoredCase;
  surroundings: CaseSurroundings;
  /** The list that an officer came from. */
  list: string | undefined;
  /** The content after which these go on. */
  after: string | undefined;
}

export function CaseMessages({ of: storedCase, surroundings, list, after }: CaseMessagesProps) {
  const { contents, alerts } = surroundings;
  if (contents === undefined) return <p class="panel blank">{say(CASE.subjectGone)}</p>;
  const { notification } = contents;
  return (
    <div class="stack">
      <Contents
        of={contents}
        isFirstPage={after === undefined}
        pageAfter={(next) => messagesLink(storedCase, { list, after: next })}
      />
      <LawList of={notification} />
      <Issues of={notification} />
      <Alerts alerts={alerts} />
      <Body of={notification} />
    </div>
  );
}

interface CaseTabsProps extends Pick<CaseMessagesProps, "of" | "surroundings" | "list"> {
  isMessages: boolean;
}

/** The tabs of a case of a notification: the case itself, and what the service said. */
export function CaseTabs({ of: storedCase, surroundings: { contents }, list, isMessages }: CaseTabsProps) {
  const { count } = useTranslator();
  if (notificationNameOf(storedCase) === undefined) return undefined;
  const current = { "aria-current": "page" } as const;
  return (
    <nav class="tabs" aria-label={say(CASE.parts)}>
      <a href={caseLink(storedCase, { list })} {...(isMessages ? {} : current)}>
        {say(CASE.itself)}
      </a>
      <a href={messagesLink(storedCase, { list })} {...(isMessages ? current : {})}>
        {say(CASE.messages)}{" "}
        {contents === undefined ? undefined : (
          <span class="count">{count(contents.notification.revisions + 1)}</span>
        )}
      </a>
    </nav>
  );
}
