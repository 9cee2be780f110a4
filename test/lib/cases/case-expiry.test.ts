/** Until when cases are kept: years after their last step, never for less than what they are about. */

import { afterAll, describe, expect, it } from "vitest";
import { expiryOf } from "../../../lib/aws/tables/expiry.ts";
import { TABLE_SHAPES } from "../../../lib/aws/tables/table-shapes.ts";
import { CaseStore, type NewWalletCase } from "../../../lib/cases/cases.ts";
import { newStep } from "../../support/case-steps.ts";
import { startTables } from "../../support/emulated-tables.ts";
import { StoredCases } from "../../support/stored-cases.ts";

const { client, stop } = await startTables({ Cases: TABLE_SHAPES.cases });
afterAll(stop);
const cases = new StoredCases(client);

const AT = "2026-03-02T15:00:00.000Z";
/** 2 March 2036, ten years after `AT`. */
const EXPIRY = 2_088_082_800;

const note = (id: string) => newStep(id, AT, { kind: "note", note: "Asked the user's bank." });

const opened = (id: number, expiresAt: number) => cases.open(id, { expiresAt });

describe("a case is kept", () => {
  it("for as long as its notification before its first step", async () => {
    expect((await opened(1, EXPIRY)).expiresAt).toBe(EXPIRY);
  });

  it("for ten years after it was opened, though its notification, replayed, expires sooner", async () => {
    expect((await opened(9, 1_900_000_000)).expiresAt).toBe(
      expiryOf(new Date("2026-03-01T12:00:00.000Z"), 10),
    );
  });

  it("for ten years after its last step", async () => {
    const found = await cases.step(await opened(2, 1_900_000_000), note("a"));
    expect(found.expiresAt).toBe(EXPIRY);
    const later = newStep("b", "2027-03-02T15:00:00.000Z", { kind: "note", note: "The bank answered." });
    expect((await cases.step(found, later)).expiresAt).toBe(2_119_618_800);
  });

  it("never for less than its notification, after any step", async () => {
    const found = await cases.step(await opened(3, EXPIRY + 1), note("a"));
    expect(found.expiresAt).toBe(EXPIRY + 1);
  });
});

describe("a wallet's case that takes up another crossing is kept", () => {
  const crossed = (opened: string, expiresAt: number): NewWalletCase => ({
    ...{ subject: "wallet#5#0xa#1", opened, kind: "wallet", projectId: 5, chainId: "1", address: "0xA" },
    ...{ score: 61, lastCrossed: opened, receivedAt: opened.slice(0, 24), expiresAt, deadlines: [] },
  });
  const key = { subject: "wallet#5#0xa#1", opened: "2026-03-01T02:00:00.000Z-aaaaaa" };
  const store = () => new CaseStore(client, "Cases", 10);

  /** Ten years after the crossing became a step. */
  const tenYears = async () => expiryOf(new Date((await cases.read(key)).steps?.at(-1)?.at ?? ""), 10);

  it("for ten years after it", async () => {
    await store().openForWallet(crossed(key.opened, 1_900_000_000));
    await store().openForWallet(crossed("2035-03-01T02:00:00.000Z-bbbbbb", 1_900_000_000));
    expect(await cases.read(key)).toMatchObject({
      lastCrossed: "2035-03-01T02:00:00.000Z-bbbbbb",
      expiresAt: await tenYears(),
    });
  });
});
