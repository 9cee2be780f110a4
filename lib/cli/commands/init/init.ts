/** `vigia init`: begins the folder of a company that deploys Vigía. */

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import packageJson from "../../../../package.json" with { type: "json" };
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";
import { newFiles } from "./new-files.ts";

export function addInit(program: CommandGroup): void {
  addCommand(program, "init", {
    summary: "begin a folder for deploying: settings, an app of CDK, scripts and a workflow",
    details: "It writes into the folder that it is called in, overwrites no file, and deploys nothing.",
    // Outside a folder that has the package, npx would run a stranger's package of this name.
    examples: [`npm exec --package=${packageJson.name}@${packageJson.version} -- vigia init`],
    action: init,
  });
}

async function init({ context }: Call): Promise<undefined> {
  const { cwd } = context;
  const files = Object.entries(newFiles(basename(cwd)));
  const there = files.map(([name]) => name).filter((name) => existsSync(join(cwd, name)));
  if (there.length > 0)
    throw new CommandError(
      `${there.join(", ")} ${there.length === 1 ? "is" : "are"} in ${cwd} already, and init overwrites no file: run it in an empty folder. Nothing was written.`,
    );
  for (const [name, text] of files) {
    const path = join(cwd, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
    await context.print(name);
  }
  await context.note("Run npm install, then npm start. README.md says how to go on.");
}
