/** The bar of every page: the product, its pages, the search, and the signed-in user. */

import type { Child } from "hono/jsx";
import { SYSTEM_LINK } from "../../alerts/messages/desk-links.ts";
import { FRAME, SIGN_IN } from "../../i18n/catalogue/desk/frame.ts";
import { SEARCH } from "../../i18n/catalogue/desk/search.ts";
import type { Access } from "./access.ts";
import type { DeskPerson } from "./desk-sessions.ts";
import { Icon, Logo } from "./icon.tsx";
import { Keys } from "./keys.tsx";
import { useOpenCount } from "./open-count.ts";
import { pageOf } from "./page-path.ts";
import { say, useTranslator } from "./translator.ts";
import { Who } from "./who.tsx";

const PRODUCT = "Vigía";

/** Key that leads to the search. */
const SEARCH_KEY = "/";

/** Pages, with those that each leads to. */
const PAGES = [
  { path: "/", name: FRAME.inbox, within: ["/c", "/case", "/selected"] },
  { path: "/month", name: FRAME.month, within: [] },
  { path: "/board", name: FRAME.board, within: [] },
  { path: "/audit", name: FRAME.audit, within: [] },
  { path: SYSTEM_LINK, name: FRAME.system, within: [] },
];

interface Linked {
  path: string;
  within: readonly string[];
}

function currentOf({ path, within }: Linked, current: string) {
  if (path === current) return { "aria-current": "page" } as const;
  return within.includes(pageOf(current)) ? ({ "aria-current": "true" } as const) : {};
}

interface BarProps {
  /** Path of the page. */
  path: string;
  /** What was searched for, on the page of the search. */
  searched: string | undefined;
  person: DeskPerson;
  access: Access;
  /** The choice of a language. */
  children: Child;
}

export function Bar({ path, searched, person, access, children }: BarProps) {
  return (
    <header class="bar">
      <a class="skip" href="#content">
        {say(FRAME.skip)}
      </a>
      <a class="brand" href="/" aria-label={PRODUCT}>
        <Brand />
      </a>
      <nav class="nav" aria-label={say(FRAME.pages)}>
        <ul>
          <PageLinks path={path} />
        </ul>
      </nav>
      <search class="find">
        <form method="get" action="/search">
          <Icon name="search" />
          <input
            type="search"
            name="q"
            value={searched}
            aria-label={say(SEARCH.label)}
            placeholder={say(SEARCH.placeholder)}
            autocomplete="off"
            spellcheck={false}
          />
        </form>
        <kbd>{SEARCH_KEY}</kbd>
      </search>
      <Account person={person} access={access}>
        {children}
      </Account>
      <details class="menu only-narrow" name="menu">
        <summary aria-label={say(FRAME.pages)}>
          <Icon name="menu" />
        </summary>
        <ul>
          <PageLinks path={path} />
        </ul>
      </details>
    </header>
  );
}

/** The product's sign and name. */
export function Brand() {
  return (
    <>
      <Logo />
      <span>{PRODUCT}</span>
    </>
  );
}

function PageLinks({ path: current }: { path: string }) {
  return (
    <>
      {PAGES.map((navPage) => (
        <li>
          <a href={navPage.path} {...currentOf(navPage, current)}>
            {say(navPage.name)} {navPage.path === "/" ? <OpenCount /> : undefined}
          </a>
        </li>
      ))}
    </>
  );
}

async function OpenCount() {
  const count = await useOpenCount();
  return count === undefined ? undefined : <span class="count">{count}</span>;
}

/** Name, role and projects of the user, the zone of all times, the shortcuts, the language, and the end of the session. */
function Account({
  person: { name },
  access: { sees, actsIn },
  children,
}: Omit<BarProps, "path" | "searched">) {
  const others = sees.filter((id) => !actsIn.includes(id));
  const { timeZone, offset } = useTranslator();
  return (
    <details class="menu" name="menu">
      <summary>
        <span class="unseen">{say(FRAME.account)}</span>
        <Who name={name} isMe />
        <Icon name="chevronDown" />
      </summary>
      <ul>
        <li>
          <p>
            <bdi>{name}</bdi>
            {actsIn.length > 0 ? (
              <>
                <br />
                <small>{say(FRAME.officerIn, { projects: actsIn.join(", ") })}</small>
              </>
            ) : undefined}
            {others.length > 0 ? (
              <>
                <br />
                <small>{say(FRAME.auditorIn, { projects: others.join(", ") })}</small>
              </>
            ) : undefined}
          </p>
        </li>
        <li class="rule">
          <p>
            <small>{say(FRAME.zone, { zone: timeZone, offset: offset(new Date().toISOString()) })}</small>
          </p>
        </li>
        <Keys />
        <li class="rule">{children}</li>
        <li>
          <form method="post" action="/sign-out">
            <button type="submit">
              <Icon name="logOut" /> {say(SIGN_IN.signOut)}
            </button>
          </form>
        </li>
      </ul>
    </details>
  );
}
