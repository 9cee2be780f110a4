/**
 * Loaded into the desk's function on an endpoint: its Cognito calls itself AWS's, and is at the endpoint. The function is
 * the deployed one; what it asks `cognito-idp.<region>.amazonaws.com` goes to the endpoint instead.
 */

import * as z from "zod/mini";

const AWS_COGNITO = /^https:\/\/cognito-idp\.[\w-]+\.amazonaws\.com/;
const metadata = z.looseObject({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string(),
});
const endpoint = process.env["AWS_ENDPOINT_URL"] ?? "";

/** Addresses that openid-client calls, or sends a browser to, which it does by no plain HTTP: the visit leads its browser on. */
const ASKED = ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"] as const;

globalThis.fetch = new Proxy(globalThis.fetch, {
  async apply(fetch, self, [input, init]: [string | URL | Request, RequestInit?]) {
    const url = input instanceof Request ? input.url : String(input);
    const [cognito] = AWS_COGNITO.exec(url) ?? [];
    if (cognito === undefined) return Reflect.apply(fetch, self, [input, init]);
    const reply: Response = await Reflect.apply(fetch, self, [url.replace(cognito, endpoint), init]);
    if (!url.endsWith("/.well-known/openid-configuration")) return reply;
    const endpoints = metadata.parse(await reply.json());
    for (const name of ASKED) endpoints[name] = `${cognito}${new URL(endpoints[name]).pathname}`;
    return Response.json(endpoints);
  },
});
