/** The service's three endpoints as the sandbox answers them. */

import { scanRequest } from "../contract/scan-request.ts";
import { SANDBOX_CHAINS } from "./chains.ts";
import { Refusal, readBody } from "./http.ts";
import { inventedStatus } from "./invented-risk.ts";
import type { Asked, Route, World } from "./world.ts";

export const SERVICE_ROUTES: readonly Route[] = [
  {
    method: "GET",
    path: /^\/v1\/chains$/,
    async answer({ request, response, world }) {
      world.statistics.open("chains", response);
      projectOfKey(world, request.headers);
      refuseInOutage(world);
      return SANDBOX_CHAINS;
    },
  },
  {
    method: "POST",
    path: /^\/v1\/projects\/([^/]+)\/addresses\/scan-risk$/,
    async answer({ request, response, world, parts: [id] }) {
      world.statistics.open("scans", response);
      const { projectId } = projectOfKey(world, request.headers);
      if (!world.projects.some((project) => String(project.projectId) === id)) {
        throw new Refusal(404, "There is no such project.");
      }
      if (String(projectId) !== id) throw new Refusal(403, "The API key is another project's.");
      const asked = await readBody(request, scanRequest);
      world.statistics.current.scans.addresses += asked.addresses.length;
      refuseInOutage(world);
      return world.scan(projectId, asked);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/wallets\/([^/]+)\/status$/,
    async answer({ request, response, world, url, parts: [address = ""] }) {
      world.statistics.open("walletStatuses", response);
      projectOfKey(world, request.headers);
      if ((url.searchParams.get("chainId") ?? "") === "") {
        throw new Refusal(400, "The request is not valid.", [{ path: "chainId", message: "expected text" }]);
      }
      refuseInOutage(world);
      return inventedStatus(address);
    },
  },
];

/** The project whose key a request carries, in either header. */
function projectOfKey({ projects }: World, headers: Asked["request"]["headers"]) {
  const given = [headers["x-api-key"], headers["x-api-header"]];
  const project = projects.find(({ apiKey }) => given.includes(`ApiKey ${apiKey}`));
  if (project === undefined) throw new Refusal(401, "The API key is missing or wrong.");
  return project;
}

function refuseInOutage({ outage, now }: World): void {
  if (outage === undefined || outage.until <= now()) return;
  const { status, retryAfterSeconds } = outage;
  const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  throw new Refusal(status, "An outage is being rehearsed.", [], headers);
}
