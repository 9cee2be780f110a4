/** Signing in with an issuer: what a return has to fit, and what becomes of one that does not. */

import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { DeskBrowser } from "../../../support/desk/desk-browser.ts";
import { startScriptedIssuer } from "../../../support/servers/scripted-issuer.ts";

const issuer = await startScriptedIssuer();
afterAll(() => issuer.close());
afterEach(() => {
  issuer.failure = undefined;
});
const {
  app,
  stranger,
  signedIn: visitAs,
} = await startDesk(undefined, undefined, undefined, {
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: "vigia",
  OIDC_GROUPS_CLAIM: "groups",
  OIDC_VERIFIED_EMAIL: "false",
});

const OLGA = { sub: "olga", email: "olga.officer@company.example", groups: ["officers"] };
const ANA = { sub: "ana", email: "ana.auditor@company.example", groups: ["auditors"] };
const SESSION = "__Host-vigia-desk";

/** The issuer sends a person back, by the address to which the desk had sent them. */
function returnOf(authorization: string, claims: Record<string, unknown>): string {
  const state = new URL(authorization).searchParams.get("state");
  return `/signed-in?code=${issuer.codeFor(authorization, claims)}&state=${state}`;
}

const officer = () => visitAs("officers");

async function signedIn(claims = OLGA): Promise<DeskBrowser> {
  const browser = new DeskBrowser(app);
  await browser.open(returnOf(await browser.begin("/"), claims));
  return browser;
}

function begunIn(browser: DeskBrowser): string[] {
  return [...browser.cookies.keys()].filter((name) => name.startsWith("__Host-vigia-begun-"));
}

describe("a return", () => {
  it.each([
    ["the first one first", [0, 1, 2]],
    ["the last one first", [2, 1, 0]],
    ["the middle one first", [1, 2, 0]],
  ])("leads to its own page where several tabs sign in at once: %s", async (_, order) => {
    const browser = new DeskBrowser(app);
    const tabs: string[] = [];
    for (const tab of [0, 1, 2]) tabs.push(await browser.begin(`/u/u-${tab}`));
    for (const tab of order) {
      const { status, location } = await browser.open(returnOf(tabs[tab] ?? "", OLGA));
      expect({ status, location }).toEqual({ status: 303, location: `/u/u-${tab}` });
    }
    expect(begunIn(browser)).toEqual([]);
    expect(await browser.open("/")).toMatchObject({ status: 200 });
  });

  it("opens one session for all tabs of a person, and ends it for the one who signs in after them", async () => {
    const browser = new DeskBrowser(app);
    const [first, second, third] = [
      await browser.begin("/"),
      await browser.begin("/month"),
      await browser.begin("/board"),
    ];
    await browser.open(returnOf(first, OLGA));
    const session = browser.cookies.get(SESSION) ?? "";
    await browser.open(returnOf(second, OLGA));
    expect(browser.cookies.get(SESSION)).toBe(session);
    await browser.open(returnOf(third, ANA));
    expect((await browser.open("/")).text).toContain("ana.auditor@company.example");
    const thief = new DeskBrowser(app);
    thief.cookies.set(SESSION, session);
    expect(await thief.open("/")).toMatchObject({ status: 303 });
  });

  it("is nothing in another browser, and stays good in its own", async () => {
    const browser = new DeskBrowser(app);
    const back = returnOf(await browser.begin("/month"), OLGA);
    const other = new DeskBrowser(app);
    await other.begin("/");
    expect(await other.open(back)).toMatchObject({ status: 400 });
    expect(await browser.open(back)).toMatchObject({ status: 303, location: "/month" });
  });

  it.each([
    ["a forged state", "code=1&state=forged"],
    ["a state of the right length", `code=1&state=${"A".repeat(43)}`],
    ["no state", "code=1"],
    ["nothing", ""],
    ["a state that no cookie can have", "code=1&state=%00%3B%3D%F0%9F%98%80"],
    ["a name of every object", "code=1&state=__proto__"],
  ])("with %s uses nothing up, and leads a person who is signed in to the inbox", async (_, query) => {
    const browser = new DeskBrowser(app);
    const begun = await browser.begin("/month");
    const { status, text } = await browser.open(`/signed-in?${query}`);
    expect(status).toBe(400);
    expect(text).toContain("Signing in did not work");
    expect(await browser.open(returnOf(begun, OLGA))).toMatchObject({ status: 303, location: "/month" });
    const session = browser.cookies.get(SESSION);
    expect(await browser.open(`/signed-in?${query}`)).toMatchObject({ status: 303, location: "/" });
    expect(browser.cookies.get(SESSION)).toBe(session);
  });

  it("leads to its page when the code was used and the person is signed in, and otherwise begins again", async () => {
    const browser = new DeskBrowser(app);
    const begun = await browser.begin("/u/u-1");
    const state = new URL(begun).searchParams.get("state");
    const stale = `/signed-in?code=used&state=${state}`;
    const { status, text } = await browser.open(stale);
    expect(status).toBe(400);
    expect(text).toContain('href="/sign-in?page=%2Fu%2Fu-1"');
    await browser.open(returnOf(await browser.begin("/"), OLGA));
    expect(await browser.open(stale)).toMatchObject({ status: 303, location: "/u/u-1" });
  });

  it("leads to no page of another site, whatever the browser's cookie says", async () => {
    const browser = new DeskBrowser(app);
    const begun = await browser.begin("/");
    const [name = ""] = begunIn(browser);
    const [verifier = ""] = browser.cookies.get(name)?.split(".") ?? [];
    for (const page of ["https://attacker.example/", "//attacker.example", "/sign-out"]) {
      browser.cookies.set(name, `${verifier}.${Buffer.from(page).toString("base64url")}`);
      expect(await browser.open(returnOf(begun, OLGA))).toMatchObject({ location: "/" });
    }
  });

  it.each(["", ".", "x.y", `${"v".repeat(43)}.`, `${"v".repeat(43)}.%%%`])(
    "is nothing where the browser's cookie is no begun sign-in: %j",
    async (value) => {
      const browser = new DeskBrowser(app);
      const begun = await browser.begin("/");
      for (const name of begunIn(browser)) browser.cookies.set(name, value);
      expect(await browser.open(returnOf(begun, OLGA))).toMatchObject({ status: 400 });
    },
  );
});

it.each([
  ["by the address", { email: "olga@company.example", name: "Olga" }, "olga@company.example"],
  ["by the name, where the address is missing", { name: "Olga Ríos" }, "Olga Ríos"],
  ["by the name, where the address is null", { email: null, name: "Olga Ríos" }, "Olga Ríos"],
  ["by the issuer's id, where both are empty", { email: "", name: "" }, "issuer-id-7"],
  [
    "by the issuer's id, where both are of another form",
    { email: ["a"], name: { first: "a" } },
    "issuer-id-7",
  ],
])("a person is named %s", async (_, claims, name) => {
  const browser = new DeskBrowser(app);
  const token = { sub: "issuer-id-7", groups: ["officers"], ...claims };
  await browser.open(returnOf(await browser.begin("/"), token));
  expect((await browser.open("/month")).text).toContain(`<bdi>${name}</bdi>`);
});

describe("begun sign-ins", () => {
  it("are each a cookie for a working day, that no script, other site's form or other host gets", async () => {
    const reply = await app.request("https://desk.example/sign-in?page=/month");
    expect(reply.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-vigia-begun-[\w-]{43}=[\w-]{43}\.[\w-]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
  });

  it("never fill a request, however many there are: the last twenty stay, and the oldest go", async () => {
    const browser = new DeskBrowser(app);
    const tabs: string[] = [];
    for (let tab = 0; tab < 300; tab++) {
      tabs.push(await browser.begin(`/c/1.${tab}.ZjOOie8SXfW`));
      const bytes = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ").length;
      expect(bytes).toBeLessThanOrEqual(4_096);
    }
    expect(begunIn(browser).length).toBeGreaterThanOrEqual(18);
    expect(await browser.open(returnOf(tabs[0] ?? "", OLGA))).toMatchObject({ status: 400 });
    expect(await browser.open(returnOf(tabs[282] ?? "", OLGA))).toMatchObject({ status: 303 });
    expect(await browser.open(returnOf(tabs[299] ?? "", OLGA))).toMatchObject({ status: 303 });
  });

  it("hold the longest address that the desk leads to, alone", async () => {
    const browser = new DeskBrowser(app);
    const page = `/u/${"u".repeat(2_000)}`;
    await browser.begin("/");
    const begun = await browser.begin(page);
    const [, value] = [...browser.cookies].at(-1) ?? [];
    expect(value?.length).toBeLessThan(4_000);
    expect(await browser.open(returnOf(begun, OLGA))).toMatchObject({ location: page });
  });

  it("take nothing from cookies of other names, and ignore names that no desk gave", async () => {
    const browser = await signedIn();
    const session = browser.cookies.get(SESSION);
    browser.cookies.delete(SESSION);
    browser.cookies.set("__Host-vigia-language", "es");
    for (let tab = 0; tab < 40; tab++) browser.cookies.set(`__Host-vigia-begun-${tab}@`, "x".repeat(100));
    expect(await browser.open("/sign-in")).toMatchObject({ status: 303 });
    browser.cookies.set(SESSION, session ?? "");
    expect(browser.cookies.get("__Host-vigia-language")).toBe("es");
    expect(await browser.open("/")).toMatchObject({ status: 200 });
  });
});

/** Refusals, with what the person reads. */
const REFUSALS = [
  [
    "access_denied",
    "Signing in was cancelled, or you may not use the desk.",
    "Se canceló el inicio de sesión",
  ],
  [
    "consent_required",
    "Signing in was cancelled, or you may not use the desk.",
    "Se canceló el inicio de sesión",
  ],
  ["server_error", "reports a problem of its own", "informa de un problema propio"],
  ["temporarily_unavailable", "reports a problem of its own", "informa de un problema propio"],
  ["unauthorized_client", "do not fit together", "no son compatibles"],
  ["toString", "do not fit together", "no son compatibles"],
] as const;

describe("a refusal of the issuer", () => {
  it.each(REFUSALS)("is shown as one, in words of ours: %s", async (code, english, spanish) => {
    for (const [language, title, words] of [
      ["en", "You were not let in", english],
      ["es", "No se le permitió entrar", spanish],
    ] as const) {
      const browser = new DeskBrowser(app, language);
      const state = new URL(await browser.begin("/month")).searchParams.get("state");
      const { status, text } = await browser.open(
        `/signed-in?error=${code}&error_description=Call+0155+now&state=${state}`,
      );
      expect(status).toBe(403);
      expect(text).toContain(title);
      expect(text).toContain(words);
      expect(text).not.toContain("0155");
      expect(text).toContain('href="/sign-in?page=%2Fmonth"');
    }
  });

  it("uses nothing up: who goes back and chooses another account gets in", async () => {
    const browser = new DeskBrowser(app);
    const begun = await browser.begin("/month");
    const state = new URL(begun).searchParams.get("state");
    await browser.open(`/signed-in?error=access_denied&state=${state}`);
    expect(await browser.open(returnOf(begun, OLGA))).toMatchObject({ status: 303, location: "/month" });
  });

  it.each(["temporarily_unavailable", "access_denied"])(
    "leads to the page of the tab where another tab was faster, as Keycloak says it: %s",
    async (code) => {
      const browser = new DeskBrowser(app);
      const [first, second] = [await browser.begin("/month"), await browser.begin("/u/u-1")];
      await browser.open(returnOf(first, OLGA));
      const state = new URL(second).searchParams.get("state");
      expect(
        await browser.open(
          `/signed-in?error=${code}&error_description=authentication_expired&state=${state}`,
        ),
      ).toMatchObject({ status: 303, location: "/u/u-1" });
    },
  );

  it("that anyone wrote changes nothing for a person who is signed in", async () => {
    const browser = await signedIn();
    expect(await browser.open("/signed-in?error=access_denied&state=x")).toMatchObject({
      status: 303,
      location: "/",
    });
    expect(await browser.open("/")).toMatchObject({ status: 200 });
  });

  it("is not echoed where a stranger wrote it", async () => {
    const { status, text } = await new DeskBrowser(app).open(
      "/signed-in?error=<b>x</b>&error_description=y-y-y&error_uri=https://attacker.example",
    );
    expect(status).toBe(403);
    expect(text).not.toMatch(/<b>|y-y-y|attacker/);
  });
});

describe("a failure of the issuer after the person came back", () => {
  const bodies = (error: string) => JSON.stringify({ error, error_description: "Call 0155" });

  it.each([
    ["it does not answer", "no connection", 503, "Signing in is not available right now"],
    ["it answers a page", { status: 200, body: "<html>" }, 503, "Signing in is not available right now"],
    ["it answers 502", { status: 502, body: "{}" }, 503, "Signing in is not available right now"],
    ["it has a trouble", { status: 400, body: bodies("server_error") }, 403, "reports a problem of its own"],
    ["it wants a secret", { status: 401, body: bodies("invalid_client") }, 403, "do not fit together"],
    [
      "it wants a secret, by a header",
      { status: 401, body: "{}", headers: { "www-authenticate": 'Basic realm="x"' } },
      403,
      "do not fit together",
    ],
    [
      "it gives no token of identity",
      { status: 200, body: '{"access_token":"a","token_type":"Bearer"}' },
      403,
      "do not fit together",
    ],
  ] as const)("is named as it is, and ends nothing: %s", async (_, failure, status, words) => {
    const browser = new DeskBrowser(app);
    const begun = await browser.begin("/month");
    issuer.failure = failure;
    const page = await browser.open(returnOf(begun, OLGA));
    expect({ status: page.status, words: page.text.includes(words) }).toEqual({ status, words: true });
    expect(page.text).toContain('href="/sign-in?page=%2Fmonth"');
    expect(page.text).not.toContain("0155");
    issuer.failure = undefined;
    expect(await browser.open(returnOf(begun, OLGA))).toMatchObject({ status: 303, location: "/month" });
  });
});

describe("the session, as the script of a page sees it", () => {
  const SCRIPT = { "sec-fetch-mode": "cors" };

  it("has an end that looking does not put off, and that a visit does", async () => {
    const browser = await signedIn();
    const look = async () => JSON.parse((await browser.open("/session", SCRIPT)).text);
    const first = await look();
    expect(Date.parse(first.endsAt) - Date.now()).toBeGreaterThan(29 * 60_000);
    await new Promise((done) => setTimeout(done, 5));
    expect(await look()).toEqual(first);
    await browser.open("/month");
    expect((await look()).endsAt > first.endsAt).toBe(true);
  });

  it("is of the one for whom the page was made, without a name", async () => {
    const [olga, again, ana] = [await signedIn(), await signedIn(), await signedIn(ANA)];
    const authorIn = async (browser: DeskBrowser) => {
      const { author } = JSON.parse((await browser.open("/session", SCRIPT)).text);
      expect((await browser.open("/month")).text).toContain(`data-author="${author}"`);
      return author;
    };
    const author = await authorIn(olga);
    expect(await authorIn(again)).toBe(author);
    expect(await authorIn(ana)).not.toBe(author);
    expect(author).toMatch(/^[\w-]{43}$/);
  });

  it("is none for a stranger, who is sent nowhere", async () => {
    expect(await new DeskBrowser(app).open("/session", SCRIPT)).toMatchObject({ status: 401 });
  });
});

it.each([
  "/c/1.42.ZjOOie8SXfW--oXA",
  "/sign-in?page=/month",
  "/signed-in?code=x&state=y",
  "/signed-out",
  "/nowhere",
])(
  "answers a program that asks for the head of %s alone as it answers a browser, and no browser keeps it",
  async (path) => {
    const url = `https://desk.example${path}`;
    const [get, head] = [await app.request(url), await app.request(url, { method: "HEAD" })];
    const facts = ({ status, headers }: Response) => ({
      status,
      // Each sign-in that is begun has a state of its own.
      location: headers.get("location")?.replace(/(?<=(?:state|nonce|challenge)=)[\w-]{43}/g, "…"),
      cache: headers.get("cache-control"),
    });
    expect(facts(head)).toEqual(facts(get));
    expect(facts(get).cache).toBe("no-store");
    expect(await head.text()).toBe("");
  },
);

it.each([
  ["/selected?user=u-1&sheet=decide", "note=x", "/?user=u-1&sheet=decide"],
  ["/case", "subject=notification%231%237&opened=once", "/c/1.7"],
  ["/month", "project=1&month=2026-03", "/month?month=2026-03&project=1&record=notice"],
  ["/notice", "month=2026-03&id=n-1&act=correct", "/notice?month=2026-03&id=n-1"],
  ["/batch", "id=b-1&at=2026-03-02T12:00:00.000Z", "/batch?id=b-1&at=2026-03-02T12%3A00%3A00.000Z"],
  ["/system", "project=1", "/system"],
  ["/open-case", "about=user&user=u-1", "/u/u-1"],
  ["/open-case", "about=__proto__", "/"],
  ["/nowhere", "subject=x", "/"],
])("a form that comes without a session leads back to its page: %s %s", async (path, form, page) => {
  const { status, text } = await stranger(path, form);
  expect(status).toBe(401);
  expect(text).toContain(`href="/sign-in?page=${encodeURIComponent(page)}"`);
});

describe("a page that a signed-in person sees", () => {
  it("has no link to another site, whatever its own address looks like", async () => {
    const browser = await signedIn();
    const { status, text } = await browser.open("//attacker.example/x?y=1");
    expect(status).toBe(404);
    expect(text).not.toMatch(/href="\/\/|href="https?:/);
    const [, link = ""] = /data-end="other".*?href="([^"]*)"/.exec(text) ?? [];
    expect(await browser.open(link)).toMatchObject({ status: 303, location: "/" });
  });

  it.each([
    ["/month?month=2026-03", undefined, "/month?month=2026-03"],
    ["/month", "project=1&month=2026-03&filing=none", "/month?month=2026-03&project=1&record=notice"],
    ["/open-case", "about=user&project=1&user=u-1&note=", "/u/u-1"],
    ["/system", "project=01", "/system"],
  ])("leads back to itself after the session's end: %s %s", async (path, form, address) => {
    const visit = await officer();
    const { text } = await visit(path, form);
    const href = `/sign-in?page=${encodeURIComponent(address)}`;
    expect(text).toContain(`href="${href}"`);
    expect(text).toContain(`data-page="${address.replaceAll("&", "&amp;")}"`);
    expect((await visit(address)).text).not.toContain("This address is not valid");
  });
});
