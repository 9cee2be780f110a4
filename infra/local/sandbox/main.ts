/** `npm run sandbox`: the sandbox alone, until Ctrl-C. */

import * as z from "zod/mini";
import { API_KEY_HEADERS, apiKeyValue } from "../../../lib/contract/api-key.ts";
import { localProject } from "./local-projects.ts";
import { startSandbox } from "./server.ts";

const settings = z.object({
  PORT: z._default(z.string().check(z.regex(/^\d{1,5}$/)), "3001"),
  ADAPTER_URL: z.optional(z.url({ protocol: /^https?$/ })),
});

const HELP = `npm run sandbox: the sandbox alone, which simulates the risk service until Ctrl-C.

  PORT=3001                            where it listens
  ADAPTER_URL=http://127.0.0.1:3002    where it sends simulated transactions (default: nowhere)

It takes no options; infra/local/sandbox/README.md says what it simulates.
`;

async function main(): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === "--help" || argument === "-h") {
    process.stdout.write(HELP);
    return;
  }
  if (argument !== undefined) throw new Error(`There is no such option. ${HELP}`);
  const reading = settings.safeParse(process.env);
  if (!reading.success) {
    throw new Error(
      "PORT must be a port, such as 3001, and ADAPTER_URL, where it is given, an http or https URL.",
    );
  }
  const { PORT, ADAPTER_URL } = reading.data;
  const project = localProject(1);
  const sandbox = await startSandbox({
    port: Number(PORT),
    projects: [project],
    ...(ADAPTER_URL === undefined ? {} : { adapterUrl: ADAPTER_URL }),
  });
  process.stdout.write(`The sandbox simulates the risk service at ${sandbox.url}/v1

  project ${project.projectId}, API key ${project.apiKey}, webhook secret ${project.webhookSecret}
  transactions go to ${ADAPTER_URL ?? "no adapter: start with ADAPTER_URL=http://127.0.0.1:3002 to send them"}
  addresses that simulate a case: curl ${sandbox.url}/sandbox/endings

Try it:

  curl -s ${sandbox.url}/v1/projects/1/addresses/scan-risk \\
    -H '${API_KEY_HEADERS[0]}: ${apiKeyValue(project.apiKey)}' -H 'content-type: application/json' \\
    -d '{"addresses":[{"address":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed","chainId":"1"}],"maxDepth":3}'

Ctrl-C stops it.
`);
  const stop = (): void => {
    sandbox.close().then(() => process.stdout.write("\nThe sandbox has stopped.\n"));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
