/** An OpenID Connect issuer whose every answer a test writes. */

import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { closeServer, listen } from "../../../infra/local/http/loopback.ts";

/** What the issuer says of a person, or how it fails. */
type Answer =
  | { claims: Record<string, unknown> }
  | { status: number; body: string; headers?: Record<string, string> };

export interface ScriptedIssuer {
  url: string;
  /** Makes a code, which works once. @param authorization the URL to which the desk sent the browser */
  codeFor(authorization: string, claims: Record<string, unknown>): string;
  /** What it answers to every code instead of what the code is for. */
  failure: { status: number; body: string; headers?: Record<string, string> } | "no connection" | undefined;
  close(): Promise<void>;
}

export async function startScriptedIssuer(): Promise<ScriptedIssuer> {
  const grants = new Map<string, { claims: Record<string, unknown>; challenge: string }>();
  const redeem = (form: URLSearchParams): Answer => {
    const code = form.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    return grant?.challenge === challenge
      ? { claims: grant.claims }
      : { status: 400, body: '{"error":"invalid_grant"}' };
  };
  const server = createServer(async (request, response) => {
    const json = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
    if (request.url === "/.well-known/openid-configuration") {
      json(200, JSON.stringify({ ...METADATA, ...endpointsOf(issuer.url) }));
      return;
    }
    const form = new URLSearchParams(await text(request));
    if (issuer.failure === "no connection") {
      request.socket.destroy();
      return;
    }
    const answer = issuer.failure ?? redeem(form);
    if ("status" in answer) json(answer.status, answer.body, answer.headers);
    else json(200, JSON.stringify({ ...TOKENS, id_token: tokenOf(answer.claims) }));
  });
  const port = await listen(server, 0);
  const issuer: ScriptedIssuer = {
    url: `http://127.0.0.1:${port}`,
    failure: undefined,
    codeFor: (authorization, claims) => {
      const { searchParams } = new URL(authorization);
      const code = `code-${grants.size}-${searchParams.get("state")}`;
      const now = Math.floor(Date.now() / 1_000);
      grants.set(code, {
        claims: {
          iss: issuer.url,
          aud: searchParams.get("client_id"),
          nonce: searchParams.get("nonce"),
          iat: now,
          exp: now + 300,
          ...claims,
        },
        challenge: searchParams.get("code_challenge") ?? "",
      });
      return code;
    },
    close: () => closeServer(server),
  };
  return issuer;
}

const METADATA = { response_types_supported: ["code"], subject_types_supported: ["public"] };
const TOKENS = { access_token: "invented", token_type: "Bearer" };

function endpointsOf(url: string) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
  };
}

/** A client that asks the issuer itself trusts the connection, and looks at no signature. */
function tokenOf(claims: Record<string, unknown>): string {
  const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString("base64url");
  return `${part({ alg: "RS256", kid: "invented" })}.${part(claims)}.${part("signature")}`;
}
