import { describe, expect, it } from "vitest";
import { walletAlert } from "../../../../lib/alerts/messages/wallet-alert.ts";
import type { ExceedingWallet } from "../../../../lib/alerts/messages/wallet-facts.ts";
import type { Exceeded, Wallet } from "../../../../lib/screening/wallets/wallet.ts";
import { shown } from "../../../support/shown-message.ts";
import { origin } from "../one-chain.ts";

const WALLET: Wallet = {
  projectId: 1,
  chainId: "1",
  address: "0x00000000000000000000000000000000cafe0061",
  userId: "u-1",
  source: "notification",
  firstSeenAt: "2026-01-01T00:00:00.000Z",
  lastSeenAt: "2026-01-01T00:00:00.000Z",
  waitingSince: "2026-01-01T00:00:00.000Z",
  score: 61,
};

function exceeding(changes: Partial<Wallet> = {}, kinds: Exceeded["kinds"] = ["above"]): ExceedingWallet {
  const wallet = { ...WALLET, ...changes };
  const { score, previousScore } = wallet;
  return { wallet: { ...wallet, exceeded: { runId: "r", kinds, score, previousScore } } };
}

function alertOf(wallets: readonly ExceedingWallet[], total = wallets.length) {
  const message = walletAlert(wallets, { ...origin, chains: () => undefined, total, threshold: 60 });
  return { ...shown(message), attributes: message.attributes };
}

describe("the alert about a wallet", () => {
  it("names the stage in the command that looks closer", () => {
    expect(alertOf([exceeding()]).email).toContain("vigia notifications list --stage dev");
  });

  it("says in its subject that suspicious activity is the only reason, and leaves it out beside a score that exceeds", () => {
    const unknownWallet = { score: 10, previousScore: 10, userId: "u-2" };
    const subjectOf = (kinds: Exceeded["kinds"]) => alertOf([exceeding(unknownWallet, kinds)]).subject;
    expect(subjectOf(["suspicious"])).toMatch(/^\[WALLET\] Suspicious activity - user u-2/);
    expect(subjectOf(["rise", "suspicious"])).toMatch(/^\[WALLET\] Score 10 \(previously 10\) - user u-2/);
  });

  it("says unknown where nothing is known, never 0", () => {
    const { email } = alertOf([exceeding({ score: undefined, userId: undefined })]);
    expect(email).toContain("Score:     unknown, no band");
    expect(email).toContain("User:      not known");
    expect(email).toContain("Details:   none given");
    expect(email).toContain("Patterns:  none given");
  });

  it("says the score that exceeded, and the one that a later scan gave before the alert went out", () => {
    const { wallet } = exceeding({ score: 72, previousScore: 20 });
    expect(alertOf([{ wallet: { ...wallet, score: 8 } }]).email).toContain(
      "Score:     72 (previously 20), now 8, band “minimal”",
    );
  });

  it("shows the score 0 as 0", () => {
    expect(alertOf([exceeding({ previousScore: 0 })]).email).toContain(
      "Score:     61 (previously 0), band “investigate”",
    );
  });

  it.each([
    ['["a","b"]', "a, b"],
    ['[{"name":"mixer"},{"type":"layering"},{"x":1}]', "mixer, layering, \"{'x':1}\""],
    ["7", '"7"'],
    ["[]", "none"],
    ["not json", '"not json"'],
    ["[null,1]", 'null, "1"'],
  ])("shows the patterns %s as %s", (patterns, names) => {
    expect(alertOf([exceeding({ patterns })]).email).toContain(`Patterns:  ${names}\n`);
  });

  it("lets no text from outside pass for the alert's own", () => {
    const { email, slack, subject } = alertOf([
      exceeding({
        userId: "u-1\r\nBcc: everyone",
        reason: "pay at evil.example <https://evil.example|here> now\u202e!",
        level: "<!channel> *high*",
      }),
    ]);
    expect(email).toContain('User:      "u-1 Bcc: everyone" (shown without its invisible characters)\n');
    expect(email).toContain("pay at evil[.]example <https[:]//evil[.]example|here> now!");
    expect(subject).not.toMatch(/[\r\n]/);
    expect(slack.description).toContain("&lt;!channel&gt;");
    expect(slack.description).not.toContain("<!channel>");
  });

  it("masks what looks like personal data", () => {
    expect(alertOf([exceeding({ userId: "ana@example.com" })]).email).toContain("User:      [e-mail masked]");
  });

  it("carries the attributes that subscribers filter by", () => {
    expect(alertOf([exceeding(), exceeding({ chainId: "137" })]).attributes).toEqual({
      kind: "wallet",
      projectId: 1,
      chainId: ["1", "137"],
    });
  });
});

describe("the alert about several wallets", () => {
  it("lists five in Slack and says how many more there are", () => {
    const wallets = Array.from({ length: 20 }, (_, n) => exceeding({ address: `0xa${n}` }));
    const { slack, email, subject } = alertOf(wallets, 33);
    expect(subject).toBe("[WALLET] 33 wallets to review - project 1");
    expect(slack.description.match(/•/g)).toHaveLength(5);
    expect(slack.description).toContain("... and 28 more.");
    expect(email).toContain("20. 0xa19 on chain 1");
    expect(email).toContain("... and 13 more.");
    expect(email).toContain("vigia notifications list --stage dev");
  });

  it("lists fifty even where it is given more", () => {
    const wallets = Array.from({ length: 51 }, (_, n) => exceeding({ address: `0xa${n}` }));
    const { email } = alertOf(wallets);
    expect(email).toContain("50. 0xa49 on chain 1");
    expect(email).not.toContain("0xa50");
    expect(email).toContain("... and 1 more.");
  });

  it("says nothing of more where all are listed", () => {
    const wallets = Array.from({ length: 5 }, (_, n) => exceeding({ address: `0xa${n}` }));
    const { email, slack } = alertOf(wallets);
    expect(`${email}${slack.description}`).not.toContain("more.");
    expect(email).toContain(" 5. 0xa4 on chain 1");
    expect(slack.threadId).toBe("project-1");
  });

  it("stays far below SNS's limit with any text", () => {
    const long = "\u{1f4a3}".repeat(1_000);
    const wallets = Array.from({ length: 20 }, () =>
      exceeding({ address: long, userId: long, reason: long, patterns: JSON.stringify([long]), level: long }),
    );
    expect(JSON.stringify(alertOf(wallets, 20)).length).toBeLessThan(100_000);
  });
});
