/** What a notification says of its transaction, exactly as it is stored. */

import { linkTo, walletLink } from "../../alerts/desk-links.ts";
import type { chainFacts } from "../../chains/explorer.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { NOTIFICATION } from "../../i18n/catalogue/desk/notification.ts";
import type { StoredNotification } from "../../notifications/notification-schema.ts";
import { Amount, Facts, Moment, Outside, Risk } from "../components/facts.tsx";
import { useSpeaker } from "../speaker.ts";
import { alertWords } from "./contents.tsx";

interface TransactionProps {
  of: StoredNotification;
  chain: ReturnType<typeof chainFacts> | undefined;
  userLink: string | undefined;
}

export function Transaction({ of: one, chain, userLink }: TransactionProps) {
  const { say } = useSpeaker();
  const { address, amount, token, chainId, txHash, projectId } = one;
  return (
    <Facts
      facts={[
        [say(FACTS.risk), <Risk of={one.risk} />],
        [say(FACTS.projectColumn), String(projectId)],
        [
          say(FACTS.user),
          address?.userId === undefined ? undefined : <User id={address.userId} link={userLink} />,
        ],
        [say(FACTS.amount), amount === undefined ? undefined : <Amount amount={amount} token={token} />],
        [say(NOTIFICATION.smallestUnit), amount?.value],
        [
          say(NOTIFICATION.token),
          token === undefined ? undefined : <bdi>{`${token.name} (${token.symbol})`}</bdi>,
        ],
        [
          say(FACTS.wallet),
          address && (
            <span class="address">
              <a href={walletLink({ projectId, address: address.address, chainId: chainId ?? "" })}>
                <bdi>{address.address}</bdi>
              </a>{" "}
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
              </Outside>
            </span>
          ),
        ],
        [say(NOTIFICATION.happened), one.timestamp && <Moment at={one.timestamp} />],
        [say(FACTS.received), <Moment at={one.receivedAt} />],
        [say(NOTIFICATION.sentAgain), one.repeats === 0 ? undefined : <Repeats of={one} />],
        [say(NOTIFICATION.alert), alertWords(one.alert, say)],
        [say(NOTIFICATION.message), one.message && <bdi>{one.message}</bdi>],
      ]}
    />
  );
}

function Repeats({ of: { repeats, repeatsAtLeast } }: { of: StoredNotification }) {
  const { say } = useSpeaker();
  const times = say(NOTIFICATION.times, { count: repeats });
  return <span>{repeatsAtLeast === true ? say(NOTIFICATION.atLeast, { times }) : times}</span>;
}

/** The company's own page of a user, where the settings name one. */
function User({ id, link }: { id: string; link: string | undefined }) {
  return (
    <span>
      <a href={linkTo("/notifications", { user: id })}>
        <bdi>{id}</bdi>
      </a>{" "}
      {link === undefined ? undefined : (
        <Outside href={link.replaceAll("{userId}", encodeURIComponent(id))}>
          {useSpeaker().say(NOTIFICATION.backOffice)}
        </Outside>
      )}
    </span>
  );
}
