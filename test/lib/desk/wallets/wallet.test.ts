/** The page of a wallet, and lists of wallets. */

import { beforeAll, describe, expect, it } from "vitest";
import { putItems } from "../../../../lib/aws/tables/batch-write.ts";
import { caseOfNotification } from "../../../../lib/cases/case-keys.ts";
import { ChainStore } from "../../../../lib/screening/chains.ts";
import { exceedances } from "../../../../lib/screening/score.ts";
import { WalletScanStore } from "../../../../lib/screening/wallets/wallet-scans.ts";
import { startDesk } from "../../../support/desk/desk-app.ts";
import { sheetForm } from "../../../support/desk/desk-visitor.ts";
import { storedNotification } from "../../../support/desk/stored-notification.ts";
import { LFPIORPI } from "../../../support/notifications.ts";
import { putWallet } from "../../../support/stored-wallets.ts";

const desk = await startDesk();
const officer = await desk.signedIn("officers");

const DAY_MS = 86_400_000;
const ADDRESS = `0x${"a".repeat(40)}`;
const PAGE = `/w/1.${ADDRESS}`;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** A night's score of the wallet. */
async function scored(days: number, score: number, previousScore: number, suspicious = false): Promise<void> {
  const exceeded = exceedances({ score: previousScore }, { score }, 60);
  const scan = { projectId: 1, chainId: "1", address: ADDRESS, runId: ago(days), scannedAt: ago(days) };
  await new WalletScanStore(desk.client, "WalletScans").put(
    [{ ...scan, outcome: "completed", score, previousScore, suspicious, exceeded }],
    4_000_000_000,
  );
}

/** A notification of the wallet with its case; without a user it names none. */
async function flagged(
  id: number,
  userId: string | undefined,
  changes: { chainId: string; laws?: { name: string; countryCode: string }[] },
) {
  const address = { id: 1, userId: userId ?? null, address: ADDRESS, description: null };
  const item = storedNotification({ id, chainId: Number(changes.chainId), address }, ago(1));
  await putItems(desk.client, "Notifications", [item]);
  const named = userId === undefined ? {} : { userId };
  await desk.cases.open(id, { address: ADDRESS, ...named, ...changes, ...caseOfNotification(item) });
}

beforeAll(async () => {
  const chain = { rpc_url: null, explorer_url: "https://explorer.example", currency_symbol: "ETH" };
  await new ChainStore(desk.client, "Chains").put([
    { id: "1", name: "Ethereum", currency_decimals: 18, ...chain },
    { id: "137", name: "Polygon", currency_decimals: 18, ...chain },
  ]);
  for (const [chainId, score] of [
    ["1", 74.5],
    ["137", 41],
  ] as const) {
    const name = { projectId: 1, chainId, address: ADDRESS };
    await putWallet(desk.client, "Wallets", name, {
      userId: "u-1",
      firstSeenAt: ago(90),
      patterns: '[{"name":"dormant, then active"},"<b>split</b>"]',
      reason: "Near a flagged one.",
      scannedAt: ago(1),
      previousScore: 38,
      score,
    });
  }
  await scored(40, 12, 12);
  await scored(3, 38, 12);
  await scored(2, 66, 38);
  await scored(1, 74.5, 66);
  await flagged(1, "u-1", { chainId: "1", laws: [{ name: "LFPIORPI", countryCode: "MX" }] });
  await flagged(2, "u-1", { chainId: "1", laws: [{ name: "OFAC SDN", countryCode: "US" }] });
  await flagged(3, "u-1", { chainId: "137" });
  await flagged(5, undefined, { chainId: "1" });
  const of = { userId: "u-1", chainId: "1", address: `0x${"b".repeat(40)}` };
  await desk.cases.open("4", of);
});

describe("the page of a wallet", () => {
  it("draws the scores of each network over the same days, and says them in words", async () => {
    const { text } = await officer(PAGE);
    expect(text).toMatch(
      /aria-label="3 scores from .* to .*: first 38, last 74.5 \(investigate\), highest 74.5. “Watch” begins at 20; above 60 an alert is sent."/,
    );
    expect(text.match(/<circle class="dot hot"/g)).toHaveLength(2);
    expect(text).not.toContain("<h2>Polygon");
    expect((await officer(`${PAGE}?days=90`)).text).toContain('aria-label="4 scores from ');
    expect(await officer(`${PAGE}?days=31`)).toMatchObject({ status: 404 });
  });

  it("says why it was alerted last, from which score to which, and what the service says of it", async () => {
    const { text } = await officer(PAGE);
    expect(text).toMatch(/<span>\w+ \d+, from 38 to 66<\/span>/);
    expect(text).toContain("its score rose steeply");
    expect(text).toContain("dormant, then active");
    expect(text).toContain("&lt;b&gt;split&lt;/b&gt;");
    expect(text).toContain('In the service&#39;s words: <q lang="en" dir="auto">Near a flagged one.</q>');
    const [, second = ""] = /href="(\/c\/1\.2\.[^"?]*)/.exec(text) ?? [];
    const ofCase = await officer(second);
    expect(ofCase.text).toMatch(/<small><span>alert on \w+ \d+, previously 38<\/span><\/small>/);
  });

  it("has its owners, and its cases on all networks in one table, whichever network a link names", async () => {
    for (const path of [PAGE, `/w/${ADDRESS}`]) {
      const { text } = await officer(path);
      expect(text).toContain('<a href="/u/u-1">');
      const numbers = [...text.matchAll(/class="open" href="\/c\/1\.(\w)/g)];
      expect(numbers.map(([, id]) => id).toSorted()).toEqual(["1", "2", "3", "5"]);
      expect(numbers[0]?.[1]).toBe("2");
      expect(text).toContain(`href="https://explorer.example/address/${ADDRESS}"`);
      expect(text).toContain(`data-copy="${ADDRESS}"`);
      // One form for both networks, of which the officer chooses.
      expect(text.match(/name="about" value="wallet"/g)).toHaveLength(1);
      expect(text).toMatch(
        /<select name="chain"[^>]*><option value="1">Ethereum<\/option><option value="137">Polygon<\/option>/,
      );
    }
  });

  it("has notifications without a case beside the cases, and the sum of warnings", async () => {
    const address = { id: 1, userId: "u-9", address: ADDRESS, description: null };
    const warned = { id: 6, address, chainId: 137, inflictedLaws: [{ ...LFPIORPI, risk: "warn" }] };
    const body = storedNotification({ ...warned, amount: { value: 5, usd: 12_774 } }, ago(1));
    await putItems(desk.client, "Notifications", [body]);
    const { text } = await officer(PAGE);
    expect(text).toMatch(/Notifications without a case <span>1<\/span>.*href="\/n\/1\.6\./s);
    expect(text).toMatch(/Warnings: 1<.*USD 12,774/);
    expect(text).toContain("u-9");
  });

  it("counts the cases of six users exactly, names all six, and says whose each case is", async () => {
    const shared = `0x${"d".repeat(40)}`;
    await putWallet(desk.client, "Wallets", { projectId: 1, chainId: "1", address: shared }, { score: 3 });
    const scan = { projectId: 1, chainId: "1", address: shared, runId: ago(1), scannedAt: ago(1) };
    await new WalletScanStore(desk.client, "WalletScans").put(
      [{ ...scan, outcome: "completed", score: 3, suspicious: false, exceeded: [] }],
      4_000_000_000,
    );
    for (const user of [1, 2, 3, 4, 5, 6]) {
      const address = { id: 1, userId: `s-${user}`, address: shared, description: null };
      const stored = storedNotification({ id: 60 + user, chainId: 1, address }, ago(user));
      await putItems(desk.client, "Notifications", [stored]);
      await desk.cases.open(`s${user}`, {
        chainId: "1",
        address: shared,
        userId: `s-${user}`,
        ...caseOfNotification(stored),
      });
    }
    const { text } = await officer(`/w/1.${shared}`);
    const [, strip = ""] = /<dl class="strip panel">(.*?)<\/dl>/s.exec(text) ?? [];
    expect(strip).toMatch(/<dt>Users<\/dt><dd>6 /);
    expect(strip).toMatch(/<dt>Open cases<\/dt><dd>6 /);
    const [, , table = ""] = text.split("<tbody>");
    for (const user of [1, 2, 3, 4, 5, 6])
      for (const part of [strip, table]) expect(part).toContain(`<a href="/u/s-${user}">`);
    // A chart of a single score says nothing that its number does not.
    expect(text).not.toContain('class="dot');
    expect(text).toContain("none above 60 in the scans kept here");
  });

  it("says of its users which it is registered under, and which its transactions name", async () => {
    const address = `0x${"7".repeat(40)}`;
    const chain = { projectId: 1, chainId: "1", address };
    await putWallet(desk.client, "Wallets", chain, { score: 3, userId: "r-1" });
    const named = { id: 1, userId: "r-2", address, description: null };
    await putItems(desk.client, "Notifications", [
      storedNotification({ id: 90, chainId: 1, address: named }, ago(1)),
    ]);
    const { text } = await officer(`/w/1.${address}`);
    expect(text).toMatch(/<dt>Users<\/dt><dd>2 .*Registered: .*>r-1<.*By their transactions: .*>r-2</s);
  });

  it("lets officers tick its open cases and decide, take or assign them, and no auditor", async () => {
    const address = `0x${"6".repeat(40)}`;
    const chain = { projectId: 1, chainId: "1", address };
    await putWallet(desk.client, "Wallets", chain, { score: 3 });
    const named = { id: 1, userId: "t-1", address, description: null };
    const stored = storedNotification({ id: 95, chainId: 1, address: named }, ago(1));
    await putItems(desk.client, "Notifications", [stored]);
    const about = { chainId: "1", address, userId: "t-1", risk: "illegal" } as const;
    await desk.cases.open("95", { ...about, ...caseOfNotification(stored) });
    const { text } = await officer(`/w/1.${address}`);
    const form = sheetForm(text, { act: "decide" });
    const [, box = ""] = /name="case" value="([^"]*)"/.exec(text) ?? [];
    const ticked = `${form}&case=${encodeURIComponent(box.replaceAll("&quot;", '"'))}`;
    expect((await officer("/selected", ticked)).text).toContain("Decide 1 case<");
    const auditor = await desk.signedIn("auditors-1");
    expect((await auditor(`/w/1.${address}`)).text).not.toContain('action="/selected"');
  });

  it("tells nothing of other projects", async () => {
    const ofProject2 = await desk.signedIn("officers-2");
    expect(await ofProject2(PAGE)).toMatchObject({ status: 404 });
  });
});

describe("the list of wallets", () => {
  it("has a row for each address, with its networks and the scores of others in it", async () => {
    const { text } = await officer("/wallets");
    expect(text).toMatch(/<small>Ethereum, Polygon 41<\/small>.*<b>74.5<\/b> <small>investigate<\/small>/s);
    expect(text.match(/class="open"/g)).toHaveLength(1);
    expect(text).toContain("+36.5");
    expect(text).toContain(
      "Wallets scored 20 or more (“watch” or “investigate”), the highest first. An alert is sent above 60.",
    );
    // No section of a project without wallets.
    expect(text.match(/<section/g)).toHaveLength(1);
  });

  it("says since which day no score rose", async () => {
    expect((await officer("/wallets?since=2999-01-01")).text).toContain(
      "Since January 1, 2999, no wallet scored 20 or more rose in its last scan.",
    );
    expect((await officer("/wallets?view=rose")).text).toContain("+36.5");
  });
});
