/** Links of mails, as mail programs and gateways hand them over, lead to their pages, and so do addresses of older mails. */

import { beforeAll, describe, expect, it } from "vitest";
import { gatewayEvent } from "../../../infra/local/http/gateway.ts";
import { caseLink, notificationLink, userLink, walletLink } from "../../../lib/alerts/messages/desk-links.ts";
import { caseOfNotification, userSubject, walletSubject } from "../../../lib/cases/case-keys.ts";
import { requestOf } from "../../../lib/desk/frame/http-event.ts";
import { nameOf } from "../../../lib/intake/notifications/notification-keys.ts";
import { NotificationStore } from "../../../lib/intake/notifications/notifications.ts";
import { WalletStore } from "../../../lib/screening/wallets/wallets.ts";
import { readBodyAt, recordRead } from "../../support/deliveries.ts";
import { startDesk } from "../../support/desk/desk-app.ts";
import { LFPIORPI, notificationBody } from "../../support/notifications.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");
const auditorOf2 = await desk.signedIn("auditors-2");

const AT = "2026-03-01T12:00:00.000Z";
const ADDRESS = `0x${"1".repeat(40)}`;
const WALLET = { projectId: 1, chainId: "1", address: ADDRESS };
const USER = "José #7/b";

let name = "";
/** The link of its case in a mail. */
let link = "";
let withoutCase = "";

beforeAll(async () => {
  const store = new NotificationStore(desk.client, "Notifications");
  const { delivered } = await recordRead(readBodyAt(AT, JSON.stringify(notificationBody())), store);
  name = nameOf(delivered);
  const key = caseOfNotification(delivered);
  link = caseLink(key);
  await desk.cases.open(name.slice("1#".length), { userId: USER });
  const warning = notificationBody({ id: 43, inflictedLaws: [{ ...LFPIORPI, risk: "warn" }] });
  withoutCase = nameOf((await recordRead(readBodyAt(AT, JSON.stringify(warning)), store)).delivered);
  await new WalletStore(desk.client, "Wallets").remember({
    ...WALLET,
    userId: USER,
    source: "notification",
    seenAt: AT,
  });
  await desk.cases.open("w", { ...WALLET, subject: walletSubject(WALLET), opened: AT, kind: "wallet" });
  const ofUser = { subject: userSubject(1, USER), opened: "0", kind: "user", userId: USER } as const;
  await desk.cases.open("u", ofUser);
});

/** Where an officer gets by an address, after all redirects, through API Gateway. */
async function pageBehind(address: string, visit = officer) {
  let path = address;
  for (let redirects = 0; redirects < 4; redirects++) {
    const { status, location, text } = await visit(throughGateway(path));
    if (location === undefined) return { status, path, text };
    path = location;
  }
  throw new Error(`${address} leads on and on, at last to ${path}.`);
}

const ROUTE = { key: "$default", functionArn: "", sourceArn: "", timeoutMs: 1, desk: true };

/** The path of the function's request: API Gateway decodes it once. */
function throughGateway(target: string): string {
  const [path = ""] = target.split("?");
  const request = {
    method: "GET",
    target,
    httpVersion: "1.1",
    rawHeaders: [],
    body: Buffer.of(),
    sourceIp: "",
  };
  const event = gatewayEvent(
    request,
    { route: ROUTE, pathParameters: {} },
    decodeURIComponent(path),
    new Date(0),
  );
  const { pathname, search } = new URL(requestOf(event, "https://desk.example").url);
  return `${pathname}${search}`;
}

describe("the link of an alert", () => {
  it.each([
    ["as it was sent", (path: string) => path],
    ["folded, with the end of the line in it", (path: string) => path.replace("2.", "2.%0D%0A")],
    ["with a full stop behind it", (path: string) => `${path}.`],
    ["with a bracket", (path: string) => `${path}%29`],
    ["with an angle bracket", (path: string) => `${path}%3E`],
    ["with a slash", (path: string) => `${path}/`],
    ["encoded once more", (path: string) => path.replaceAll(".", "%252E")],
    ["with a gateway's parameters", (path: string) => `${path}?utm_source=mail&amp;x=%23`],
    ["with parameters of a path", (path: string) => `${path}&amp;data=05%257C`],
    ["without the end of its digest", (path: string) => path.slice(0, -3)],
    ["without its digest", (path: string) => path.slice(0, path.lastIndexOf("."))],
    ["in small letters", (path: string) => path.toLowerCase()],
  ])("leads to the case %s", async (_, damage) => {
    expect(await pageBehind(damage(link))).toMatchObject({
      status: 200,
      path: expect.stringMatching(/^\/c\//),
    });
    const { path, text } = await pageBehind(damage(link));
    expect(path.split("?")[0]).toBe(link);
    expect(text).toContain("<bdi>1#42</bdi>");
  });

  it("leads to a notification without a case in the same way", async () => {
    for (const damaged of [`${notificationLink(withoutCase)}.`, "/n/1.43.abc", "/c/1.43"])
      expect(await pageBehind(damaged)).toMatchObject({ status: 200, path: notificationLink(withoutCase) });
  });

  it("tells one who may not see the case nothing, also where its end is lost", async () => {
    for (const path of [link, link.slice(0, -3), "/n/1.43"]) {
      const { status, text } = await pageBehind(path, auditorOf2);
      expect({ path, status }).toEqual({ path, status: 404 });
      expect(text).not.toContain("u-1");
    }
  });
});

describe("an address with its ids in the query", () => {
  const encoded = () => encodeURIComponent(name);

  it.each([
    ["a case", () => `/case?subject=notification%23${encoded()}&opened=once`],
    ["one that was cut at its `&`", () => `/case?subject=notification%23${encoded()}`],
    ["one from the source of a mail", () => `/case?subject=notification%23${encoded()}&amp;opened=once`],
    ["one with a full stop", () => `/case?subject=notification%23${encoded()}&opened=once.`],
    ["one without its `&`, with a bracket", () => `/case?subject=notification%23${encoded()}%3E`],
    [
      "one that was encoded once more",
      () => `/case?subject=${encodeURIComponent(`notification%23${encoded()}`)}`,
    ],
    ["one with a slash", () => `/case/?subject=notification%23${encoded()}&opened=once`],
    [
      "one with a gateway's parameter",
      () => `/case?subject=notification%23${encoded()}&opened=once&utm_source=m`,
    ],
  ])("of %s leads to it", async (_, address) => {
    const { status, path } = await pageBehind(address());
    expect({ status, path: path.split("?")[0] }).toEqual({ status: 200, path: link });
  });

  it.each([
    [
      "a wallet's case",
      () => `/case?subject=${encodeURIComponent(walletSubject(WALLET))}&opened=${AT}`,
      "/c/wallet.1.",
    ],
    [
      "a user's case",
      () => `/case?subject=${encodeURIComponent(userSubject(1, USER))}&opened=0`,
      "/c/user.1.Jos~c3~a9~20.7~2fb.0",
    ],
    [
      "a notification",
      () => `/notification?name=${encodeURIComponent(encodeURIComponent(withoutCase))}.`,
      "/n/1.43.",
    ],
    ["a wallet", () => `/wallet?project=1&address=${ADDRESS}&chain=1`, walletLink(WALLET)],
    ["a wallet in any project", () => `/wallet?address=${ADDRESS}`, `/w/${ADDRESS}`],
    ["a user", () => `/users?${new URLSearchParams({ user: USER })}`, userLink(USER)],
    [
      "a list of cases",
      () => `/users?${new URLSearchParams({ user: USER, list: "cases" })}`,
      userLink(USER, { list: "cases" }),
    ],
  ])("of %s leads to it", async (_, address, page) => {
    const { status, path } = await pageBehind(address());
    expect(status).toBe(200);
    expect(path).toContain(page);
  });

  it("says that it is not valid where the ids are lost", async () => {
    for (const path of [
      "/case?subject=notification",
      "/case",
      "/notification",
      "/wallet?project=1",
      "/users?user=",
    ])
      expect({ path, status: (await pageBehind(path)).status }).toEqual({ path, status: 404 });
  });
});

it("leads to a project's scans", async () => {
  expect(await officer("/s/1.")).toMatchObject({ status: 303, location: "/system#project-1" });
  expect(await officer("/s/x")).toMatchObject({ status: 404 });
});
