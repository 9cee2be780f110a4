/** The sandbox's own endpoints: simulate a transaction or an outage, change the pace, read what was asked. */

import * as z from "zod/mini";
import { readBody, SandboxHttpError } from "./http.ts";
import type { SandboxRoute } from "./sandbox-state.ts";
import { SIMULATED_ENDINGS } from "./simulated-endings.ts";
import { simulateTransaction, transaction } from "./transactions.ts";

const milliseconds = z.number().check(z.minimum(0), z.maximum(3_600_000));
const latency = z.object({ ms: milliseconds });
const outage = z.object({
  status: z.number().check(z.minimum(400), z.maximum(599)),
  ms: milliseconds,
  retryAfterSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(3_600))),
});

export const SANDBOX_ROUTES: readonly SandboxRoute[] = [
  {
    method: "POST",
    path: /^\/sandbox\/transactions$/,
    async answer({ request, state }) {
      const asked = await readBody(request, transaction);
      if (state.adapter === undefined) {
        throw new SandboxHttpError(409, "The sandbox knows of no adapter: start it with ADAPTER_URL.");
      }
      const project =
        asked.projectId === undefined
          ? state.projects[0]
          : state.projects.find(({ projectId }) => projectId === asked.projectId);
      if (project === undefined) throw new SandboxHttpError(404, "There is no such project.");
      return simulateTransaction(asked, project, state.adapter, state.stopped);
    },
  },
  {
    method: "POST",
    path: /^\/sandbox\/latency$/,
    async answer({ request, state }) {
      const { ms } = await readBody(request, latency);
      state.pace.latencyMs = ms;
      return { ms };
    },
  },
  {
    method: "POST",
    path: /^\/sandbox\/outage$/,
    async answer({ request, state }) {
      const { status, ms, retryAfterSeconds } = await readBody(request, outage);
      state.outage = { status, until: state.now() + ms, retryAfterSeconds };
      return { status, ms };
    },
  },
  {
    method: "GET",
    path: /^\/sandbox\/statistics$/,
    answer: async ({ state }) => state.statistics.current,
  },
  {
    method: "POST",
    path: /^\/sandbox\/statistics\/reset$/,
    async answer({ state }) {
      state.statistics.reset();
      return state.statistics.current;
    },
  },
  {
    method: "GET",
    path: /^\/sandbox\/endings$/,
    answer: async () => SIMULATED_ENDINGS.map(({ ending, simulates }) => ({ ending, simulates })),
  },
];
