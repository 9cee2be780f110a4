import { expect, it, onTestFinished } from "vitest";
import { startIssuer } from "../../../../infra/local/identity/issuer.ts";

it.each(["/people/x", "/.well-known/openid-configuration", "/session/end", "/nothing"])(
  "lets no page frame it, since one click signs in: %s",
  async (path) => {
    const issuer = await startIssuer("http://127.0.0.1:3003", 0);
    onTestFinished(() => issuer.close());
    const { headers } = await fetch(`${issuer.url}${path}`);
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  },
);
