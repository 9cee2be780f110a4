/** One notification: its facts exactly as they are stored, its laws, what else came under its id, and its body. */

import type { Hono } from "hono";
import { chainFacts } from "../../alert/explorer.ts";
import type { Law } from "../../contract/webhook.ts";
import { worstFirst } from "../../risk/laws.ts";
import { logger } from "../../runtime/observe.ts";
import { linkTo, notificationLink, walletLink } from "../../stack/desk-links.ts";
import { ChainStore } from "../../store/chains.ts";
import { nameOf } from "../../store/notifications/notification-keys.ts";
import type { NotificationQueries } from "../../store/notifications/notification-queries.ts";
import type { StoredNotification } from "../../store/notifications/notification-schema.ts";
import { expandBody } from "../../store/notifications/raw-body.ts";
import { notificationIn } from "../../store/notifications/stored-body.ts";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { notFound, page } from "../layout.tsx";
import { Amount, Facts, Moment, Outside, Risk } from "../parts/facts.tsx";

export function addNotification(
  app: Hono<DeskEnv>,
  { database, environment }: DeskOptions,
  queries: NotificationQueries,
): void {
  const chains = new ChainStore(database, environment.CHAINS_TABLE);
  app.get("/notification", async (context) => {
    const found = await queries.find(context.req.query("name") ?? "");
    if (found === undefined || !context.var.access.sees.includes(found.notification.projectId)) {
      return notFound(context, "There is no such notification.");
    }
    const { notification, versions } = found;
    logger.info("a notification was viewed at the desk", {
      key: nameOf(notification),
      subject: context.var.person.subject,
    });
    const chain = notification.chainId === undefined ? undefined : await chains.get(notification.chainId);
    return page(context, {
      title: `Notification ${nameOf(notification)}`,
      children: (
        <>
          <Transaction
            of={notification}
            chain={chain && { ...chainFacts(chain) }}
            userLink={environment.USER_LINK}
          />
          <LawList of={notification} />
          <Issues of={notification} />
          <Versions of={versions} />
          <Body of={notification} />
        </>
      ),
    });
  });
}

interface TransactionProps {
  of: StoredNotification;
  chain: ReturnType<typeof chainFacts> | undefined;
  userLink: string | undefined;
}

function Transaction({ of: one, chain, userLink }: TransactionProps) {
  const { address, amount, token, chainId, txHash, projectId } = one;
  return (
    <Facts
      facts={[
        ["Risk", <Risk of={one.risk} />],
        ["Project", String(projectId)],
        ["User", address?.userId === undefined ? undefined : <User id={address.userId} link={userLink} />],
        ["Amount", amount === undefined ? undefined : <Amount amount={amount} token={token} />],
        ["In the smallest unit", amount?.value],
        ["Token", token === undefined ? undefined : <bdi>{`${token.name} (${token.symbol})`}</bdi>],
        [
          "Wallet",
          address && (
            <span class="address">
              <a href={walletLink({ projectId, address: address.address, chainId: chainId ?? "" })}>
                <bdi>{address.address}</bdi>
              </a>{" "}
              <Outside href={chain?.addressUrl(address.address)}>
                on {chain?.name ?? `chain ${chainId}`}
              </Outside>
            </span>
          ),
        ],
        ["Wallet's note", address?.description && <bdi>{address.description}</bdi>],
        [
          "Transaction",
          txHash && (
            <span class="address">
              <Outside href={chain?.transactionUrl(txHash)}>
                <bdi>{txHash}</bdi>
              </Outside>
            </span>
          ),
        ],
        ["Happened", one.timestamp && <Moment at={one.timestamp} />],
        ["Received", <Moment at={one.receivedAt} />],
        [
          "Sent again",
          one.repeats === 0
            ? undefined
            : `${one.repeatsAtLeast === true ? "at least " : ""}${one.repeats} times`,
        ],
        ["Alert", one.alert.state === "none" ? "none was due" : one.alert.state],
        ["Message", one.message && <bdi>{one.message}</bdi>],
      ]}
    />
  );
}

/** The company's own page of a user, where the settings name one. */
function User({ id, link }: { id: string; link: string | undefined }) {
  return (
    <span>
      <a href={linkTo("/notifications", { user: id })}>
        <bdi>{id}</bdi>
      </a>{" "}
      {link === undefined ? undefined : (
        <Outside href={link.replaceAll("{userId}", encodeURIComponent(id))}>in the back office</Outside>
      )}
    </span>
  );
}

function LawList({ of: one }: { of: StoredNotification }) {
  // The body has the descriptions and sources, and laws beyond those that the item lists.
  const laws = notificationIn(one.raw)?.inflictedLaws ?? one.laws;
  if (laws.length === 0) return undefined;
  return (
    <section>
      <h2>Laws, worst first</h2>
      <ol>
        {worstFirst<Pick<Law, "name" | "risk" | "country" | "countryCode"> & Partial<Law>>(laws).map(
          (law) => (
            <li>
              <Risk of={law.risk} /> <bdi>{law.name}</bdi>, <bdi>{law.country}</bdi> (
              <bdi>{law.countryCode}</bdi>){law.description ? <p dir="auto">{law.description}</p> : undefined}
              {law.source ? (
                <p dir="auto">
                  Source: <Outside href={law.source}>{law.source}</Outside>
                </p>
              ) : undefined}
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

function Issues({ of: { issues = [] } }: { of: StoredNotification }) {
  if (issues.length === 0) return undefined;
  return (
    <section>
      <h2>Why it is not understood</h2>
      <ul>
        {issues.map(({ path, message }) => (
          <li dir="auto">
            {path === "" ? "(body)" : path}: {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Versions({ of: versions }: { of: readonly StoredNotification[] }) {
  if (versions.length === 0) return undefined;
  return (
    <section>
      <h2>Other contents under the same id</h2>
      <ul>
        {versions.map((one) => (
          <li>
            <Risk of={one.risk} /> <a href={notificationLink(nameOf(one))}>{nameOf(one)}</a>, received{" "}
            <Moment at={one.receivedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As it came; what cannot be shown as text is shown as the replacement character, and `vigia` has the bytes. */
function Body({ of: one }: { of: StoredNotification }) {
  return (
    <details>
      <summary>The body as it was received</summary>
      <pre dir="auto">{expandBody(one.raw).toString()}</pre>
      <p>
        Content digest <code>{one.content}</code>, delivery <code>{one.delivery}</code>
      </p>
    </details>
  );
}
