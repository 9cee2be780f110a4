/** A real OpenID Connect provider for the local desk: one click signs in an invented officer, another an auditor. */

import { generateKeyPairSync } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Configuration } from "oidc-provider";
import Provider from "oidc-provider";
import { createMemoryAdapter } from "oidc-provider/lib/adapters/memory_adapter.js";
import { isToThisMachine } from "../../../lib/aws/local-call.ts";
import { UNTIL_CLAIM } from "../../../lib/settings/desk-groups.ts";
import { closeServer, listen } from "../http/loopback.ts";

/** The desk, as the issuer knows it. */
const CLIENT_ID = "vigia-local-desk";

/** Invented people. */
const PEOPLE: Record<string, { name: string; groups: string[]; [UNTIL_CLAIM]?: string; unverified?: true }> =
  {
    olga: { name: "olga.officer@company.example", groups: ["officers"] },
    ana: { name: "ana.auditor@company.example", groups: ["auditors"] },
    oscar: { name: "oscar.officer@company.example", groups: ["officers-2"] },
    nora: { name: "nora.newcomer@company.example", groups: [] },
    vera: { name: "vera.unverified@company.example", groups: ["officers"], unverified: true },
    eva: {
      name: "eva.examiner@auditors.example",
      groups: ["auditors"],
      [UNTIL_CLAIM]: "2026-01-01T00:00:00.000Z",
    },
  };

/** Lifetime of every token and session that it issues, in seconds. */
const HOUR_S = 3_600;

interface LocalIssuer {
  /** Its URL, on `localhost`: another site than the desk's, as a deployed issuer is. */
  url: string;
  /** The desk's. */
  clientId: string;
  close(): Promise<void>;
}

/**
 * Starts it.
 * @param deskUrl where the desk is, @param port 0 for any free one
 */
export async function startIssuer(deskUrl: string, port: number): Promise<LocalIssuer> {
  const server = createServer();
  const boundPort = await listen(server, port);
  const url = `http://localhost:${boundPort}`;
  const provider = new Provider(url, configuration(deskUrl));
  serve(server, provider);
  return { url, clientId: CLIENT_ID, close: () => closeServer(server) };
}

function configuration(deskUrl: string): Configuration {
  return {
    clients: [
      {
        client_id: CLIENT_ID,
        token_endpoint_auth_method: "none",
        redirect_uris: [`${deskUrl}/signed-in`],
        post_logout_redirect_uris: [`${deskUrl}/signed-out`],
        application_type: "web",
      },
    ],
    claims: { openid: ["sub", "groups", UNTIL_CLAIM], email: ["email", "email_verified"], profile: ["name"] },
    // As Cognito does: every requested claim is in the id token.
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => {
        const { unverified, ...person } = PEOPLE[id] ?? { name: id };
        return { sub: id, ...person, email: person.name, email_verified: unverified !== true };
      },
    }),
    // The company's own desk asks for no consent. Tabs that sign in at once share the grant: a new one would end their codes.
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      const grantId = session?.grantIdFor(client?.clientId ?? "");
      const existing = grantId === undefined ? undefined : await provider.Grant.find(grantId);
      if (existing !== undefined) return existing;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? "",
        accountId: session?.accountId ?? "",
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, interaction) => `/people/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        logoutSource: (context, form) => {
          context.body = pageOf(
            "Sign out",
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of the local issuer</button>`,
          );
        },
      },
    },
    pkce: { required: () => true },
    ttl: { AccessToken: HOUR_S, Grant: HOUR_S, IdToken: HOUR_S, Interaction: HOUR_S, Session: HOUR_S },
    // In memory, like everything here; the library warns of its default store, which is the same.
    adapter: createMemoryAdapter(0),
    cookies: { keys: ["local"] },
    // Recreated with each start: earlier tokens and sessions are invalid.
    jwks: {
      keys: [generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" })],
    },
  };
}

function serve(server: Server, provider: Provider): void {
  const standard = provider.callback();
  server.on("request", (request: IncomingMessage, reply: ServerResponse) => {
    // One click signs a person in: no page of another site may lead it here.
    reply.setHeader("x-frame-options", "DENY");
    reply.setHeader("content-security-policy", "frame-ancestors 'none'");
    if (!isToThisMachine(request.headers)) {
      reply.writeHead(403).end();
      return;
    }
    const answer = request.url?.startsWith("/people/")
      ? choose(request, reply, provider)
      : standard(request, reply);
    Promise.resolve(answer).catch(() => reply.writeHead(500).end());
  });
}

/** GET shows the people, POST signs one of them in. */
async function choose(request: IncomingMessage, reply: ServerResponse, provider: Provider): Promise<void> {
  const [, , uid = "", accountId] = (request.url ?? "").split("/");
  if (request.method === "POST" && accountId !== undefined && accountId in PEOPLE) {
    await provider.interactionFinished(request, reply, { login: { accountId } });
    return;
  }
  const forms = Object.entries(PEOPLE).map(
    ([id, { name, groups, [UNTIL_CLAIM]: until }]) =>
      `<form method="post" action="/people/${uid}/${id}"><button>${name}</button> <small>${groups.join(", ") || "in no group"}${until === undefined ? "" : `, until ${until}`}</small></form>`,
  );
  reply
    .writeHead(200, { "content-type": "text/html; charset=utf-8" })
    .end(pageOf("Who are you?", `<p>Invented people of the local stack.</p>${forms.join("")}`));
}

/** The desk's look, in few rules. */
const STYLE = `:root { color-scheme: light dark; font: 0.875rem/1.5 system-ui, sans-serif; background: light-dark(#f9f9fb, #111113); }
main { width: min(440px, 100% - 24px); box-sizing: border-box; margin: 14vh auto 0; padding: 20px 28px 28px; border: 1px solid light-dark(#e0e1e6, #2e3135);
  border-radius: 8px; background: light-dark(#fff, #18191b); }
h1 { font-size: 1.0625rem; }
form { margin-top: 8px; }
button { min-height: 32px; padding: 0 12px; border: 1px solid light-dark(#d9d9e0, #363a3f); border-radius: 6px; background: none; color: inherit; font: inherit; }`;

function pageOf(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style><main><h1>${title}</h1>${content}</main></html>`;
}
