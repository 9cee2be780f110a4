/** Transactions that the sandbox simulates against an adapter. */

import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { parseObjectExactly } from "../../../../lib/contract/exact-json.ts";
import { readWebhook } from "../../../../lib/contract/webhook.ts";
import { adapter, isSigned } from "./adapter.ts";
import { runningSandbox, send } from "./running.ts";

const ASKED = {
  userId: "José P.",
  address: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  chainId: 42161,
  laws: [{ risk: "illegal", name: "LFPIORPI" }, { risk: "warn" }],
};

/** Headers in which an adapter may be told to look for credentials, and the usual one. */
const READ_HEADERS = ["x-api-key", "x-sig", "x-at", "x-wavynode-hmac"];

describe("a transaction", () => {
  it("looks the user up, of whose record it says nothing, and sends the webhook, both signed", async () => {
    const { url: adapterUrl, calls } = await adapter();
    const url = await runningSandbox({ adapterUrl });
    const answered = await send(`${url}/sandbox/transactions`, { body: ASKED });
    expect(answered).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { user: { found: true, status: 200 }, webhook: { accepted: true, tries: 1, status: 200 } },
      },
    });
    expect(JSON.stringify(answered.body)).not.toContain("Canary");
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /users/Jos%C3%A9%20P.",
      "POST /webhook",
    ]);
    for (const call of calls) expect(isSigned(call, "webhook-secret-1")).toBe(true);
    expect(readWebhook(parseObjectExactly(calls[1]?.body ?? ""), [1])).toMatchObject({
      valid: true,
      body: {
        data: {
          projectId: "1",
          chainId: "42161",
          address: { userId: "José P.", address: ASKED.address },
          inflictedLaws: [{ risk: "illegal", name: "LFPIORPI", countryCode: "MX" }, { risk: "warn" }],
        },
      },
    });
  });

  it.each([
    ["115792089237316195423570985008687907853269984665640564039457584007913129639935"],
    [12345678901234567000],
  ])("sends the amount %s digit for digit", async (value) => {
    const { url: adapterUrl, calls } = await adapter();
    const url = await runningSandbox({ adapterUrl });
    const answered = await send(`${url}/sandbox/transactions`, {
      body: { ...ASKED, amount: { value, usd: 12.5 } },
    });
    expect(answered.status).toBe(200);
    expect(calls[1]?.body).toContain(`"amount":{"value":${value},"usd":12.5}`);
    expect(isSigned(calls[1] ?? { method: "", path: "", headers: {}, body: "" }, "webhook-secret-1")).toBe(
      true,
    );
  });

  it("is sent whether there is such a user or not", async () => {
    const { url: adapterUrl } = await adapter([200], 404);
    const url = await runningSandbox({ adapterUrl });
    expect((await send(`${url}/sandbox/transactions`, { body: ASKED })).body).toMatchObject({
      data: { user: { found: false, status: 404 }, webhook: { accepted: true } },
    });
  });

  it.each([
    [[503, 500, 429, 200], true, 4],
    [[401], false, 8],
    [[400], false, 1],
    [[413], false, 1],
    [[302, 200], true, 2],
  ])(
    "answered with %j is accepted: %s, after %i tries of the same body",
    async (statuses, accepted, tries) => {
      const { url: adapterUrl, calls } = await adapter(statuses);
      const url = await runningSandbox({ adapterUrl });
      expect((await send(`${url}/sandbox/transactions`, { body: ASKED })).body).toMatchObject({
        data: { webhook: { accepted, tries } },
      });
      const bodies = calls.filter(({ method }) => method === "POST").map(({ body }) => body);
      expect(bodies).toHaveLength(tries);
      expect(new Set(bodies).size).toBe(1);
    },
  );

  it("says what broke where the adapter is not there", async () => {
    const url = await runningSandbox({ adapterUrl: "http://127.0.0.1:1", timeScale: 1_000 });
    const { body } = await send(`${url}/sandbox/transactions`, { body: ASKED });
    expect(body).toMatchObject({ data: { user: { found: false }, webhook: { accepted: false, tries: 8 } } });
    expect(JSON.stringify(body)).toContain('"failed":');
  });

  it("has another id each time, or the one that is asked for", async () => {
    const { url: adapterUrl, calls } = await adapter();
    const url = await runningSandbox({ adapterUrl });
    for (const id of [undefined, undefined, "77"]) {
      await send(`${url}/sandbox/transactions`, { body: { ...ASKED, id } });
    }
    const ids = calls.flatMap(({ body }) => /"id":(\d+)/.exec(body)?.[1] ?? []);
    expect(new Set(ids).size).toBe(3);
    expect(ids[2]).toBe("77");
  });

  it("is signed with the secret of its project", async () => {
    const { url: adapterUrl, calls } = await adapter();
    const url = await runningSandbox({ adapterUrl });
    await send(`${url}/sandbox/transactions`, { body: { ...ASKED, projectId: 2 } });
    expect(calls.every((call) => isSigned(call, "webhook-secret-2"))).toBe(true);
    expect((await send(`${url}/sandbox/transactions`, { body: { ...ASKED, projectId: 3 } })).status).toBe(
      404,
    );
  });

  it.each([
    ["api-key", { "x-api-key": "ApiKey webhook-secret-1" }],
    ["none", {}],
    ["signature", { "x-sig": expect.any(String), "x-at": expect.stringMatching(/^\d+$/) }],
  ] as const)(
    "is authenticated by the adapter's %s, in the headers that it reads",
    async (authentication, wanted) => {
      const { url: adapterUrl, calls } = await adapter();
      const adapterAuthentication = { authentication, signatureHeader: "x-sig", timestampHeader: "x-at" };
      const url = await runningSandbox({ adapterUrl, adapterAuthentication });
      await send(`${url}/sandbox/transactions`, { body: ASKED });
      expect(calls).toHaveLength(2);
      for (const { headers } of calls)
        expect(Object.fromEntries(READ_HEADERS.map((name) => [name, headers[name]]))).toEqual(wanted);
    },
  );

  it.each([
    [{ ...ASKED, userId: "" }, "userId"],
    [{ ...ASKED, address: undefined }, "address"],
    [{ ...ASKED, laws: [{ risk: "fatal" }] }, "laws.0.risk"],
    [{ ...ASKED, amount: { value: "1.5" } }, "amount.value"],
  ])("that cannot be is refused with the issue", async (body, path) => {
    const { url: adapterUrl, calls } = await adapter();
    const url = await runningSandbox({ adapterUrl });
    const answered = await send(`${url}/sandbox/transactions`, { body });
    expect(answered.status).toBe(400);
    expect(
      z.object({ issues: z.array(z.object({ path: z.string() })) }).parse(answered.body).issues[0]?.path,
    ).toBe(path);
    expect(calls).toEqual([]);
  });

  it("is refused where the sandbox knows no adapter", async () => {
    const url = await runningSandbox();
    expect(await send(`${url}/sandbox/transactions`, { body: ASKED })).toMatchObject({
      status: 409,
      body: { success: false, message: "The sandbox knows of no adapter: start it with ADAPTER_URL." },
    });
  });
});
