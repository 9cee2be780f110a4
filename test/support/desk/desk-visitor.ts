/** A visitor with a browser, as far as cookies, redirects and forms go. */

import http from "node:http";

export interface Visit {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  bytes: Buffer;
}

interface Cookie {
  name: string;
  value: string;
  host: string;
  path: string;
}

/** The desk's cookie of a signed-in person. */
const SESSION = "__Host-vigia-desk";

export class DeskVisitor {
  readonly #desk: string;
  /** In the order in which they came. */
  #jar: Cookie[] = [];

  constructor(desk: string) {
    this.#desk = desk;
  }

  get cookie(): string | undefined {
    return this.deskCookies[SESSION];
  }

  set cookie(value: string) {
    this.deskCookies = { [SESSION]: value };
  }

  /** What the desk has in this browser, by name. */
  get deskCookies(): Record<string, string> {
    return Object.fromEntries(this.#sentTo(new URL(this.#desk)).map(({ name, value }) => [name, value]));
  }

  set deskCookies(cookies: Record<string, string>) {
    const { host } = new URL(this.#desk);
    for (const [name, value] of Object.entries(cookies)) this.#keep({ name, value, host, path: "/" });
  }

  /** One request, without following where it leads. */
  async visit(
    target: string,
    options: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ) {
    const url = new URL(target, this.#desk);
    const { method = "GET", headers = {}, body } = options;
    const visit = await new Promise<Visit>((resolve, reject) => {
      const request = http.request(url, {
        method,
        headers: {
          accept: "text/html",
          "sec-fetch-mode": "navigate",
          cookie: this.#sentTo(url)
            .map(({ name, value }) => `${name}=${value}`)
            .join("; "),
          ...(method === "GET"
            ? {}
            : { origin: url.origin, "content-type": "application/x-www-form-urlencoded" }),
          ...headers,
        },
      });
      request.on("error", reject);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            bytes: Buffer.concat(chunks),
          }),
        );
      });
      request.end(body);
    });
    for (const line of visit.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const [, path = "/"] = /; *path=([^;]*)/i.exec(line) ?? [];
      this.#keep({ name, value: /max-age=0/i.test(line) ? "" : value, host: url.host, path });
    }
    return visit;
  }

  /** Follows redirects to where they end. @returns that page, and its address */
  async follow(
    target: string,
    options: Parameters<DeskVisitor["visit"]>[1] = {},
  ): Promise<Visit & { url: string }> {
    let url = new URL(target, this.#desk).href;
    let visit = await this.visit(url, options);
    for (let hops = 0; visit.headers.location !== undefined && hops < 10; hops++) {
      url = new URL(visit.headers.location, url).href;
      visit = await this.visit(url);
    }
    return { ...visit, url };
  }

  /** Asks for a page, is sent to the issuer, and signs in as one of its people. @returns the address with the code */
  async chooseAt(page: string, person: string): Promise<string> {
    const { url } = await this.follow(page);
    return this.choose(url, person);
  }

  /** Signs in as one of the issuer's people. @param issuerPage its page that asks who one is @returns the address with the code */
  async choose(issuerPage: string, person: string): Promise<string> {
    let url = `${issuerPage}/${person}`;
    let visit = await this.visit(url, { method: "POST" });
    while (visit.headers.location !== undefined) {
      url = new URL(visit.headers.location, url).href;
      if (url.startsWith(this.#desk)) return url;
      visit = await this.visit(url);
    }
    throw new Error(`The issuer led to ${url} with status ${visit.status}.`);
  }

  /** @returns the page that was asked for */
  async signIn(person: string, page = "/"): Promise<Visit & { url: string }> {
    return this.follow(await this.chooseAt(page, person));
  }

  /** An empty value removes it. */
  #keep(cookie: Cookie): void {
    const isSame = ({ name, host, path }: Cookie) =>
      name === cookie.name && host === cookie.host && path === cookie.path;
    const index = this.#jar.findIndex(isSame);
    if (cookie.value === "") this.#jar = this.#jar.filter((other) => !isSame(other));
    else this.#jar.splice(index === -1 ? this.#jar.length : index, 1, cookie);
  }

  #sentTo({ host, pathname }: URL): Cookie[] {
    return this.#jar.filter(
      ({ host: own, path }) =>
        own === host && (path === "/" || pathname === path || pathname.startsWith(`${path}/`)),
    );
  }
}

/** A signed-in user of a desk. */
export async function signedIn(desk: string, person: string): Promise<DeskVisitor> {
  const visitor = new DeskVisitor(desk);
  await visitor.signIn(person);
  return visitor;
}

/** The hidden fields of the first form of a page that has a mark, with values for the others. */
export function filledForm(page: string, mark: string, fields: Record<string, string> = {}): string {
  const form = page.split("<form").find((candidate) => candidate.includes(mark)) ?? "";
  const hidden = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')],
  );
  const formFields = new URLSearchParams();
  for (const [name = "", value = ""] of hidden) if (!(name in fields)) formFields.append(name, value);
  for (const [name, value] of Object.entries(fields)) formFields.append(name, value);
  return formFields.toString();
}

/** The form around the inbox with its hidden fields and what is ticked, and values for others. */
export function sheetForm(page: string, fields: Record<string, string>): string {
  const form = page.split("<form").find((candidate) => candidate.includes('action="/selected')) ?? "";
  const formFields = new URLSearchParams();
  for (const [input] of form.matchAll(/<input [^>]*>/g)) {
    const [, name = "", value = ""] = /name="(\w+)" value="([^"]*)"/.exec(input) ?? [];
    if (/type="hidden"| checked=/.test(input)) formFields.append(name, value.replaceAll("&quot;", '"'));
  }
  for (const [name, value] of Object.entries(fields)) formFields.append(name, value);
  return formFields.toString();
}
