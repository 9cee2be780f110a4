import { API_KEY_HEADERS, apiKeyValue } from "../../../lib/contract/api-key.ts";
import { scanRequest } from "../../../lib/contract/scan.ts";
import { SANDBOX_CHAINS } from "./chains.ts";
import { readBody, SandboxHttpError } from "./http.ts";
import { inventedStatus } from "./invented-risk.ts";
import type { SandboxRequest, SandboxRoute, SandboxState } from "./sandbox-state.ts";

export const SERVICE_ROUTES: readonly SandboxRoute[] = [
  {
    method: "GET",
    path: /^\/v1\/chains$/,
    async answer({ request, response, state }) {
      state.statistics.open("chains", response);
      projectOfKey(state, request.headers);
      refuseInOutage(state);
      return SANDBOX_CHAINS;
    },
  },
  {
    method: "POST",
    path: /^\/v1\/projects\/([^/]+)\/addresses\/scan-risk$/,
    async answer({ request, response, state, parts: [id] }) {
      state.statistics.open("scans", response);
      const { projectId } = projectOfKey(state, request.headers);
      if (!state.projects.some((project) => String(project.projectId) === id)) {
        throw new SandboxHttpError(404, "There is no such project.");
      }
      if (String(projectId) !== id) throw new SandboxHttpError(403, "The API key is another project's.");
      const asked = await readBody(request, scanRequest);
      state.statistics.current.scans.addresses += asked.addresses.length;
      refuseInOutage(state);
      return state.scanner.scan(projectId, asked);
    },
  },
  {
    method: "GET",
    path: /^\/v1\/wallets\/([^/]+)\/status$/,
    async answer({ request, response, state, url, parts: [address = ""] }) {
      state.statistics.open("walletStatuses", response);
      projectOfKey(state, request.headers);
      if ((url.searchParams.get("chainId") ?? "") === "") {
        throw new SandboxHttpError(400, "The request is not valid.", [{ path: "chainId", is: "text" }]);
      }
      refuseInOutage(state);
      return inventedStatus(address);
    },
  },
];

/** The project whose key a request carries, in either header. */
function projectOfKey({ projects }: SandboxState, headers: SandboxRequest["request"]["headers"]) {
  const given = API_KEY_HEADERS.map((name) => headers[name]);
  const project = projects.find(({ apiKey }) => given.includes(apiKeyValue(apiKey)));
  if (project === undefined) throw new SandboxHttpError(401, "The API key is missing or wrong.");
  return project;
}

function refuseInOutage({ outage, now }: SandboxState): void {
  if (outage === undefined || outage.until <= now()) return;
  const { status, retryAfterSeconds } = outage;
  const headers = retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) };
  throw new SandboxHttpError(status, "An outage is being simulated.", [], headers);
}
