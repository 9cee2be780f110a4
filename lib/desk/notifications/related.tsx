/** What belongs to a notification, below it: its alerts as they were sent, its wallet's scores, others like it. */

import type { StoredAlert } from "../../alerts/alerts.ts";
import { linkTo, notificationLink } from "../../alerts/desk-links.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { nameOf } from "../../notifications/notification-keys.ts";
import type { ListedNotification } from "../../notifications/notification-schema.ts";
import { Amount, Moment, Risk } from "../components/facts.tsx";
import { ScoreChart } from "../components/score-chart.tsx";
import { useSpeaker } from "../speaker.ts";
import type { Surroundings } from "./surroundings.ts";

interface RelatedProps {
  of: ListedNotification;
  surroundings: Surroundings;
  /** The score above which a wallet is alerted. */
  line: number;
}

export function Related({ of: { address }, surroundings, line }: RelatedProps) {
  const { say } = useSpeaker();
  const { alerts, scores, ofUser, ofWallet } = surroundings;
  return (
    <>
      <Alerts alerts={alerts} />
      {scores.length < 2 ? undefined : (
        <section>
          <h2>{say(NOTIFICATION.scores)}</h2>
          <ScoreChart scores={scores} line={line} />
        </section>
      )}
      <Others title={say(NOTIFICATION.ofUser)} of={ofUser} all={{ user: address?.userId }} />
      <Others title={say(NOTIFICATION.ofWallet)} of={ofWallet} all={{ wallet: address?.address }} />
    </>
  );
}

function Alerts({ alerts }: { alerts: readonly StoredAlert[] }) {
  const { say } = useSpeaker();
  if (alerts.length === 0) return undefined;
  return (
    <section>
      <h2>{say(NOTIFICATION.alerts)}</h2>
      {alerts.map(({ message: { subject, email }, sentAt }) => (
        <details>
          <summary>
            <bdi>{subject}</bdi>,{" "}
            {sentAt === undefined ? say(NOTIFICATION.notConfirmed) : <Moment at={sentAt} />}
          </summary>
          <pre dir="auto">{email}</pre>
        </details>
      ))}
    </section>
  );
}

interface OthersProps {
  title: string;
  of: readonly ListedNotification[];
  /** The filter of the list that has all of them. */
  all: Record<string, string | undefined>;
}

function Others({ title, of, all }: OthersProps) {
  const { say } = useSpeaker();
  if (of.length === 0) return undefined;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {of.map((one) => (
          <li>
            <Moment at={one.receivedAt} />: <Risk of={one.risk} />,{" "}
            <Amount amount={one.amount} token={one.token} />,{" "}
            <a href={notificationLink(nameOf(one))}>{nameOf(one)}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={linkTo("/notifications", all)}>{say(NOTIFICATION.allOfThem)}</a>
      </p>
    </section>
  );
}
