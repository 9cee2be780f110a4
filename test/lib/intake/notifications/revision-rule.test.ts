/**
 * The rule of revisions, case by case; then played with the store that keeps it: histories with crashes, duplicates, reordering and
 * concurrency.
 */

import { expect, it, onTestFinished } from "vitest";
import { judgeRevision, type KnownRevision } from "../../../../lib/intake/notifications/revision-rule.ts";
import { RevisionHistories } from "../../../support/revision-histories.ts";

const AT = "2026-01-01T00:00:00.000Z";
const NOW = Date.parse(AT);

/** A revision by its letter, as the rule sees it. @param seconds when it was signed */
const revision = (digest: string, seconds: number, ...illegalLaws: string[]) => ({
  digest,
  riskNow: illegalLaws.length > 0 ? ("illegal" as const) : ("none" as const),
  illegalLaws: new Set(illegalLaws),
  signedAt: new Date(NOW + seconds * 1_000).toISOString(),
});
const call = (digest: string, seconds: number, ...illegalLaws: string[]) => ({
  ...revision(digest, seconds, ...illegalLaws),
  deliveryId: "this call",
});
const withAlert = (
  knownRevision: Omit<KnownRevision, "alert">,
  state: KnownRevision["alert"]["state"],
  at = AT,
): KnownRevision => ({ ...knownRevision, alert: { state, deliveryId: "another call", at } });

const PENDING = { state: "pending", deliveryId: "this call", at: AT };

it("alerts an illegal revision that comes first", () => {
  expect(judgeRevision(call("a", 0, "law"), undefined, undefined, NOW)).toEqual({
    kind: "first",
    alert: PENDING,
  });
});

it("alerts a law that the current revision does not name", () => {
  const current = withAlert(revision("a", 0, "law"), "sent");
  expect(judgeRevision(call("b", 1, "law", "other law"), current, undefined, NOW)).toEqual({
    kind: "current",
    alert: PENDING,
  });
});

it("alerts no revision of laws that were alerted, and shows that officers heard of them", () => {
  const current = withAlert(revision("a", 0, "law"), "sent");
  expect(judgeRevision(call("b", 1, "law"), current, undefined, NOW)).toEqual({
    kind: "current",
    alert: current.alert,
  });
});

it("alerts a law again while the alert of the current revision is pending", () => {
  const current = withAlert(revision("a", 0, "law"), "pending");
  expect(judgeRevision(call("b", 1, "law"), current, undefined, NOW).alert).toEqual(PENDING);
});

it("leaves the pending alert of an illegal revision where it is when a harmless one becomes current", () => {
  const current = withAlert(revision("a", 0, "law"), "pending");
  expect(judgeRevision(call("b", 1), current, undefined, NOW)).toEqual({
    kind: "current",
    alert: { state: "none" },
  });
});

it("alerts an illegal revision that was signed before the harmless one that is current, and keeps it as a past one", () => {
  const current = withAlert(revision("b", 1), "none");
  expect(judgeRevision(call("a", 0, "law"), current, undefined, NOW)).toEqual({
    kind: "past",
    alert: PENDING,
  });
});

it("makes nothing of a call that is sent again, as it was, after the service said something else", () => {
  const past = withAlert(revision("a", 0, "law"), "sent");
  const current = withAlert(revision("b", 1), "none");
  expect(judgeRevision(call("a", 0, "law"), current, past, NOW)).toEqual({
    kind: "past repeat",
    isLater: false,
    alert: past.alert,
  });
});

it("believes a past revision that is signed anew", () => {
  const past = withAlert(revision("a", 0, "law"), "sent");
  const current = withAlert(revision("b", 1), "none");
  expect(judgeRevision(call("a", 2, "law"), current, past, NOW)).toEqual({ kind: "current", alert: PENDING });
});

it("takes the more severe of two revisions of one millisecond for the later one", () => {
  const current = withAlert(revision("b", 0), "none");
  expect(judgeRevision(call("a", 0, "law"), current, undefined, NOW).kind).toBe("current");
  const illegal = withAlert(revision("a", 0, "law"), "sent");
  expect(judgeRevision(call("b", 0), illegal, undefined, NOW).kind).toBe("past");
});

it("counts a repeat that is signed later, and no other", () => {
  const current = withAlert(revision("a", 1, "law"), "sent");
  const repeat = { kind: "repeat", alert: current.alert };
  expect(judgeRevision(call("a", 2, "law"), current, undefined, NOW)).toEqual({ ...repeat, isLater: true });
  expect(judgeRevision(call("a", 1, "law"), current, undefined, NOW)).toEqual({ ...repeat, isLater: false });
  expect(judgeRevision(call("a", 0, "law"), current, undefined, NOW)).toEqual({ ...repeat, isLater: false });
});

it("lets a repeat take over an alert that is pending for more than an hour, since its own delivery is lost", () => {
  const current = withAlert(revision("a", 0, "law"), "pending", "2025-12-31T22:59:59.999Z");
  expect(judgeRevision(call("a", 0, "law"), current, undefined, NOW).alert).toEqual(PENDING);
});

it("leaves a younger pending alert to its own delivery", () => {
  const current = withAlert(revision("a", 0, "law"), "pending", "2025-12-31T23:00:00.000Z");
  expect(judgeRevision(call("a", 0, "law"), current, undefined, NOW).alert).toEqual(current.alert);
});

it("keeps every promise in 1,000 random histories", async () => {
  const histories = await RevisionHistories.start();
  onTestFinished(() => histories.stop());
  const stories = new Set<string>();
  let alerts = 0;
  for (let seed = 1; seed <= 1_000; seed++) {
    const history = await histories.play(seed);
    const broken = `seed ${seed} breaks: ${history.wrong.join("; ")}. Its steps:\n${history.story.join("\n")}\n`;
    expect(history.wrong, broken).toEqual([]);
    stories.add(history.story.join());
    alerts += history.alerts;
  }
  expect(stories.size).toBeGreaterThan(500);
  expect(alerts).toBeGreaterThan(750);
});
