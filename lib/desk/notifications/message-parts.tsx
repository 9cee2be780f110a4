/** Parts of a notification's page, and of the tab of its case: its laws, why it could not be read, its alerts and its body. */

import type { AlertStore, StoredAlert } from "../../alerts/alerts.ts";
import { issuesLine } from "../../contract/issues.ts";
import type { Law } from "../../contract/webhook.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import type { FoundNotification } from "../../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import { expandBody, notificationIn } from "../../intake/notifications/raw-body.ts";
import { worstFirst } from "../../law/laws.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { Risk, When } from "../kit/facts.tsx";
import { bodyLink } from "../kit/links.ts";

export function LawList({ of: revision }: { of: StoredNotification }) {
  // The body has the descriptions and sources, and laws beyond those that the item lists.
  const laws = notificationIn(revision.raw)?.inflictedLaws ?? revision.laws;
  if (laws.length === 0) return undefined;
  return (
    <section class="panel">
      <h2>{say(NOTIFICATION.lawsWorstFirst)}</h2>
      <ol>
        {worstFirst<Pick<Law, "name" | "risk" | "country" | "countryCode"> & Partial<Law>>(laws).map(
          (law) => (
            <li>
              <Risk of={law.risk} /> <bdi>{law.name}</bdi>, <bdi>{law.country}</bdi> (
              <bdi>{law.countryCode}</bdi>){law.description ? <p dir="auto">{law.description}</p> : undefined}
              {law.source ? (
                <p dir="auto">
                  {say(NOTIFICATION.source)}
                  {law.source}
                </p>
              ) : undefined}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

export function Issues({ of: { issues = [] } }: { of: StoredNotification }) {
  const { language } = useTranslator();
  if (issues.length === 0) return undefined;
  return (
    <section class="panel">
      <h2>{say(NOTIFICATION.notUnderstood)}</h2>
      <ul>
        {issues.map((issue) => (
          <li dir="auto">{issuesLine([issue], language)}</li>
        ))}
      </ul>
    </section>
  );
}

/** A notification is seldom revised more often. */
const MAX_ALERTS = 20;

/** Alerts of the contents of a notification, the first one first. */
export async function alertsAbout(
  store: AlertStore,
  { notification, revisions }: Pick<FoundNotification, "notification" | "revisions">,
): Promise<StoredAlert[]> {
  const ids = [...new Set([notification, ...revisions].flatMap(({ alert }) => alert.id ?? []))]
    .sort()
    .slice(0, MAX_ALERTS);
  const storedAlerts = await Promise.all(ids.map((id) => store.find(id)));
  return storedAlerts.filter((alert) => alert !== undefined);
}

export function Alerts({ alerts }: { alerts: readonly StoredAlert[] }) {
  if (alerts.length === 0) return undefined;
  return (
    <section class="panel">
      <h2>{say(NOTIFICATION.alerts)}</h2>
      {alerts.map(({ message: { subject, email }, sentAt }) => (
        <details>
          <summary>
            <bdi>{subject}</bdi>,{" "}
            {sentAt === undefined ? say(NOTIFICATION.notConfirmed) : <When at={sentAt} />}
          </summary>
          <pre dir="auto">{email}</pre>
        </details>
      ))}
    </section>
  );
}

/** As it came; what cannot be shown as text is shown as the replacement character, and the file has the bytes. */
export function Body({ of: revision }: { of: StoredNotification }) {
  return (
    <details class="panel">
      <summary>{say(NOTIFICATION.body)}</summary>
      <pre dir="auto">{expandBody(revision.raw).toString()}</pre>
      <p>
        <a href={bodyLink(revision)}>{say(NOTIFICATION.asFile)}</a>
      </p>
      <p>
        {say(NOTIFICATION.digest)}
        <code>{revision.digest}</code>, {say(NOTIFICATION.delivery)}
        <code>{revision.delivery}</code>
      </p>
    </details>
  );
}
