/** A page with a list: its filters, its file, its rows or why there are none, and what leads on. */

import type { Child } from "hono/jsx";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import type { DeskContext } from "../frame/desk-context.ts";
import { Icon } from "../frame/icon.tsx";
import { page } from "../frame/layout.tsx";
import { say, useTranslator } from "../frame/translator.ts";
import { CsvButton } from "./csv.tsx";

/** Leads to another page of a list; left out without an address. */
export type Onward = readonly [href: string | undefined, text: string];

interface ListPageProps {
  title: string;
  /** Path of the list, which its CSV has with `.csv` behind. */
  path: string;
  /** The filters in the address, which the CSV takes as well. */
  query: Record<string, string | number | undefined>;
  /** Beside the title, at its end. */
  tabs?: Child;
  /** Below the title. */
  filters?: Child;
  /** Said where there is no row. */
  nothing: string;
  isEmpty: boolean;
  /** The rows, in panels. */
  children: Child;
}

export function listPage(context: DeskContext, props: ListPageProps) {
  const { title, path, query, tabs, filters, nothing, isEmpty, children } = props;
  return page(context, {
    title,
    beside: (
      <>
        {tabs}
        <div class="group end">
          <CsvButton path={path} query={query} />
        </div>
      </>
    ),
    children: (
      <>
        {filters}
        {isEmpty ? (
          <div class="panel blank">
            <Icon name="search" />
            <p>{nothing}</p>
          </div>
        ) : undefined}
        {children}
      </>
    ),
  });
}

/** The links that lead on from the rows of a page. @param remark said above them: that not everything was read */
export function Pager({ to, remark }: { to: readonly Onward[]; remark?: string | undefined }) {
  const links = to.flatMap(([href, text]) => (href === undefined ? [] : [<a href={href}>{text}</a>, " "]));
  return (
    <>
      {remark === undefined ? undefined : <p>{remark}</p>}
      {links.length === 0 ? undefined : (
        <nav class="pages" aria-label={say(FRAME.more)}>
          {links}
        </nav>
      )}
    </>
  );
}

interface RowPagerProps {
  /** Number of the first row, from 1. */
  from: number;
  /** Most rows of a page. */
  size: number;
  /** Number of all rows, and in words. */
  count: number;
  total: string;
  /** Address of the page that begins with a row, or of the first one. */
  linkFrom: (first?: number) => string;
  /** At the end of the line. */
  children?: Child;
}

/** The place of a page's rows among all, and the links to those before and behind. */
export function RowPager({ from, size, count: all, total, linkFrom, children }: RowPagerProps) {
  const { count } = useTranslator();
  const [before, behind] = [from - size, from + size];
  return (
    <nav class="pages" aria-label={say(FRAME.more)}>
      {from > all ? undefined : (
        <span class="muted">
          {say(INBOX.shown, { from: count(from), to: count(Math.min(all, behind - 1)), count: total })}
        </span>
      )}
      {from === 1 ? undefined : <a href={linkFrom(before > 1 ? before : undefined)}>{say(FRAME.previous)}</a>}
      {behind > all ? undefined : <a href={linkFrom(behind)}>{say(FRAME.next)}</a>}
      {children}
    </nav>
  );
}
