/** The sandbox's own endpoints: play a transaction, change the pace, rehearse an outage, read what was asked. */

import * as z from "zod/mini";
import { Refusal, readBody } from "./http.ts";
import { REHEARSAL_ENDINGS } from "./rehearsal-endings.ts";
import { playTransaction, transaction } from "./transactions.ts";
import type { Route } from "./world.ts";

const milliseconds = z.number().check(z.minimum(0), z.maximum(3_600_000));
const latency = z.object({ ms: milliseconds });
const outage = z.object({
  status: z.number().check(z.minimum(400), z.maximum(599)),
  ms: milliseconds,
  retryAfterSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(3_600))),
});

export const SANDBOX_ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: /^\/sandbox\/transactions$/,
    async answer({ request, world }) {
      const asked = await readBody(request, transaction);
      if (world.adapter === undefined) {
        throw new Refusal(409, "The sandbox was told of no adapter: start it with ADAPTER_URL.");
      }
      const project =
        asked.projectId === undefined
          ? world.projects[0]
          : world.projects.find(({ projectId }) => projectId === asked.projectId);
      if (project === undefined) throw new Refusal(404, "There is no such project.");
      return playTransaction(asked, project, world.adapter, world.stopped);
    },
  },
  {
    method: "POST",
    path: /^\/sandbox\/latency$/,
    async answer({ request, world }) {
      const { ms } = await readBody(request, latency);
      world.pace.latencyMs = ms;
      return { ms };
    },
  },
  {
    method: "POST",
    path: /^\/sandbox\/outage$/,
    async answer({ request, world }) {
      const { status, ms, retryAfterSeconds } = await readBody(request, outage);
      world.outage = { status, until: world.now() + ms, retryAfterSeconds };
      return { status, ms };
    },
  },
  {
    method: "GET",
    path: /^\/sandbox\/statistics$/,
    answer: async ({ world }) => world.statistics.current,
  },
  {
    method: "POST",
    path: /^\/sandbox\/statistics\/reset$/,
    async answer({ world }) {
      world.statistics.reset();
      return world.statistics.current;
    },
  },
  {
    method: "GET",
    path: /^\/sandbox\/endings$/,
    answer: async () => REHEARSAL_ENDINGS.map(({ ending, rehearses }) => ({ ending, rehearses })),
  },
];
