/** Summary that `npm start` prints when the local stack is ready. */

import type { LocalEndpoints } from "../../lib/settings/local-endpoints.ts";
import type { LocalStack } from "./local-stack.ts";

/**
 * A short text: the addresses, a call to try, the files, and what is not emulated.
 * @param added the project that is here and would not be deployed
 */
export function summary(
  { endpoints, omissions, nextRuns }: LocalStack,
  sandbox: boolean,
  added?: number,
): string {
  const { signingProxy, adapter, desk, riskService, projects, alerts, logs } = endpoints;
  const known = projects.map(({ projectId, mexico }) => `${projectId}${mexico ? " (with mexico)" : ""}`);
  const schedules = nextRuns().map(({ schedule, at }) => `${schedule} ${at?.toISOString() ?? "never"}`);
  return `
Vigía is ready.

  Signing proxy   ${signingProxy}   signs what comes unsigned
  ${sandbox ? "Sandbox       " : "Risk service  "}  ${sandbox ? `${riskService}/v1` : riskService}
  Adapter         ${adapter}   exactly as deployed
${desk === undefined ? "" : `  Desk            ${desk}   for officers and auditors\n`}
  Projects        ${known.join(", ")}; webhook secret ${projects[0]?.webhookSecret}, API key ${projects[0]?.apiKey}${differs(added)}
  Next schedule   ${schedules.join(", ")}
  Files           .local/endpoints.json, ${alerts}, ${logs}/

Try it:

${tryIt(endpoints)}

Not emulated: ${omissions.notEmulated.join(", ")}.${unknown(omissions.unknown)}
Ctrl-C stops it. Everything that happens is printed below.
`;
}

function differs(added: number | undefined): string {
  return added === undefined
    ? ""
    : `\n                  project ${added} is here alone, to try the mexico part: vigia.json has none with it, and deploys none`;
}

function tryIt({ signingProxy, projects }: LocalEndpoints): string {
  const projectId = projects[0]?.projectId ?? 1;
  const notification = {
    type: "notification",
    data: {
      id: 1,
      projectId,
      chainId: 1,
      address: {
        id: 1,
        userId: "u-1",
        address: "0x1111111111111111111111111111111111111111",
        description: "",
      },
      txHash: "0xabc",
      timestamp: "2026-01-31T18:00:00Z",
      amount: { value: 1e18, usd: 3000 },
      token: { name: "Ether", symbol: "ETH", decimals: 18, address: null },
      inflictedLaws: [
        {
          name: "LFPIORPI",
          description: "An example",
          source: "https://example.com",
          risk: "illegal",
          country: "Mexico",
          countryCode: "MX",
        },
      ],
    },
  };
  return `  curl ${signingProxy}/users/u-1
  curl ${signingProxy}/webhook -H 'content-type: application/json' -d '${JSON.stringify(notification)}'
  npx vigia notifications list
  npx vigia scan run --wait
  npx vigia brief send`;
}

function unknown(names: readonly string[]): string {
  return names.length === 0 ? "" : `\nUnknown here, and not emulated either: ${names.join(", ")}.`;
}
