import { expect, it } from "vitest";
import { runInterleavings } from "./interleavings.ts";
import { slowness } from "./slowness.ts";

/** A faster clock than a long campaign has, for the few sequences here. */
const FASTER = 0.6;

it("keeps every promise in random sequences of deliveries, changes, scans, outages, faults and kills", async () => {
  const options = { sequences: 3, seed: 43, slowness: () => slowness() * FASTER, shrinks: false };
  const found = await runInterleavings(options);
  expect(found.wrong).toEqual([]);
  // With one of scans. The seed is one whose three sequences of deliveries have every kind of step.
  expect(found.sequences).toBe(4);
  // A fault that is armed after the last call of its function hits nothing.
  expect(found.injected).toBeGreaterThan(found.armed / 2);
}, 240_000);
