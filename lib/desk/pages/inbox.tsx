/** The inbox: open cases, the newest first. */

import type { Hono } from "hono";
import { linkTo } from "../../stack/desk-links.ts";
import type { ListedCase } from "../../store/cases/case.ts";
import { CaseQueries } from "../../store/cases/case-queries.ts";
import type { DeskEnv, DeskOptions } from "../desk-context.ts";
import { page } from "../layout.tsx";
import { Amount, Laws, Moment } from "../parts/facts.tsx";
import { caseLink } from "../parts/links.ts";
import { Table } from "../parts/table.tsx";

const PAGE_ROWS = 50;

const KINDS = {
  notification: "Illegal transaction",
  change: "Another content of a known id",
  quarantine: "Not understood, says illegal",
  wallet: "Wallet crossed the line",
} as const;

export function addInbox(app: Hono<DeskEnv>, { database, environment }: DeskOptions): void {
  const cases = new CaseQueries(database, environment.CASES_TABLE);
  app.get("/", async (context) => {
    const { older, newer } = context.req.query();
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
    return page(context, {
      title: "Inbox",
      children: (
        <>
          {found.cases.length === 0 ? <Nothing /> : <Rows cases={found.cases} />}
          <nav class="pages" aria-label="More">
            {found.newer ? <a href={linkTo("/", { newer: found.cases[0]?.order })}>Newer</a> : undefined}{" "}
            {found.older ? <a href={linkTo("/", { older: found.cases.at(-1)?.order })}>Older</a> : undefined}
          </nav>
        </>
      ),
    });
  });
}

/** An empty page would leave open whether nothing came or nothing works. */
function Nothing() {
  return (
    <p>
      No case is open as of <Moment at={new Date().toISOString()} />.
    </p>
  );
}

function Rows({ cases }: { cases: readonly ListedCase[] }) {
  return (
    <Table caption="Open cases, the newest first">
      <thead>
        <tr>
          <th scope="col">Received</th>
          <th scope="col">What</th>
          <th scope="col">Laws</th>
          <th scope="col">Amount</th>
          <th scope="col">User</th>
          <th scope="col">Wallet</th>
        </tr>
      </thead>
      <tbody>
        {cases.map((one) => (
          <tr>
            <td>
              <Moment at={one.receivedAt} />
            </td>
            <td>
              <a href={caseLink(one)}>{KINDS[one.kind]}</a>
            </td>
            <td>
              <What of={one} />
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

function What({ of: { kind, score, previousScore, laws = [], lawCount } }: { of: ListedCase }) {
  if (kind !== "wallet") return <Laws laws={laws} more={Math.max(0, (lawCount ?? 0) - laws.length)} />;
  return <span>{`score ${score ?? "unknown"}, before ${previousScore ?? "unknown"}`}</span>;
}
