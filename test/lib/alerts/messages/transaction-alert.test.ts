import { describe, expect, it } from "vitest";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { FINTECH_LAW, LFPIORPI } from "../../../support/notifications.ts";
import { shown } from "../../../support/shown-message.ts";
import { SPANISH } from "../../../support/translators.ts";
import { origin, revised, saidAgain, transaction, withCase } from "../one-chain.ts";

function alertOf(changes: Record<string, unknown> = {}) {
  return shown(transactionAlert([transaction(changes)], origin));
}

const OFAC = { ...LFPIORPI, name: "OFAC SDN", country: "usa", countryCode: "US" };

const lawsNamed = (prefix: string, count: number, law = LFPIORPI) =>
  Array.from({ length: count }, (_, n) => ({ ...law, name: `${prefix}${n}` }));

// docs/reference/messages.md has its full text, which test/readme.test.ts compares.
describe("the alert about one transaction", () => {
  it("has a subject that says law, amount and user, and a thread of its own", () => {
    const { subject, slack } = alertOf({ inflictedLaws: [FINTECH_LAW, LFPIORPI] });
    expect(subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
    expect(slack.threadId).toBe("1#42");
  });

  it("has a subject with the amount and closed quotation marks under a law's long official name", () => {
    const name =
      "Ley Federal para la Prevención e Identificación de Operaciones con Recursos de Procedencia Ilícita (LFPIORPI)";
    expect(alertOf({ inflictedLaws: [{ ...LFPIORPI, name }] }).subject).toBe(
      '[ILLEGAL] MX "Ley Federal para la Prevencion e Id..." - 1 ETH (USD 3,000.00) - user u-1',
    );
  });

  it("names a list of sanctioned persons first, in its subject and among its laws", () => {
    const { subject, email } = alertOf({ inflictedLaws: [FINTECH_LAW, LFPIORPI, OFAC] });
    expect(subject).toBe('[ILLEGAL] US "OFAC SDN" - 1 ETH (USD 3,000.00) - user u-1');
    expect(email).toMatch(/^"OFAC SDN" \(United States\) and 1 other law: /);
    expect(email).toContain(
      '\nLaws by severity\n  FLAGGED "OFAC SDN" (United States)\n  FLAGGED LFPIORPI (Mexico)\n  WARN "Fintech Law" (Mexico)\n',
    );
  });

  it("can be filtered by risk, project, chain and every country, however the service writes its code", () => {
    const laws = ["mx", "\uff2d\uff38", "us"].map((countryCode) => ({ ...LFPIORPI, countryCode }));
    const { attributes } = transactionAlert([transaction({ inflictedLaws: laws })], origin);
    expect(attributes).toEqual({
      kind: "notification",
      risk: "illegal",
      projectId: 1,
      chainId: ["42161"],
      countries: ["MX", "MX", "US"],
    });
  });

  it("names the case and its due date before everything else", () => {
    const flagged = withCase(transaction());
    const { email, slack } = shown(transactionAlert([flagged], { ...origin, desk: "https://desk.example" }));
    expect(email.split("\n").slice(2, 5)).toEqual([
      "Case:          https://desk.example/c/1.42.ZjOOie8SXfW--oXA",
      "Due:           2025-09-18 05:59:59 UTC",
      "Notification:  1#42",
    ]);
    expect(slack.description.split("\n")[1]).toBe("*Due:* 2025-09-18 05:59:59 UTC");
  });

  it("goes out without links where the chain is not known, and with exact amounts of any size", () => {
    const flagged = transaction({
      amount: { value: 1, usd: null },
      address: { id: 1, userId: null, address: "bc1qinvented", description: null },
    });
    const { email, subject } = shown(transactionAlert([flagged], { ...origin, chains: () => undefined }));
    expect(subject).toBe(
      "[ILLEGAL] MX LFPIORPI - 0.000000000000000001 ETH (USD unknown) - user not named by the service",
    );
    expect(email).toContain("Wallet:        bc1qinvented on chain 42161\n");
    expect(email).toContain(
      "Transaction:   0xabababababababababababababababababababababababababababababababab\n",
    );
    expect(email).not.toContain("https://");
  });

  it("leaves a user's id out of its subject where ASCII cannot hold it, and shows it in the mail", () => {
    const address = { id: 1, userId: "josé", address: "0x1", description: null };
    const { subject, email } = alertOf({ address });
    expect(subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00)");
    expect(email).toContain("User:          josé\n");
  });

  it("breaks every id that looks like a link", () => {
    const { email, subject, slack } = alertOf({
      address: {
        id: 1,
        userId: "https://evil.example/verify",
        description: null,
        address: "https://wallet.evil.example",
      },
      txHash: "www.evil.example/tx",
    });
    expect(subject).toContain(" - user https[:]//evil[.]example/verify");
    expect(email).toContain("User:          https[:]//evil[.]example/verify\n");
    expect(email).toContain("Wallet:        https[:]//wallet[.]evil[.]example on ");
    expect(email).toContain("Transaction:   www[.]evil[.]example/tx\n");
    expect(slack.description).toContain("`https[:]//evil[.]example/verify`");
    for (const text of [subject, email, slack.description]) expect(text).not.toContain("evil.example");
  });

  it("counts the laws that its headline does not name, and has words for a law without a name", () => {
    const nameless = { ...LFPIORPI, name: "\u200b" };
    const { email } = alertOf({ inflictedLaws: [nameless, ...lawsNamed("B", 5)] });
    expect(email).toContain(
      "(a law without a name) (Mexico) and 5 other laws: the service flagged a transaction",
    );
    expect(email).toContain("\n  FLAGGED (a law without a name) (Mexico)\n");
  });

  it.each([
    [300, "  FLAGGED I299 (Mexico)\n\nReference"],
    [301, "  FLAGGED I299 (Mexico)\n  ... and 1 more.\n\nReference"],
    [5_000, "  FLAGGED I299 (Mexico)\n  ... and 4,700 more.\n\nReference"],
  ])("of %i laws names 300 and counts the rest", (count, expected) => {
    const flagged = transaction({ inflictedLaws: lawsNamed("I", count) });
    const { email, slack } = shown(transactionAlert([flagged], { ...origin, desk: "https://desk.example" }));
    expect(email).toContain(expected);
    expect(slack.description).toContain(`I7 (Mexico)\n... and ${(count - 8).toLocaleString("en-US")} more.`);
  });

  it("cannot be made to name another person by a symbol or a law", () => {
    const { email, subject, slack } = alertOf({
      address: { id: 1, userId: "u_1_", address: "0x1", description: null },
      token: { name: "x", symbol: "ETH (USD 1) - user u-9", decimals: 18, address: null },
      inflictedLaws: [{ ...LFPIORPI, name: "claim evil．com" }],
    });
    expect(subject).toBe(
      '[ILLEGAL] MX "claim evil[.]com" - 1 "ETH (USD 1) - user u-9" (USD 3,000.00) - user u_1_',
    );
    expect(email).toContain(
      'User:          u_1_\nAmount:        1 "ETH (USD 1) - user u-9" (USD 3,000.00)\n',
    );
    expect(email).toContain('  FLAGGED "claim evil[.]com" (Mexico)\n');
    expect(email.match(/^User: {2}/gm)).toHaveLength(1);
    expect(slack.description).toContain("*User:* `u_1_`\n");
  });

  it("keeps text from right to left apart from the text beside it", () => {
    const { email, subject } = alertOf({ token: { name: "x", symbol: "שקל", decimals: 18, address: null } });
    expect(email).toContain("Amount:        1 \u2068שקל\u2069 (USD 3,000.00)");
    expect(subject).toBe("[ILLEGAL] MX LFPIORPI - 1 skl (USD 3,000.00) - user u-1");
  });
});

describe("the alert about a revision", () => {
  const LAWS = [LFPIORPI, FINTECH_LAW].map((law) => ({ ...law, risk: "illegal" as const }));

  it("says in one line what is new and what was before, and names the new law in subject and headline", () => {
    const transaction = revised({ inflictedLaws: LAWS }, [LFPIORPI, FINTECH_LAW]);
    const { subject, email } = shown(transactionAlert([transaction], origin));
    expect(subject).toBe('[ILLEGAL] Revised: MX "Fintech Law" - 1 ETH (USD 3,000.00) - user u-1');
    expect(email).toMatch(
      /^"Fintech Law" \(Mexico\): the service revised a notification of project 1 and flags it \(high risk\)\.\n/,
    );
    expect(email).toContain(
      '\nNew:           FLAGGED under "Fintech Law" (MX). Before: FLAGGED under LFPIORPI (MX); WARN under "Fintech Law" (MX), received 2025-08-20 05:11:02 UTC.\n',
    );
  });

  it("says that its case was decided and is open again, in the reader's language", () => {
    const transaction = withCase(revised({ inflictedLaws: LAWS.slice(0, 1) }), true);
    expect(shown(transactionAlert([transaction], origin)).email).toMatch(
      /^New: .* The case was decided and is open again\.$/m,
    );
    expect(shown(transactionAlert([transaction], { ...origin, translator: SPANISH })).email).toMatch(
      /^Novedad: .* El caso ya tenía dictamen y se reabrió\.$/m,
    );
  });

  it("says of a message before it that it cannot be read any more", () => {
    const flagged = {
      ...revised(),
      before: { notification: undefined, receivedAt: "2025-08-20T05:11:02.000Z" },
    };
    expect(shown(transactionAlert([flagged], origin)).email).toContain(
      "Before: a message that can no longer be read, received 2025-08-20 05:11:02 UTC.\n",
    );
  });

  it("flags what was withdrawn before the message went out, and says that it was withdrawn", () => {
    const transaction = saidAgain({ inflictedLaws: LAWS }, [LFPIORPI]);
    const { subject, email } = shown(transactionAlert([transaction], origin));
    expect(subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
    expect(email).toContain(
      '\nNew:           The service\'s latest message: FLAGGED under LFPIORPI (MX), received 2025-08-20 06:00:00 UTC. The service has withdrawn "Fintech Law" (MX).\n',
    );
    expect(email).toContain(
      '\nLaws by severity\n  FLAGGED "Fintech Law" (Mexico), withdrawn\n  FLAGGED LFPIORPI (Mexico)\n',
    );
    expect(shown(transactionAlert([transaction], { ...origin, translator: SPANISH })).email).toMatch(
      /^Novedad: .* Último mensaje del servicio: .*, recibido el .* El servicio retiró "Fintech Law" \(MX\)\.$/m,
    );
  });

  it("passes the filter by risk also where the service has withdrawn every law", () => {
    const message = transactionAlert([saidAgain({ inflictedLaws: [LFPIORPI] }, [])], origin);
    expect(message.attributes).toMatchObject({ risk: "illegal", countries: ["MX"] });
    expect(shown(message).email).toContain("latest message: no law, received ");
  });

  it("says that there was no law before", () => {
    const transaction = revised({}, []);
    expect(shown(transactionAlert([transaction], origin)).email).toContain("(MX). Before: no law, received ");
  });

  it("names ten new laws in its line and counts the others, or names all flagged laws if none is known to be new", () => {
    const laws = lawsNamed("N", 13);
    expect(shown(transactionAlert([revised({ inflictedLaws: laws })], origin)).email).toContain(
      "FLAGGED under N0 (MX), N1 (MX), N2 (MX), N3 (MX), N4 (MX), N5 (MX), N6 (MX), N7 (MX), N8 (MX), N9 (MX) and 3 other laws. Before:",
    );
    const { subject, email } = shown(transactionAlert([revised({ inflictedLaws: LAWS }, LAWS)], origin));
    expect(subject).toContain("Revised: MX LFPIORPI");
    expect(email).toContain("New:           Before: ");
  });
});
