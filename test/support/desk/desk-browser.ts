/** A browser at a desk that runs in the same process: its cookies, and one request at a time. */

import type { Hono } from "hono";
import type { DeskEnv } from "../../../lib/desk/frame/desk-context.ts";
import { DESK_VARIABLES } from "./desk-environment.ts";

const DESK = DESK_VARIABLES.DESK_URL;

interface Page {
  status: number;
  /** Where it leads: a path of the desk, or another URL. */
  location: string | undefined;
  text: string;
}

export class DeskBrowser {
  readonly #app: Hono<DeskEnv>;
  readonly #language: string;
  /** In the order in which they came, as browsers send them. */
  readonly cookies = new Map<string, string>();

  constructor(app: Hono<DeskEnv>, language = "en") {
    this.#app = app;
    this.#language = language;
  }

  /** @param headers of a script's request, for one */
  async open(path: string, headers: Record<string, string> = {}): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const reply = await this.#app.request(`${DESK}${path}`, {
      headers: { cookie, "accept-language": this.#language, ...headers },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const location = reply.headers.get("location")?.replace(DESK, "");
    return { status: reply.status, location, text: await reply.text() };
  }

  /** Asks to be signed in for a page. @returns the issuer's page that it leads to */
  async begin(page: string): Promise<string> {
    const { location = "" } = await this.open(`/sign-in?page=${encodeURIComponent(page)}`);
    return location;
  }
}
