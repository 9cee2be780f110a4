/** `npm run conformance`: deploys a stage onto an AWS, uses all of it as a company would, and removes it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localProject } from "../../../infra/local/sandbox/local-projects.ts";
import { startSandbox } from "../../../infra/local/sandbox/server.ts";
import { readCommandLine } from "./command-line.ts";
import { Commands } from "./commands.ts";
import { say } from "./expect.ts";
import "./loopback-names.ts";
import { PackageWalk } from "./package.ts";
import { QuickStart } from "./quick-start.ts";
import { playStories } from "./stories/stories.ts";
import { type Step, Walk } from "./walk.ts";

const options = readCommandLine();
const endpoint = process.env["AWS_ENDPOINT_URL"];
if (endpoint === undefined && !(options.account || options.package)) {
  say("AWS_ENDPOINT_URL names no endpoint: set it, or say --account to deploy onto a real account.");
  process.exit(2);
}

const began = Date.now();
const folder = mkdtempSync(join(tmpdir(), "vigia-conformance-"));
const sandbox = await startSandbox({ port: 0, projects: [localProject(1), localProject(2)] });
interface Way {
  steps(): Step[];
  remove(): Promise<void>;
}
const walks = waysOf();
try {
  for (const [name, step] of [...walks.flatMap((walk) => walk.steps()), ...storiesAfter()]) {
    say(`\n${name} (after ${seconds()} s)`);
    await step();
  }
  say(`\nPassed (after ${seconds()} s).`);
} catch (error) {
  say(`\nNot passed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  if (!options.keep) await remove();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
}

async function remove(): Promise<void> {
  for (const walk of walks)
    try {
      await walk.remove();
      say(`  after ${seconds()} s`);
    } catch (error) {
      say(`\nNot removed: ${error instanceof Error ? error.message : String(error)}`);
      process.exitCode = 1;
    }
}

function seconds(): number {
  return Math.round((Date.now() - began) / 1_000);
}

function waysOf(): readonly Way[] {
  const { stage, count, account } = options;
  const serviceUrl = sandbox.url;
  const without = account ? [] : options.without;
  if (options.package)
    return [new PackageWalk({ folder, stage, deploys: endpoint !== undefined, serviceUrl })];
  const commands = new Commands({ stage, folder, without });
  if (account) return [new Walk({ commands, count, serviceUrl: undefined, visitsDesk: false })];
  return [
    new QuickStart({ folder, stage: `${stage}-quick`, serviceUrl, without }),
    new Walk({ commands, count, serviceUrl, visitsDesk: true }),
  ];
}

/** Stories need an AWS whose functions reach the sandbox of this machine. */
function storiesAfter(): Step[] {
  return options.account || options.package ? [] : [["The stories of test/e2e", playStories]];
}
