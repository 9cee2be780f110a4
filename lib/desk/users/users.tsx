/** Users with open cases, the most severe first: no table has a list of all users that the desk may read. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { caseLink, linkTo, userLink } from "../../alerts/messages/desk-links.ts";
import { isOrder } from "../../cases/case-keys.ts";
import { CaseQueries } from "../../cases/case-queries.ts";
import { bySeverity, type JudgedCase, judge } from "../../cases/urgency.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { USERS } from "../../i18n/catalogue/desk/users.ts";
import { cutDecimals, sumOf, usd } from "../../i18n/text/amounts.ts";
import type { NotificationQueries } from "../../intake/notifications/notification-queries.ts";
import type { WalletStore } from "../../screening/wallets/wallets.ts";
import type { DeskEnv, DeskOptions } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import { MOST_OPEN } from "../frame/open-count.ts";
import { badRequest, choice, firstRow, parametersOf } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { About, USD } from "../kit/case-cells.tsx";
import { StateBadge } from "../kit/due-badge.tsx";
import { When } from "../kit/facts.tsx";
import { FlowTable } from "../kit/flow-table.tsx";
import { Panel } from "../kit/panel.tsx";
import { type UserDesk, userPage } from "./user.tsx";

const PAGE_ROWS = 50;

/** A user by their id, or all of their cases and behind which a page of them begins; else the first row of the list of users. */
const parameters = z
  .object({
    user: z.optional(z.string()),
    list: choice(["cases"]),
    older: z.optional(z.string().check(z.refine(isOrder))),
    from: firstRow,
  })
  .check(z.refine(({ list, older }) => older === undefined || list !== undefined));

export function addUsers(
  app: Hono<DeskEnv>,
  options: DeskOptions,
  { notifications, wallets }: { notifications: NotificationQueries; wallets: WalletStore },
): void {
  const { database, environment } = options;
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  const desk: UserDesk = { options, cases, notifications, wallets };
  app.get("/users", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return badRequest(context);
    const { user = "", from, ...rest } = asked;
    if (user.trim() !== "") return userPage(context, desk, { user, ...rest });
    const { access } = context.var;
    const open = await cases.open(access.sees, MOST_OPEN);
    const now = new Date().toISOString();
    const users = usersIn(open.cases.map((one) => judge(one, now)));
    return page(context, {
      title: say(FRAME.users),
      beside: <UserForm />,
      children: (
        <Users
          users={users}
          withoutUser={open.cases.filter(({ userId }) => userId === undefined).length}
          isCut={open.moreDue || open.moreOthers}
          from={from}
          now={now}
        />
      ),
    });
  });
}

interface UserWithCases {
  userId: string;
  /** The most severe of them. */
  mostSevere: JudgedCase;
  count: number;
  /** Sum of the known amounts, exactly, and the number of the others. */
  usd: string;
  unknown: number;
  hasAmounts: boolean;
  lastReceivedAt: string;
}

/** Users of some open cases, in the order of their most severe ones. */
function usersIn(open: readonly JudgedCase[]): UserWithCases[] {
  return [...Map.groupBy(open, ({ one }) => one.userId)]
    .flatMap(([userId, cases]) => {
      const [mostSevere] = cases.sort(bySeverity);
      if (userId === undefined || mostSevere === undefined) return [];
      const amounts = cases.flatMap(({ one }) => one.amount ?? []);
      return [
        {
          userId,
          mostSevere,
          count: cases.length,
          ...sumOf(amounts.map((one) => one.usd)),
          hasAmounts: amounts.length > 0,
          lastReceivedAt:
            cases
              .map(({ one }) => one.receivedAt)
              .sort()
              .at(-1) ?? "",
        },
      ];
    })
    .sort((a, b) => bySeverity(a.mostSevere, b.mostSevere));
}

/** Leads to a user by their id. */
function UserForm() {
  return (
    <form class="inline group end" method="get" action="/users">
      <input name="user" required aria-label={say(USERS.id)} placeholder={say(USERS.id)} autocomplete="off" />
      <button type="submit">{say(USERS.open)}</button>
    </form>
  );
}

interface UsersProps {
  users: readonly UserWithCases[];
  withoutUser: number;
  isCut: boolean;
  /** Number of the first row. */
  from: number;
  now: string;
}

function Users({ users, withoutUser, isCut, from, now }: UsersProps) {
  const { count } = useTranslator();
  const shown = users.slice(from - 1, from - 1 + PAGE_ROWS);
  return (
    <>
      {shown.length === 0 ? (
        <div class="panel blank">
          <Icon name="check" />
          <p>{say(USERS.none)}</p>
        </div>
      ) : (
        <Panel
          title={say(USERS.withOpenCases)}
          count={isCut ? `${count(users.length)}+` : count(users.length)}
          beside={<small>{say(USERS.mostSevereFirst)}</small>}
        >
          <FlowTable
            caption={say(USERS.caption)}
            columns={[
              { name: say(FACTS.user) },
              { name: say(USERS.openCases), class: "n" },
              { name: say(USERS.mostSevere) },
              { name: say(USERS.stateOfMostSevere) },
              { name: USD, class: "n" },
              { name: say(USERS.lastCase), class: "n" },
            ]}
          >
            {shown.map((one) => (
              <Row of={one} now={now} />
            ))}
          </FlowTable>
        </Panel>
      )}
      {isCut ? <p>{say(USERS.cut, { count: MOST_OPEN })}</p> : undefined}
      <nav class="pages" aria-label={say(FRAME.more)}>
        {shown.length === 0 ? undefined : (
          <span class="muted">
            {say(INBOX.shown, {
              from: count(from),
              to: count(from + shown.length - 1),
              count: count(users.length),
            })}
          </span>
        )}
        {from > 1 ? <a href={pageFrom(from - PAGE_ROWS)}>{say(FRAME.previous)}</a> : undefined}
        {from - 1 + PAGE_ROWS < users.length ? (
          <a href={pageFrom(from + PAGE_ROWS)}>{say(FRAME.next)}</a>
        ) : undefined}
        <span class="muted end">
          {withoutUser === 0 ? say(USERS.hint) : say(USERS.withoutUser, { count: withoutUser })}
        </span>
      </nav>
    </>
  );
}

function pageFrom(first: number): string {
  return linkTo("/users", { from: first <= 1 ? undefined : first });
}

function Row({ of: { userId, mostSevere, ...one }, now }: { of: UserWithCases; now: string }) {
  const { count } = useTranslator();
  return (
    <tr>
      <th scope="row" class="c-name">
        <a class="open" href={userLink(userId)} title={userId}>
          <bdi>{userId}</bdi>
        </a>
      </th>
      <td class="n">
        <b>{count(one.count)}</b> <span class="unit">{say(USERS.openCases)}</span>
      </td>
      <td class="c-what">
        <About of={mostSevere.one} />
      </td>
      <td>
        <a href={caseLink(mostSevere.one)}>
          <StateBadge of={mostSevere} now={now} />
        </a>
      </td>
      <td class="n">{one.hasAmounts ? <UsdSum usd={one.usd} unknown={one.unknown} /> : undefined}</td>
      <td class="n muted">
        <When at={one.lastReceivedAt} />
      </td>
    </tr>
  );
}

/** A sum of dollars, and how many amounts are not in it. */
function UsdSum({ usd: sum, unknown }: { usd: string; unknown: number }) {
  const exact = usd(sum);
  return (
    <>
      <span title={exact}>
        <span class="unit">{USD} </span>
        {cutDecimals(exact, 2)}
      </span>
      {unknown === 0 ? undefined : <small>{` ${say(USERS.andUnknown, { count: unknown })}`}</small>}
    </>
  );
}
