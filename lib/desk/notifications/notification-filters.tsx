/** Which notifications a list shows: as the address has it, as the store takes it, and as a form. */

import * as z from "zod/mini";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { NOTIFICATION_KINDS, NOTIFICATIONS } from "../../i18n/catalogue/desk/notifications.ts";
import type { Text } from "../../i18n/texts.ts";
import type { NotificationFilter } from "../../notifications/notification-filter.ts";
import { Choice, keysOf, ProjectChoice } from "../components/choice.tsx";
import { RISKS } from "../components/facts.tsx";
import type { DeskContext } from "../desk-context.ts";
import { choice, dayFilter, projectFilter, textFilter } from "../parameters.ts";
import { seenOf } from "../sign-in/access.ts";
import { useSpeaker } from "../speaker.ts";

/** Filters that take any text, by their names in the address and on the page. */
const TEXT_FILTERS = [
  { name: "user", label: FACTS.user },
  { name: "wallet", label: NOTIFICATIONS.walletAddress },
  { name: "chain", label: FACTS.chainColumn },
  { name: "law", label: FACTS.law },
  { name: "country", label: FACTS.country },
] as const;

const DAY_FILTERS = [
  { name: "since", label: NOTIFICATIONS.since },
  { name: "until", label: NOTIFICATIONS.until },
] as const;

/** The filters in the address. */
export const notificationFilters = () =>
  z.object({
    user: textFilter,
    wallet: textFilter,
    chain: textFilter,
    law: textFilter,
    country: textFilter,
    risk: choice(keysOf(RISKS)),
    kind: choice(keysOf(NOTIFICATION_KINDS)),
    project: projectFilter,
    since: dayFilter,
    until: dayFilter,
  });
export type NotificationQuery = z.infer<ReturnType<typeof notificationFilters>>;

/** What a person asks for, of what she may see. Days are those of the desk's time zone, the last one included. */
export function filterOf(
  { var: { access, speaker } }: DeskContext,
  query: NotificationQuery,
): NotificationFilter {
  const { user, wallet, chain, law, country, risk, kind, project, since, until } = query;
  return {
    projectIds: seenOf(access, project),
    userId: user,
    wallet,
    chainId: chain,
    law,
    country,
    risk,
    kind,
    since: since === undefined ? undefined : speaker.startOf(since),
    until: until === undefined ? undefined : speaker.startOf(until, 1),
  };
}

export function NotificationFilters({
  query,
  projectIds,
}: {
  query: NotificationQuery;
  projectIds: readonly number[];
}) {
  const { say } = useSpeaker();
  const named = <Name extends string>(texts: Record<Name, Text>) =>
    keysOf(texts).map((value) => ({ value, name: say<Text>(texts[value]) }));
  return (
    <form class="filters" method="get" action="/notifications">
      {TEXT_FILTERS.map(({ name, label }) => (
        <label>
          {say(label)} <input name={name} value={query[name] ?? ""} />
        </label>
      ))}
      {DAY_FILTERS.map(({ name, label }) => (
        <label>
          {say(label)} <input type="date" name={name} value={query[name] ?? ""} />
        </label>
      ))}
      <Choice name="risk" label={say(FACTS.risk)} values={named(RISKS)} chosen={query.risk} />
      <Choice name="kind" label={say(FACTS.kind)} values={named(NOTIFICATION_KINDS)} chosen={query.kind} />
      <ProjectChoice projectIds={projectIds} chosen={query.project} />
      <button type="submit">{say(NOTIFICATIONS.filter)}</button>
    </form>
  );
}
