/** Groups of a company's own issuer: whom they let in, and what is said where they let no one in. */

import { afterAll, describe, expect, it, vi } from "vitest";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { DeskBrowser } from "../../../support/desk/desk-browser.ts";
import { startScriptedIssuer } from "../../../support/servers/scripted-issuer.ts";

const issuer = await startScriptedIssuer();
afterAll(() => issuer.close());
const CLAIM = "https://company.example/groups";
const { app } = await startDesk(undefined, undefined, undefined, {
  OIDC_ISSUER: issuer.url,
  OIDC_CLIENT_ID: "vigia",
  OIDC_SCOPE: "openid profile email groups",
  OIDC_GROUPS_CLAIM: CLAIM,
  OIDC_GROUP_NAMES: JSON.stringify({ officers: "/company/Officers", auditors: "7c1e-0a" }),
  OIDC_VERIFIED_EMAIL: "false",
});

const NAME = "nora.newcomer@company.example";

/** Signs a person in. @returns the page that they see then, and the lines of the log of it */
async function signIn(claims: Record<string, unknown>, language = "en") {
  const lines: string[] = [];
  const output = vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  const browser = new DeskBrowser(app, language);
  const begun = await browser.begin("/month");
  const { searchParams } = new URL(begun);
  const code = issuer.codeFor(begun, { sub: "s-1", email: NAME, ...claims });
  await browser.open(`/signed-in?code=${code}&state=${searchParams.get("state")}`);
  const page = await browser.open("/month");
  output.mockRestore();
  const refused = lines.filter((line) => line.includes("in no group of the desk"));
  return { ...page, scope: searchParams.get("scope"), refused: refused.map((line) => JSON.parse(line)) };
}

it("asks the issuer for the scope for which it gives the claim", async () => {
  expect(await signIn({})).toMatchObject({ scope: "openid profile email groups" });
});

it.each([
  ["a list", ["x", "/company/Officers"]],
  ["one name as text", "/company/Officers"],
  ["an id of the auditors", ["7c1e-0a"]],
])("lets a person in by the claim of the settings: %s", async (_, groups) => {
  expect(await signIn({ [CLAIM]: groups })).toMatchObject({ status: 200, refused: [] });
});

describe.each([
  {
    kind: "no group came",
    english: "named no group of yours",
    spanish: "no indicó ningún grupo suyo",
    tokens: [
      [{}, { came: "nothing", groups: 0 }],
      [{ groups: ["/company/Officers"] }, { came: "nothing", groups: 0 }],
      [{ [CLAIM]: [] }, { came: "groups", groups: 0 }],
      [{ [CLAIM]: { officers: true } }, { came: "another form", groups: 0 }],
      [{ [CLAIM]: [{ name: "/company/Officers" }] }, { came: "another form", groups: 0 }],
      [{ [CLAIM]: null }, { came: "another form", groups: 0 }],
    ],
  },
  {
    kind: "other groups came",
    english: "named groups of yours, but none that opens the desk",
    spanish: "indicó grupos suyos, pero ninguno",
    tokens: [
      [{ [CLAIM]: ["officers", "/company/officers"] }, { came: "groups", groups: 2 }],
      [{ [CLAIM]: "Secret-0" }, { came: "groups", groups: 1 }],
      [{ [CLAIM]: Array.from({ length: 199 }, (_, n) => `Secret-${n}`) }, { came: "groups", groups: 199 }],
    ],
  },
  {
    kind: "groups were left out",
    english: "You are in more groups than the page",
    spanish: "Usted está en más grupos de los que",
    tokens: [
      [{ _claim_names: { [CLAIM]: "src1" } }, { came: "nothing", groups: 0, isElsewhere: true }],
      [
        { [CLAIM]: ["Secret-1"], _claim_names: { [CLAIM]: "src1" } },
        { came: "groups", groups: 1, isElsewhere: true },
      ],
    ],
  },
] as const)("a person without a group of the desk ($kind)", ({ english, spanish, tokens }) => {
  it.each(tokens.map(([claims, report]) => [JSON.stringify(claims).slice(0, 60), claims, report] as const))(
    "reads why, and whom to ask for which group, and the log has no name: %s",
    async (_, claims, report) => {
      const { status, text, refused } = await signIn(claims);
      expect(status).toBe(403);
      expect(text).toContain(english);
      expect(text).toContain("the group /company/Officers or 7c1e-0a");
      expect(text).not.toContain("Secret");
      expect((await signIn(claims, "es")).text).toContain(spanish);
      expect(refused).toEqual([
        expect.objectContaining({ level: "WARN", claim: CLAIM, isElsewhere: false, ...report }),
      ]);
      expect(refused[0].claims).toEqual(expect.arrayContaining(["sub", ...Object.keys(claims)]));
      expect(JSON.stringify(refused)).not.toMatch(/Secret|s-1|nora/);
    },
  );
});

it("logs of a token with many claims no more than forty names, each cut", async () => {
  const claims = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${n}-${"c".repeat(200)}`, n]));
  const { refused } = await signIn(claims);
  expect(refused[0].claims).toHaveLength(40);
  expect(refused[0].claims.every((name: string) => name.length <= 80)).toBe(true);
});
