/** Facts of a notification's transaction, exactly as stored. */

import { walletLink } from "../../alerts/messages/desk-links.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { ALERT_STATES, NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import type { StoredNotification } from "../../intake/notifications/notification-schema.ts";
import type { ChainFacts } from "../../screening/chains.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { UserLink } from "../kit/case-cells.tsx";
import { Amount, Copy, Facts, Moment, Outside } from "../kit/facts.tsx";

interface TransactionProps {
  of: StoredNotification;
  chain: ChainFacts | undefined;
  userLink: string | undefined;
}

export function Transaction({ of: revision, chain, userLink }: TransactionProps) {
  const { userId, address, amount, token, chainId, txHash, projectId } = revision;
  return (
    <Facts
      facts={[
        [say(FACTS.projectColumn), String(projectId)],
        [say(FACTS.user), userId === undefined ? undefined : <User id={userId} link={userLink} />],
        [say(FACTS.amount), amount === undefined ? undefined : <Amount amount={amount} token={token} />],
        [
          say(NOTIFICATION.token),
          token === undefined ? undefined : <bdi>{`${token.name} (${token.symbol})`}</bdi>,
        ],
        [
          say(FACTS.wallet),
          address && (
            <span class="address">
              <a href={walletLink({ projectId, address: address.address })}>
                <bdi>{address.address}</bdi>
              </a>{" "}
              <Copy text={address.address} />{" "}
              <Outside href={chain?.addressUrl(address.address)}>
                {say(NOTIFICATION.onChain, {
                  chain: chain?.name ?? say(FACTS.chain, { chainId: chainId ?? "" }),
                })}
              </Outside>
            </span>
          ),
        ],
        [say(NOTIFICATION.note), address?.description && <bdi>{address.description}</bdi>],
        [
          say(NOTIFICATION.transaction),
          txHash && (
            <span class="address">
              <Outside href={chain?.transactionUrl(txHash)}>
                <bdi>{txHash}</bdi>
              </Outside>{" "}
              <Copy text={txHash} />
            </span>
          ),
        ],
        [say(NOTIFICATION.happened), revision.timestamp && <Moment at={revision.timestamp} />],
        [say(FACTS.received), <Moment at={revision.receivedAt} />],
        [
          say(NOTIFICATION.sentAgain),
          revision.repeats === 0 ? undefined : say(NOTIFICATION.times, { count: revision.repeats }),
        ],
        // Of an error a mail goes out once an hour, for all of them.
        [
          say(NOTIFICATION.alert),
          revision.kind === "error" ? undefined : say(ALERT_STATES[revision.alert.state]),
        ],
        [say(NOTIFICATION.message), revision.message && <bdi>{revision.message}</bdi>],
      ]}
    />
  );
}

/** The company's own page of a user, where the settings name one. */
function User({ id, link }: { id: string; link: string | undefined }) {
  return (
    <span>
      <UserLink of={id} />{" "}
      {link === undefined ? undefined : (
        <Outside href={link.replaceAll("{userId}", encodeURIComponent(id))}>
          {useTranslator().t(NOTIFICATION.backOffice)}
        </Outside>
      )}
    </span>
  );
}
