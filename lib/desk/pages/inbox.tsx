/** The inbox: open cases, the newest first. */

import type { Hono } from "hono";
import * as z from "zod/mini";
import { heldUntil } from "../../cases/state.ts";
import { lazySchema } from "../../contract/lazy-schema.ts";
import { CASE } from "../../language/catalogue/desk/case.ts";
import { FACTS } from "../../language/catalogue/desk/facts.ts";
import { FRAME } from "../../language/catalogue/desk/frame.ts";
import { CASE_KINDS, INBOX } from "../../language/catalogue/desk/inbox.ts";
import { linkTo } from "../../stack/desk-links.ts";
import type { ListedCase } from "../../store/cases/case.ts";
import { isOrder } from "../../store/cases/case-keys.ts";
import { CaseQueries } from "../../store/cases/case-queries.ts";
import { Due } from "../cases/case-facts.tsx";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { misaddressed, parametersOf } from "../parameters.ts";
import { Amount, Laws, Moment } from "../parts/facts.tsx";
import { caseLink } from "../parts/links.ts";
import { Table } from "../parts/table.tsx";
import { useSpeaker } from "../speaker.ts";

const PAGE_ROWS = 50;

/** Behind which case the page begins, on one side or the other. */
const parameters = lazySchema(() => {
  const order = z.optional(z.string().check(z.refine(isOrder)));
  return z
    .object({ older: order, newer: order })
    .check(z.refine(({ older, newer }) => older === undefined || newer === undefined));
});

export function addInbox(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/", async (context) => {
    const asked = parametersOf(context, parameters);
    if (asked === undefined) return misaddressed(context);
    const { older, newer } = asked;
    const order = older ?? newer;
    const from =
      order === undefined
        ? undefined
        : { side: older === undefined ? ("newer" as const) : ("older" as const), order };
    const found = await cases.page({
      projectIds: context.var.access.sees,
      closed: false,
      size: PAGE_ROWS,
      from,
    });
    const { say } = context.var.speaker;
    return page(context, {
      title: say(FRAME.inbox),
      children: (
        <>
          {found.cases.length === 0 ? <Nothing /> : <Rows cases={found.cases} />}
          <nav class="pages" aria-label={say(FRAME.more)}>
            {found.newer ? (
              <a href={linkTo("/", { newer: found.cases[0]?.order })}>{say(FRAME.newer)}</a>
            ) : undefined}{" "}
            {found.older ? (
              <a href={linkTo("/", { older: found.cases.at(-1)?.order })}>{say(FRAME.older)}</a>
            ) : undefined}
          </nav>
        </>
      ),
    });
  });
}

/** An empty page would leave open whether nothing came or nothing works. */
function Nothing() {
  const { say, time } = useSpeaker();
  return <p>{say(INBOX.nothing, { time: time(new Date().toISOString()) ?? "" })}</p>;
}

function Rows({ cases }: { cases: readonly ListedCase[] }) {
  const { say } = useSpeaker();
  return (
    <Table caption={say(INBOX.caption)}>
      <thead>
        <tr>
          <th scope="col">{say(FACTS.received)}</th>
          <th scope="col">{say(INBOX.what)}</th>
          <th scope="col">{say(FACTS.laws)}</th>
          <th scope="col">{say(CASE.due)}</th>
          <th scope="col">{say(FACTS.amount)}</th>
          <th scope="col">{say(FACTS.user)}</th>
          <th scope="col">{say(FACTS.wallet)}</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr>
            <td>
              <Moment at={one.receivedAt} />
            </td>
            <td>
              <a href={caseLink(one)}>{say(CASE_KINDS[one.kind])}</a>
              <Acknowledged of={one} />
            </td>
            <td>
              <What of={one} />
            </td>
            <td>
              <Due of={one} />
            </td>
            <td>{one.kind === "wallet" ? "" : <Amount amount={one.amount} token={one.token} />}</td>
            <td>
              <bdi>{one.userId ?? ""}</bdi>
            </td>
            <td class="address">
              <bdi>{one.address ?? ""}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Whose it is stands on its page. */
function Acknowledged({ of: { acknowledgedAt, dueAt } }: { of: ListedCase }) {
  const { say, time } = useSpeaker();
  const until = acknowledgedAt === undefined ? "" : heldUntil(acknowledgedAt, dueAt);
  return until < new Date().toISOString() ? undefined : (
    <small>{say(INBOX.acknowledgedUntil, { until: time(until) ?? until })}</small>
  );
}

function What({ of: { kind, score, previousScore, laws = [], lawCount } }: { of: ListedCase }) {
  const { say } = useSpeaker();
  if (kind !== "wallet") return <Laws laws={laws} more={Math.max(0, (lawCount ?? 0) - laws.length)} />;
  const unknown = say(FACTS.unknown);
  return (
    <span>
      {say(INBOX.score, { score: String(score ?? unknown), previous: String(previousScore ?? unknown) })}
    </span>
  );
}
