/** One notification: its facts exactly as they are stored, its laws, what else came under its id, and its body. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink, linkTo, notificationLink, walletLink } from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import type { ListedCase } from "../../cases/case.ts";
import { caseOfNotification } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { judge } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { USER } from "../../i18n/catalogue/desk/users.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type {
  ListedNotification,
  StoredNotification,
} from "../../intake/notifications/notification-schema.ts";
import { expandBody } from "../../intake/notifications/raw-body.ts";
import { ChainStore, chainFacts } from "../../screening/chains.ts";
import { mayActIn, maySee } from "../frame/access.ts";
import type { DeskContext, DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { badRequest, parametersOf } from "../frame/parameters.ts";
import { say } from "../frame/translator.ts";
import { USD, UsdCell } from "../kit/case-cells.tsx";
import { DataTable } from "../kit/data-table.tsx";
import { StateBadge } from "../kit/due-badge.tsx";
import { Day, RiskOfRecord } from "../kit/facts.tsx";
import { OpenCase } from "../kit/open-case.tsx";
import { Panel } from "../kit/panel.tsx";
import { ScoreChart } from "../kit/score-chart.tsx";
import { Contents, contentAfter } from "./contents.tsx";
import { Alerts, Body, Issues, LawList } from "./message-parts.tsx";
import { type Surroundings, surroundingsOf } from "./surroundings.ts";
import { Transaction } from "./transaction.tsx";

/** Name of the notification, and the key after which its other contents go on. */
const parameters = z.object({
  name: z.string(),
  after: contentAfter,
});

export function addNotification(
  app: Hono<DeskEnv>,
  options: DeskOptions,
  queries: NotificationQueries,
): void {
  const { database, environment } = options;
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/notification", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const found = await viewed(context, queries, asked);
    if (found === undefined) return notFound(context, NOTIFICATION.notFound);
    const { notification } = found;
    const { userId, address } = notification;
    const [surroundings, chain, ofIt] = await Promise.all([
      surroundingsOf(found, options, queries),
      notification.chainId === undefined ? undefined : chains.get(notification.chainId),
      cases.readable(caseOfNotification(notification)),
    ]);
    const { access } = context.var;
    const props = { of: notification, surroundings };
    return page(context, {
      title: say(NOTIFICATION.title, { name: notification.key }),
      beside: <Beside of={notification} ofIt={ofIt} />,
      children: (
        <>
          {ofIt === undefined &&
          notification.kind === "notification" &&
          mayActIn(access, notification.projectId) ? (
            <section class="panel">
              <OpenCase
                of={{ about: "notification", project: notification.projectId, name: nameOf(notification) }}
              />
            </section>
          ) : undefined}
          <div class="two uneven">
            <div class="stack">
              <Panel title={say(NOTIFICATION.transaction)}>
                <Transaction
                  of={notification}
                  chain={chain && { ...chainFacts(chain) }}
                  userLink={environment.USER_LINK}
                />
              </Panel>
              <LawList of={notification} />
              <Issues of={notification} />
              <Alerts alerts={surroundings.alerts} />
            </div>
            <div class="stack">
              <WalletScore {...props} line={environment.ALERT_FROM} />
              <Others title={say(NOTIFICATION.ofUser)} of={surroundings.ofUser} all={{ user: userId }} />
              <Others
                title={say(NOTIFICATION.ofWallet)}
                of={surroundings.ofWallet}
                all={{ wallet: address?.address }}
              />
            </div>
          </div>
          {found.revisions.length + found.others.length === 0 && asked.after === undefined ? undefined : (
            <Contents
              of={found}
              isFirstPage={asked.after === undefined}
              pageAfter={(after) => linkTo("/notification", { name: nameOf(notification), after })}
            />
          )}
          <Body of={notification} />
        </>
      ),
    });
  });

  app.get("/notification-body", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const found = await viewed(context, queries, asked);
    if (found === undefined) return notFound(context, NOTIFICATION.notFound);
    // With any content: a browser keeps it as a file, and shows none of it.
    context.header("content-type", "application/octet-stream");
    context.header("content-disposition", 'attachment; filename="body.json"');
    return context.body(new Uint8Array(expandBody(found.notification.raw)));
  });
}

/** A notification that this user may see; the visit is logged. */
async function viewed(
  context: DeskContext,
  queries: NotificationQueries,
  { name, after }: z.output<typeof parameters>,
) {
  const found = await queries.find(name, after);
  if (found === undefined || !maySee(context.var.access, found.notification.projectId)) return undefined;
  logger.info("a notification was viewed at the desk", {
    key: nameOf(found.notification),
    subject: context.var.person.subject,
  });
  return found;
}

/** The case that it opened, in one click. */
function Beside({ of: one, ofIt }: { of: StoredNotification; ofIt: ListedCase | undefined }) {
  const now = new Date().toISOString();
  return (
    <>
      <RiskOfRecord of={one} />
      {ofIt === undefined ? undefined : (
        <>
          <StateBadge of={judge(ofIt, now)} now={now} />
          <div class="group end">
            <a class="btn main" href={caseLink(ofIt)}>
              <Icon name="scale" /> {say(NOTIFICATION.openCase)}
            </a>
          </div>
        </>
      )}
    </>
  );
}

interface WalletScoreProps {
  of: ListedNotification;
  surroundings: Surroundings;
  /** The score above which a wallet is alerted. */
  line: number;
}

function WalletScore({
  of: { projectId, address, chainId },
  surroundings: { scores },
  line,
}: WalletScoreProps) {
  if (scores.length < 2 || address === undefined || chainId === undefined) return undefined;
  const href = walletLink({ projectId, address: address.address, chainId });
  return (
    <Panel title={say(NOTIFICATION.scores)} beside={<a href={href}>{say(USER.openWallet)}</a>}>
      <ScoreChart scores={scores} line={line} isSmall />
    </Panel>
  );
}

interface OthersProps {
  title: string;
  of: readonly ListedNotification[];
  /** The filter of the list that has all of them. */
  all: Record<string, string | undefined>;
}

function Others({ title, of, all }: OthersProps) {
  if (of.length === 0) return undefined;
  return (
    <Panel title={title} beside={<a href={linkTo("/notifications", all)}>{say(NOTIFICATION.allOfThem)}</a>}>
      <DataTable
        caption={title}
        rows={of}
        columns={[
          {
            name: say(FACTS.notification),
            cell: (one) => (
              <a class="open" href={notificationLink(nameOf(one))}>
                <bdi>{one.key}</bdi>
              </a>
            ),
          },
          { name: say(FACTS.risk), cell: (one) => <RiskOfRecord of={one} /> },
          { name: USD, class: "n", cell: (one) => <UsdCell of={one} /> },
          {
            ...{ name: say(FACTS.received), class: "n", cellClass: "n muted" },
            cell: ({ receivedAt }) => <Day at={receivedAt} />,
          },
        ]}
      />
    </Panel>
  );
}
