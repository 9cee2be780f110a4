import { describe, expect, it } from "vitest";
import { transactionAlert } from "../../../../lib/alerts/messages/transaction-alert.ts";
import { FINTECH_LAW, LFPIORPI } from "../../../support/notifications.ts";
import { origin, transaction } from "../one-chain.ts";

// The README has its full text, which test/readme.test.ts compares.
describe("the alert about one transaction", () => {
  const alert = transactionAlert([transaction({ inflictedLaws: [FINTECH_LAW, LFPIORPI] })], origin);

  it("has a subject that says law, amount and user", () => {
    expect(alert.subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ETH (USD 3,000.00) - user u-1");
  });

  it("has a thread of its own in Slack", () => {
    expect(alert.slack.threadId).toBe("1#42");
  });

  it("can be filtered by risk, project, chain and every country", () => {
    expect(alert.attributes).toEqual({
      kind: "notification",
      risk: "illegal",
      projectId: 1,
      chainId: ["42161"],
      countries: ["MX"],
    });
  });

  it("is found by a filter for a country, however the service writes its code", () => {
    const laws = ["mx", "\uff2d\uff38", "us"].map((countryCode) => ({ ...LFPIORPI, countryCode }));
    const { attributes } = transactionAlert([transaction({ inflictedLaws: laws })], origin);
    expect(attributes.countries).toEqual(["MX", "US"]);
  });

  it("goes out without links where the chain is not known, and with exact amounts of any size", () => {
    const { email, subject } = transactionAlert(
      [
        transaction({
          amount: { value: 1, usd: null },
          address: { id: 1, userId: null, address: "bc1qinvented", description: null },
        }),
      ],
      { ...origin, chains: () => undefined },
    );
    expect(subject).toBe(
      "[ILLEGAL] MX LFPIORPI - 0.000000000000000001 ETH (USD unknown) - user not named by the service",
    );
    expect(email).toContain("Wallet:       bc1qinvented on chain 42161\n");
    expect(email).toContain(
      "Transaction:  0xabababababababababababababababababababababababababababababababab\n",
    );
    expect(email).not.toContain("Links");
  });

  it("breaks every id that looks like a link, in mails and in Slack", () => {
    const { email, subject, slack } = transactionAlert(
      [
        transaction({
          address: {
            ...{ id: 1, userId: "https://evil.example/verify", description: null },
            address: "https://wallet.evil.example",
          },
          txHash: "www.evil.example/tx",
        }),
      ],
      origin,
    );
    expect(subject).toContain(" - user https[:]//evil[.]example/verify");
    expect(email).toContain("User:         https[:]//evil[.]example/verify\n");
    expect(email).toContain("Wallet:       https[:]//wallet[.]evil[.]example on ");
    expect(email).toContain("Transaction:  www[.]evil[.]example/tx\n");
    expect(slack.description).toContain("`https[:]//evil[.]example/verify`");
    for (const text of [subject, email, ...Object.values(slack)]) expect(text).not.toContain("evil.example");
    expect(email).not.toContain("Links");
  });

  it("omits fields that the service omits, and counts the laws that its headline does not name", () => {
    const nameless = { ...LFPIORPI, name: "\u200b", description: null, source: "" };
    const many = ["B", "C", "D", "E", "F"].map((name) => ({ ...LFPIORPI, name }));
    const { email, slack } = transactionAlert([transaction({ inflictedLaws: [nameless, ...many] })], origin);
    expect(email).toContain(
      `(a law without a name) (Mexico) and 5 other laws: the service flagged a transaction`,
    );
    expect(email).toContain(
      '  1. FLAGGED (a law without a name) (Mexico)\n  2. FLAGGED B (Mexico)\n     "Op',
    );
    expect(slack.description).toContain(
      "*FLAGGED* E (Mexico)\n... and 1 more law under which the service flags it\n<https",
    );
    expect(slack.description).not.toContain("*FLAGGED* F");
  });

  const lawsNamed = (prefix: string, count: number, law = LFPIORPI) =>
    Array.from({ length: count }, (_, n) => ({ ...law, name: `${prefix}${n}` }));

  it("names an illegal law that comes after twenty others, and counts it", () => {
    const abroad = { ...LFPIORPI, name: "USLAW", country: "usa", countryCode: "US" };
    const body = { inflictedLaws: [...lawsNamed("M", 20), abroad] };
    const { email, slack } = transactionAlert([transaction(body)], origin);
    expect(email).toContain(
      "M0 (Mexico) and 20 other laws: the service flagged a transaction in project 1 (high risk).",
    );
    expect(email).toContain("\n     Source: DOF\n  21. FLAGGED USLAW (US)\n\nLinks\n");
    expect(slack.description).toContain(
      "*FLAGGED* M4 (Mexico)\n... and 16 more laws under which the service flags it\n<https",
    );
  });

  it.each([
    [300, "  300. FLAGGED I299 (MX)\n\nLinks"],
    [301, "  300. FLAGGED I299 (MX)\n  ... and 1 more law under which the service flags it.\n\nLinks"],
    [5_000, "  300. FLAGGED I299 (MX)\n  ... and 4,700 more laws under which the service flags it.\n\nLinks"],
  ])("of %i illegal laws names 300 and counts the rest", (count, expected) => {
    const { email } = transactionAlert([transaction({ inflictedLaws: lawsNamed("I", count) })], origin);
    expect(email).toContain(expected);
    expect(email).toContain(
      `and ${(count - 1).toLocaleString("en-US")} other laws: the service flagged a transaction`,
    );
  });

  it("lists twenty laws that warn behind those that are illegal, and counts the rest of each", () => {
    const inflictedLaws = [...lawsNamed("W", 58, FINTECH_LAW), ...lawsNamed("I", 2)];
    const { email, slack } = transactionAlert([transaction({ inflictedLaws })], origin);
    expect(email).toContain("and 1 other law: the service flagged a transaction");
    expect(email).toContain("\n  22. WARN W19 (MX)\n  ... and 38 more laws with a warning.\n\nLinks\n");
    expect(email.match(/ (?:FLAGGED [I]|WARN W)\d+/g)).toHaveLength(22);
    expect(slack.description).toContain("*WARN* W2 (Mexico)\n... and 55 more laws with a warning\n<https");
    expect(slack.description).not.toContain("more ILLEGAL");
  });

  it("numbers what warns behind every illegal law, also behind those that are only counted", () => {
    const inflictedLaws = [...lawsNamed("I", 302), FINTECH_LAW];
    const { email, slack } = transactionAlert([transaction({ inflictedLaws })], origin);
    expect(email).toContain(
      '  ... and 2 more laws under which the service flags it.\n  303. WARN "Fintech Law" (MX)\n\nLinks',
    );
    expect(slack.description).toContain(
      "\n... and 297 more laws under which the service flags it\n... and 1 more law with a warning\n<https",
    );
  });

  it("shows a time that it cannot read as it was written", () => {
    const late = { ...transaction(), receivedAt: "some day\u202e" };
    expect(transactionAlert([late], origin).email).toContain("Received:     some day\n");
  });

  it("masks personal data in an id or a description, and takes tricks out of every text", () => {
    const { email, subject, slack } = transactionAlert(
      [
        transaction({
          address: {
            id: 1,
            userId: "ana@example.com",
            address: "0x1111111111111111111111111111111111111111",
            description: "PEGA900101MDFRRN09\u202e\r\nLook closer\r\n  rm -rf",
          },
          token: { name: "x", symbol: "<!channel> https://claim.example", decimals: 0, address: null },
        }),
      ],
      origin,
    );
    for (const text of [email, subject, slack.description, slack.title]) {
      expect(text).not.toMatch(/ana@|PEGA9|\u202e|\r|https:\/\/claim/);
    }
    expect(slack.description).not.toContain("<!channel>");
    expect(email).toContain('described as "[CURP masked] Look closer rm -rf"');
  });

  it("cannot be made to name another person by a symbol, a law or a description", () => {
    const { email, subject, slack } = transactionAlert(
      [
        transaction({
          address: { id: 1, userId: "u_1_", address: "0x1", description: '" on X\u2028User: u-9' },
          token: { name: "x", symbol: "ETH (USD 1) - user u-9", decimals: 18, address: null },
          inflictedLaws: [
            { ...LFPIORPI, name: "claim evil．com", description: "ok\nUser: u-9", source: "a (b)" },
          ],
        }),
      ],
      origin,
    );
    expect(subject).toBe(
      '[ILLEGAL] MX "claim evil[.]com" - 1 "ETH (USD 1) - user u-9" (USD 3,000.00) - user u_1_',
    );
    expect(email).toContain('User:         u_1_\nAmount:       1 "ETH (USD 1) - user u-9" (USD 3,000.00)\n');
    expect(email).toContain(`described as "' on X User: u-9"\n`);
    expect(email).toContain(
      `1. FLAGGED "claim evil[.]com" (Mexico)\n     "ok User: u-9"\n     Source: "a (b)"`,
    );
    expect(email.match(/^User: /gm)).toHaveLength(1);
    expect(slack.description).toContain("*User:* `u_1_`\n");
  });

  it("keeps text from right to left apart from the text beside it", () => {
    const { email, subject } = transactionAlert(
      [transaction({ token: { name: "x", symbol: "שקל", decimals: 18, address: null } })],
      origin,
    );
    expect(email).toContain("Amount:       1 \u2068שקל\u2069 (USD 3,000.00)");
    expect(subject).toBe("[ILLEGAL] MX LFPIORPI - 1 ??? (USD 3,000.00) - user u-1");
  });
});
