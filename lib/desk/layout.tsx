/** What stands around every page. */

import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { stylePath } from "./assets.ts";
import type { DeskContext } from "./desk-context.ts";

const PAGES = [
  { path: "/", name: "Inbox" },
  { path: "/notifications", name: "Notifications" },
  { path: "/wallets", name: "Wallets" },
  { path: "/scans", name: "Scans" },
] as const;

export interface PageProps {
  title: string;
  children: Child;
}

/** A page for somebody who is signed in. */
export function page(context: DeskContext, { title, children }: PageProps) {
  return context.html(
    html`<!doctype html>${(
      <Document title={title}>
        <header class="bar">
          <a class="skip" href="#content">
            Skip to content
          </a>
          <nav aria-label="Pages">
            <ul>
              {PAGES.map(({ path, name }) => (
                <li>
                  <a href={path} {...(context.req.path === path ? { "aria-current": "page" } : {})}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <form method="post" action="/sign-out">
            <span class="who">{context.var.person.name}</span> <button type="submit">Sign out</button>
          </form>
        </header>
        <main id="content" tabindex={-1}>
          <h1>{title}</h1>
          {children}
        </main>
      </Document>
    )}`,
  );
}

/** What an address leads to at which there is nothing, or nothing that this person may see. */
export function notFound(context: DeskContext, why: string) {
  context.status(404);
  return page(context, { title: "Not found", children: <p>{why}</p> });
}

/** A few words for whoever cannot be shown more. */
export function notice(context: DeskContext, status: 200 | 400 | 403 | 503, title: string, children: Child) {
  context.header("cache-control", "no-store");
  context.status(status);
  return context.html(
    html`<!doctype html>${(
      <Document title={title}>
        <main class="notice">
          <h1>{title}</h1>
          {children}
        </main>
      </Document>
    )}`,
  );
}

/** A page for anybody. */
export function Document({ title, children }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} - Vigía`}</title>
        <link rel="stylesheet" href={stylePath()} />
      </head>
      <body>{children}</body>
    </html>
  );
}
