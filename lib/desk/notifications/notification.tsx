/** A notification without a case, with what else there is of its user; that of a case is a tab of the case. */

import type { Hono } from "hono";
import type { Child } from "hono/jsx";
import * as z from "zod/mini";
import {
  caseLink,
  notificationIn,
  notificationLink,
  notificationsLink,
  walletLink,
} from "../../alerts/messages/desk-links.ts";
import { logger } from "../../aws/observe.ts";
import type { ListedCase } from "../../cases/case.ts";
import { caseOfNotification } from "../../cases/case-keys.ts";
import { isOpen } from "../../cases/case-state.ts";
import { FACTS, RECORDS } from "../../i18n/catalogue/desk/facts.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import { nameOf } from "../../intake/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import { expandBody } from "../../intake/notifications/raw-body.ts";
import { happenedAt } from "../../law/deadlines.ts";
import type { LocalMoney } from "../../law/rates/local-amount.ts";
import type { ChainLookup } from "../../screening/chains.ts";
import type { Wallet } from "../../screening/wallets/wallet.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import { mayActIn, maySee, seenBeside } from "../frame/access.ts";
import type { Desk, DeskContext, DeskEnv } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { notFound, page } from "../frame/layout.tsx";
import { otherAddress, pathIds } from "../frame/page-path.ts";
import { badRequest, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { UserLink } from "../kit/case-cells.tsx";
import { RiskOfRecord, Score, ShortId, When } from "../kit/facts.tsx";
import { chainName, messagesLink, numberOf, searchByNumber } from "../kit/links.ts";
import { OpenCaseForm } from "../kit/open-case.tsx";
import { Panel, Strip, useCountText } from "../kit/panel.tsx";
import { RecordTable } from "../kit/record-table.tsx";
import { operationOf, operationsIn, type Records, recordsOfUser } from "../kit/records.ts";
import { rowFactsOf, rowSources } from "../kit/row-facts.ts";
import { sumWords, totalOf, UsdOf } from "../kit/totals.tsx";
import { Contents, contentAfter } from "./contents.tsx";
import { Alerts, alertsAbout, Body, Issues, LawList } from "./message-parts.tsx";
import { Transaction } from "./transaction.tsx";

/** The key after which the other contents of the notification go on. */
const parameters = z.object({ after: contentAfter });

/** A notification whose body is asked for. */
const named = z.object({ name: z.string() });

export function addNotification(app: Hono<DeskEnv>, desk: Desk): void {
  const { environment, stores } = desk;
  const { cases, alerts: alertStore, notifications: queries, wallets } = stores;
  const sources = rowSources(desk);
  app.get("/n/*", async (context) => {
    const query = parametersOf(context, parameters);
    if (query === undefined) return badRequest(context);
    const { after } = query;
    const name = notificationIn(pathIds(context));
    const address = otherAddress(context, notificationLink(name));
    if (address !== undefined) return context.redirect(address, 303);
    const foundNotification = await viewed(context, queries, { name, after });
    if (foundNotification === undefined) {
      const search = await searchByNumber(context, queries, name);
      return search === undefined ? notFound(context, NOTIFICATION.notFound) : context.redirect(search, 303);
    }
    const { notification } = foundNotification;
    const { projectId, userId, kind } = notification;
    const ofIt = await cases.listed(caseOfNotification(notification));
    if (ofIt !== undefined) return context.redirect(messagesLink(ofIt, { after }), 303);
    const { access } = context.var;
    const now = new Date().toISOString();
    const [records, wallet, alerts] = await Promise.all([
      userId === undefined
        ? undefined
        : recordsOfUser(userId, seenBeside(access, projectId), { cases, notifications: queries }, now),
      walletOf(notification, wallets),
      alertsAbout(alertStore, foundNotification),
    ]);
    const operations = [operationOf(notification), ...(records === undefined ? [] : operationsIn(records))];
    const facts = await rowFactsOf(operations, sources);
    const { chainOf, localOf } = facts;
    const mayOpen = kind === "notification" && mayActIn(access, projectId);
    const isFirstPage = after === undefined;
    const takenBy = records?.alongside.find(
      (operation) => nameOf(operation.notification) === nameOf(notification),
    )?.takenBy;
    return page(context, {
      title: say(NOTIFICATION.title, { name: notification.key }),
      beside: <Beside of={notification} takenBy={takenBy} />,
      children: (
        <>
          {kind === "notification" ? (
            <Facts of={notification} records={records} wallet={wallet} chainOf={chainOf} localOf={localOf} />
          ) : undefined}
          <div class={mayOpen ? "case" : "stack"}>
            <div class="stack">
              <Panel title={say(NOTIFICATION.said)}>
                <Transaction
                  of={notification}
                  chain={notification.chainId === undefined ? undefined : chainOf(notification.chainId)}
                  userLink={environment.USER_LINK}
                />
              </Panel>
              <LawList of={notification} />
              <Issues of={notification} />
              <Alerts alerts={alerts} />
            </div>
            {mayOpen ? (
              <Panel title={say(takenBy === undefined ? NOTIFICATION.noCase : NOTIFICATION.noOwnCase)}>
                <div class="acts">
                  <OpenCaseForm
                    subject={{ about: "notification", project: projectId, name: nameOf(notification) }}
                  />
                </div>
              </Panel>
            ) : undefined}
          </div>
          {records === undefined ? undefined : (
            <Panel
              title={say(NOTIFICATION.ofUser)}
              beside={<a href={notificationsLink({ user: userId })}>{say(RECORDS.allNotifications)}</a>}
            >
              <RecordTable
                records={records}
                caption={say(NOTIFICATION.ofUser)}
                pageOf="user"
                facts={facts}
                now={now}
              />
            </Panel>
          )}
          {foundNotification.revisions.length + foundNotification.others.length === 0 &&
          isFirstPage ? undefined : (
            <Contents
              of={foundNotification}
              isFirstPage={isFirstPage}
              pageAfter={(next) => notificationLink(nameOf(notification), { after: next })}
            />
          )}
          <Body of={notification} />
        </>
      ),
    });
  });

  app.get("/notification-body", async (context) => {
    const query = parametersOf(context, named);
    if (query === undefined) return badRequest(context);
    const foundNotification = await viewed(context, queries, query);
    if (foundNotification === undefined) return notFound(context, NOTIFICATION.notFound);
    // With any content: a browser keeps it as a file, and shows none of it.
    context.header("content-type", "application/octet-stream");
    context.header("content-disposition", 'attachment; filename="body.json"');
    return context.body(new Uint8Array(expandBody(foundNotification.notification.raw)));
  });
}

/** A notification that this user may see; the visit is logged. */
async function viewed(
  context: DeskContext,
  queries: NotificationQueries,
  { name, after }: { name: string; after?: string | undefined },
) {
  const foundNotification = await queries.find(name, after);
  if (
    foundNotification === undefined ||
    !maySee(context.var.access, foundNotification.notification.projectId)
  )
    return undefined;
  logger.info("a notification was viewed at the desk", {
    key: nameOf(foundNotification.notification),
    subject: context.var.person.subject,
  });
  return foundNotification;
}

/** The wallet that it names, where scans know it. */
async function walletOf(
  { projectId, address, chainId }: StoredNotification,
  wallets: WalletStore,
): Promise<Wallet | undefined> {
  if (address === undefined || chainId === undefined) return undefined;
  return wallets.get({ projectId, chainId, address: address.address });
}

interface BesideProps {
  of: StoredNotification;
  /** The case whose suspicion takes it along. */
  takenBy: ListedCase | undefined;
}

function Beside({ of: revision, takenBy }: BesideProps) {
  return (
    <>
      <RiskOfRecord of={revision} />
      {takenBy === undefined ? undefined : (
        <a href={caseLink(takenBy)}>{say(NOTIFICATION.alongside, { number: numberOf(takenBy) })}</a>
      )}
      {revision.kind === "notification" && takenBy === undefined ? (
        <span class="badge">
          <Icon name="circleDashed" /> {say(NOTIFICATION.noCase)}
        </span>
      ) : undefined}
    </>
  );
}

interface FactsProps {
  of: StoredNotification;
  records: Records | undefined;
  wallet: Wallet | undefined;
  chainOf: ChainLookup;
  localOf: LocalMoney;
}

/** The facts that decide whether it is to have a case: alone, and with others of the user that have none. */
function Facts({ of: revision, records, wallet, chainOf, localOf }: FactsProps) {
  const translator = useTranslator();
  const { short } = translator;
  const { userId, address, chainId, receivedAt } = revision;
  const { cases = [], withoutCase = [], mayLack = false, isCut = false } = records ?? {};
  const [casesIn, notificationsIn] = [
    useCountText({ isAtLeast: mayLack }),
    useCountText({ isAtLeast: mayLack || isCut }),
  ];
  const at = happenedAt(revision.timestamp ?? "", receivedAt);
  const alone = totalOf([operationOf(revision)], localOf);
  const together = totalOf(withoutCase.map(operationOf), localOf);
  const fact = (name: string, value: Child, more: Child) => ({ name, value, more });
  return (
    <Strip
      facts={[
        fact(
          say(FACTS.amount),
          alone.unknown > 0 ? <span class="muted">{say(FACTS.unknown)}</span> : <UsdOf of={alone} />,
          sumWords(alone, translator).join(" · "),
        ),
        fact(
          say(RECORDS.operation),
          at === undefined ? <span class="muted">{say(FACTS.unknown)}</span> : <When at={at} />,
          [say(FACTS.received), short(receivedAt) ?? receivedAt].join(" "),
        ),
        ...(userId === undefined
          ? []
          : [
              fact(
                say(FACTS.user),
                <UserLink of={userId} />,
                [
                  `${say(RECORDS.open)}: ${casesIn(cases.filter(({ listedCase }) => isOpen(listedCase)).length)}`,
                  `${say(RECORDS.withoutCase)}: ${notificationsIn(withoutCase.length)}`,
                ].join(" · "),
              ),
            ]),
        ...(address === undefined
          ? []
          : [
              fact(
                say(FACTS.wallet),
                <>
                  <ShortId
                    of={address.address}
                    href={wallet && walletLink({ ...wallet, address: address.address })}
                  />{" "}
                  {wallet === undefined ? undefined : <Score score={wallet.score} />}
                </>,
                <bdi>{chainName(chainId, chainOf)}</bdi>,
              ),
            ]),
        ...(together.count < 2
          ? []
          : [
              fact(
                say(NOTIFICATION.together, { count: together.count }),
                <UsdOf of={together} />,
                sumWords(together, translator).join(" · "),
              ),
            ]),
      ]}
    />
  );
}
