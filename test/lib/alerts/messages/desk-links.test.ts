/** With a desk every message leads to its page there: in mail, in Slack and for programs. */

import { describe, expect, it } from "vitest";
import type { AlertMessage } from "../../../../lib/alerts/messages/message.ts";
import { quarantineAlert } from "../../../../lib/alerts/messages/quarantine-alert.ts";
import { scanProblem, scanUnended } from "../../../../lib/alerts/messages/scan-problem.ts";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { walletAlert } from "../../../../lib/alerts/messages/wallet-alert.ts";
import { subscriptionProblem } from "../../../../lib/alerts/subscriptions/subscription-problem.ts";
import { dailyBrief } from "../../../../lib/reports/brief/daily-brief.ts";
import type { ScanRun } from "../../../../lib/screening/runs/run.ts";
import { EMPTY_DAY } from "../../../support/invented-brief.ts";
import { shown } from "../../../support/shown-message.ts";
import { SPANISH } from "../../../support/translators.ts";
import { ORIGIN, sixQuarantined, sixTransactions, sixWallets, UNREADABLE_CASE } from "../invented.ts";
import { transaction, withCase } from "../one-chain.ts";

const HERE = { ...ORIGIN, desk: "https://desk.company.example" };
const AQUI = { ...HERE, translator: SPANISH };

const run: ScanRun = {
  projectId: 1,
  runId: "2026-03-01T08:00:00.000Z",
  status: "stopped",
  trigger: "schedule",
  startedAt: "2026-03-01T08:00:00.000Z",
  queued: 0,
  cause: { kind: "no-api-key" },
};

const PROGRESS = { queued: 10, waiting: 5, isCut: false };

/** Every line of a mail, every line in Slack and every link of the event that leads to the desk. */
function linksIn(message: AlertMessage) {
  const isDesk = (line: string) => line.includes("desk.company.example");
  const { email, slack, event } = shown(message);
  return {
    email: email.split("\n").filter(isDesk),
    slack: [...slack.description.split("\n"), ...slack.nextSteps].filter(isDesk),
    event: event.subjects.map((subject) => ("links" in subject ? subject.links?.desk : undefined)),
  };
}

const DESK = "https://desk.company.example";

describe("a message about one subject", () => {
  it.each([
    ["the brief of a day", dailyBrief(EMPTY_DAY, { ...HERE }), "/"],
    ["the problem of a run", scanProblem(run, HERE), "/s/1"],
    ["a run that goes on", scanUnended(run, PROGRESS, HERE), "/s/1"],
  ])("ends with the page of %s", (_, message, page) => {
    expect(linksIn(message)).toEqual({
      email: [`  ${DESK}${page}`],
      slack: [`Look closer: <${DESK}${page}|Desk>`],
      event: [`${DESK}${page}`],
    });
  });

  it("names the case of a body in quarantine before everything else", () => {
    const page = `${DESK}/n/1.quarantined.1`;
    expect(linksIn(quarantineAlert(sixQuarantined().slice(0, 1), UNREADABLE_CASE, HERE))).toMatchObject({
      email: [`Case:   ${DESK}/c/unreadable.1.2025-08-20T05`, `    Desk:      ${page}`],
      event: [page],
    });
  });

  it.each([
    ["a transaction", transaction(), "Desk:", "/n/1.42.ZjOOie8SXfW--oXA"],
    ["a case", withCase(transaction()), "Case:", "/c/1.42.ZjOOie8SXfW--oXA"],
  ])("names the page of %s before everything else", (_, transaction, label, page) => {
    const message = transactionAlert([transaction], HERE);
    expect(linksIn(message)).toEqual({
      email: [`${label.padEnd(15)}${DESK}${page}`],
      slack: [`*${label}* <${DESK}${page}|Desk>`],
      event: [`${DESK}${page}`],
    });
    expect(shown(message).email.split("\n")[2]).toContain(page);
  });

  it("ends with the page of a wallet, and says so in Spanish too", () => {
    expect(linksIn(walletAlert(sixWallets().slice(0, 1), { ...AQUI, total: 1 }))).toEqual({
      email: [`  ${DESK}/w/1.0xa1`],
      slack: [`Para ver el detalle: <${DESK}/w/1.0xa1|Escritorio>`],
      event: [`${DESK}/w/1.0xa1`],
    });
  });
});

describe("a message about several subjects", () => {
  it("leads to each of some transactions, and to the inbox", () => {
    const six = sixTransactions();
    expect(
      linksIn(
        transactionAlert(
          [six[5], six[3]].flatMap((transaction) => transaction ?? []),
          AQUI,
        ),
      ),
    ).toEqual({
      email: [
        `    Escritorio:    ${DESK}/n/1.6.ZjOOie8SXfW--oXA`,
        `    Escritorio:    ${DESK}/n/1.4.ZjOOie8SXfW--oXA`,
        `  ${DESK}/`,
      ],
      slack: [
        `• MX LFPIORPI - 0.000000000000000005 ETH (USD 50,000.00) - usuario \`u-1\` - \`1#6\` (<${DESK}/n/1.6.ZjOOie8SXfW--oXA|Escritorio>)`,
        `• MX A y 5 leyes más - 0.000000000000000005 ETH (USD 20.00) - usuario \`u-1\` - \`1#4\` (<${DESK}/n/1.4.ZjOOie8SXfW--oXA|Escritorio>)`,
        `Para ver el detalle: <${DESK}/|Escritorio>`,
      ],
      event: [`${DESK}/n/1.6.ZjOOie8SXfW--oXA`, `${DESK}/n/1.4.ZjOOie8SXfW--oXA`],
    });
  });

  it("leads to each of some wallets, and to the inbox", () => {
    const { email, slack, event } = linksIn(walletAlert(sixWallets().slice(0, 2), { ...HERE, total: 2 }));
    expect(email).toEqual([
      `    Desk:      ${DESK}/w/1.0xa1`,
      `    Desk:      ${DESK}/w/1.0xa2`,
      `  ${DESK}/`,
    ]);
    expect(slack).toEqual([
      expect.stringContaining(` (<${DESK}/w/1.0xa1|Desk>)`),
      expect.stringContaining(` (<${DESK}/w/1.0xa2|Desk>)`),
      `Look closer: <${DESK}/|Desk>`,
    ]);
    expect(event).toHaveLength(2);
  });

  it("leads to the case of some bodies in quarantine, and to each", () => {
    expect(linksIn(quarantineAlert(sixQuarantined().slice(0, 2), UNREADABLE_CASE, HERE)).email).toEqual([
      `Case:   ${DESK}/c/unreadable.1.2025-08-20T05`,
      `    Desk:      ${DESK}/n/1.quarantined.1`,
      `    Desk:      ${DESK}/n/1.quarantined.2`,
    ]);
  });
});

describe("the link to a wallet", () => {
  const alertTo = (address: string) => {
    const [wallet] = sixWallets();
    if (wallet === undefined) throw new Error("There is no invented wallet.");
    return walletAlert([{ ...wallet, wallet: { ...wallet.wallet, address } }], { ...HERE, total: 1 });
  };

  it("encodes an address of any characters", () => {
    const page = `${DESK}/w/1.a~23b~2fc~25d~26e~3cf~3e~7cg`;
    expect(linksIn(alertTo("a#b/c%d&e<f>|g"))).toEqual({
      email: [`  ${page}`],
      slack: [`Look closer: <${page}|Desk>`],
      event: [page],
    });
  });

  it.each(["ana.invented@example.com", "GODE561231GR8", "0x".padEnd(129, "1"), "0x\u200b1"])(
    "leads to the inbox instead where the address is not fit to be sent whole: %j",
    (address) => {
      expect(linksIn(alertTo(address))).toEqual({
        email: [`  ${DESK}/`],
        slack: [`Look closer: <${DESK}/|Desk>`],
        event: [undefined],
      });
    },
  );
});

it("leads nowhere where no desk is deployed, nor from a message without a subject", () => {
  const nowhere = { email: [], slack: [] };
  expect(linksIn(transactionAlert(sixTransactions(), ORIGIN))).toMatchObject(nowhere);
  const lost = { missing: 1, unconfirmed: 0, unnamed: 0, slackMissing: false, reached: 0 };
  expect(linksIn(subscriptionProblem({ alerts: lost, operations: lost }, HERE))).toMatchObject(nowhere);
  expect(linksIn(scanProblem(run, ORIGIN))).toEqual({ ...nowhere, event: [undefined] });
});
