import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  caseIn,
  caseLink,
  type LinkedCase,
  notificationIn,
  notificationLink,
  scansLink,
  userIn,
  userLink,
  walletIn,
  walletLink,
} from "../../../../lib/alerts/messages/desk-links.ts";
import { idsIn } from "../../../../lib/alerts/messages/link-path.ts";
import { caseOfNotification, userSubject, walletSubject } from "../../../../lib/cases/case-keys.ts";
import { anyText } from "../../../support/any-text.ts";

const UNRESERVED = /^\/[cnuw]\/[A-Za-z0-9._~-]+$/;

/** What is behind the page's part of a path. */
const behindPage = (link: string) => idsIn(link.slice("/c/".length));

const ADDRESS = `0x${"1".repeat(40)}`;

describe("the address of a page", () => {
  it.each([
    [
      "a notification's case",
      caseLink(caseOfNotification({ key: "1#42", revision: "current#ZjOOie8SXfW--oXA" })),
      "/c/1.42.ZjOOie8SXfW--oXA",
    ],
    [
      "the case of unreadable messages",
      caseLink({ subject: "unreadable#1", opened: "2026-11-26T07" }),
      "/c/unreadable.1.2026-11-26T07",
    ],
    [
      "a wallet's case",
      caseLink({
        subject: walletSubject({ projectId: 1, address: ADDRESS, chainId: "42161" }),
        opened: "2026-03-01T08:00:00.000Z",
      }),
      `/c/wallet.1.${ADDRESS}.42161.2026-03-01T08~3a00~3a00~2e000Z`,
    ],
    [
      "a user's case",
      caseLink({ subject: userSubject(1, "c-1048"), opened: "0" }, { list: "/?view=mine" }),
      "/c/user.1.c-1048.0?list=%2F%3Fview%3Dmine",
    ],
    ["a notification", notificationLink("1#42#ZjOOie8SXfW--oXA"), "/n/1.42.ZjOOie8SXfW--oXA"],
    ["a body in quarantine", notificationLink("1#quarantined#AAAA"), "/n/1.quarantined.AAAA"],
    ["a wallet", walletLink({ projectId: 1, address: ADDRESS }), `/w/1.${ADDRESS}`],
    ["a user", userLink("c_1048"), "/u/c_1048"],
    ["a user whose id is an address", userLink("ana@bank.example"), "/u/ana~40bank~2eexample"],
    ["a user whose id has other letters", userLink("José #7/b"), "/u/Jos~c3~a9~20~237~2fb"],
    ["a project's scans", scansLink(7), "/s/7"],
  ])("of %s is short, and plain where its ids are", (_, link, address) => {
    expect(link).toBe(address);
  });

  const text = anyText({ minLength: 1, maxLength: 40 });
  const project = fc.nat({ max: 2 ** 31 });
  const subjects = fc.oneof(
    fc.tuple(project, text).map(([id, name]) => `notification#${id}#${name}`),
    fc.tuple(project, text).map(([id, user]) => userSubject(id, user)),
    fc.tuple(project, text).map(([id, address]) => `wallet#${id}#${address}#1`),
    project.map((id) => `unreadable#${id}`),
  );
  const keys: fc.Arbitrary<LinkedCase> = fc.record({
    subject: subjects,
    opened: fc.oneof(fc.constantFrom("once", "0", "2026-11-26T07"), text),
  });

  it("of a case has unreserved characters alone, and names its key again, whatever it is about", () => {
    fc.assert(
      fc.property(keys, (key) => {
        expect(caseLink(key)).toMatch(UNRESERVED);
        expect(caseIn(behindPage(caseLink(key)))).toEqual(key);
      }),
    );
  });

  it("of a user, a wallet and a notification names it again, in any characters", () => {
    fc.assert(
      fc.property(text, project, (id, projectId) => {
        for (const link of [
          userLink(id),
          walletLink({ projectId, address: id }),
          notificationLink(`1#${id}`),
        ])
          expect(link).toMatch(UNRESERVED);
        expect(userIn(behindPage(userLink(id)))).toBe(id);
        for (const wallet of [
          { projectId, address: id },
          { projectId: undefined, address: id },
        ])
          expect(walletIn(behindPage(walletLink(wallet)))).toEqual(wallet);
        expect(notificationIn(behindPage(notificationLink(`1#${id}`)))).toBe(`1#${id}`);
      }),
    );
  });

  it("names no user and no wallet where it has too many ids, or none", () => {
    expect([userIn(idsIn("")), userIn(idsIn("a.b"))]).toEqual([undefined, undefined]);
    expect(["", "1.", "x.0x1", "1.2.3"].map((path) => walletIn(idsIn(path)))).toEqual([
      undefined,
      { projectId: undefined, address: "1" },
      undefined,
      undefined,
    ]);
  });
});

describe("a path", () => {
  it.each([
    ["folded by a mail program", "1.42.ZjOOie8S\r\n  XfW--oXA"],
    ["folded as quoted-printable is", "1.42.ZjOOie8S=\r\nXfW--oXA"],
    ["folded, and encoded", "1.42.ZjOOie8S%0D%0A%20%20XfW--oXA"],
    ["with a full stop behind it", "1.42.ZjOOie8SXfW--oXA."],
    ["with three of them", "1.42.ZjOOie8SXfW--oXA..."],
    ["with a comma behind it", "1.42.ZjOOie8SXfW--oXA,"],
    ["with a bracket behind it", "1.42.ZjOOie8SXfW--oXA)."],
    ["in angle brackets", "1.42.ZjOOie8SXfW--oXA>"],
    ["in encoded ones", "1.42.ZjOOie8SXfW--oXA%3E"],
    ["in quotation marks", "1.42.ZjOOie8SXfW--oXA”"],
    ["with Slack's label behind it", "1.42.ZjOOie8SXfW--oXA|Desk>"],
    ["encoded once", "1%2E42%2EZjOOie8SXfW%2D%2DoXA"],
    ["encoded three times", "1%25252E42%25252EZjOOie8SXfW--oXA"],
    ["with a gateway's parameter behind `&`", "1.42.ZjOOie8SXfW--oXA&data=05"],
    ["with one behind `&amp;`", "1.42.ZjOOie8SXfW--oXA&amp;data=05"],
    ["with one behind an encoded question mark", "1.42.ZjOOie8SXfW--oXA%3Futm_source=mail"],
    ["with a slash at its end", "1.42.ZjOOie8SXfW--oXA/"],
    ["with characters that no one sees", "1.42.\u200bZjOOie8SXfW--\u00adoXA\ufeff"],
  ])("that came %s names the same ids", (_, path) => {
    expect(idsIn(path)).toEqual(["1", "42", "ZjOOie8SXfW--oXA"]);
  });

  it("may have an escape in capitals, or a `~` that a program encoded", () => {
    for (const path of ["a~2fb", "a~2Fb", "a%7E2fb", "a%257E2Fb"]) expect(idsIn(path)).toEqual(["a/b"]);
  });

  it("keeps white space and points that belong to an id", () => {
    expect(idsIn("~20u~2e9~2e")).toEqual([" u.9."]);
  });
});
