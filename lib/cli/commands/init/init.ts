/** `vigia init`: begins the folder of a company that deploys Vigía. */

import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import cdkJson from "../../../../cdk.json" with { type: "json" };
import packageJson from "../../../../package.json" with { type: "json" };
import { PACKAGE_FOLDER } from "../../../settings/project-folder.ts";
import { addCommand, type Call, type CommandGroup, handle } from "../../core/command.ts";
import { CommandError, WrongUseError } from "../../core/failure.ts";

const { name: PACKAGE, version: VERSION } = packageJson;

export function addInit(program: CommandGroup, summary: string): void {
  addCommand(program, "init", {
    summary,
    details: "It writes into the folder that it is called in, overwrites no file, and deploys nothing.",
    // Outside a folder that has the package, npx would run a stranger's package of this name.
    examples: [`npm exec --package=${PACKAGE}@${VERSION} -- vigia init`],
  }).action(handle(program, init));
}

async function init({ context, selection }: Call): Promise<undefined> {
  if (selection.stage !== undefined || selection.stack !== undefined)
    throw new WrongUseError(
      "init writes an app of two stages, and selects no stack: leave --stage and --stack out.",
    );
  const { cwd } = context;
  const files = await newFiles(basename(cwd));
  const there = files.map(([name]) => name).filter((name) => existsSync(join(cwd, name)));
  if (there.length > 0)
    throw new CommandError(
      `${there.join(", ")} ${there.length === 1 ? "is" : "are"} in ${cwd} already, and init overwrites no file: run it in an empty folder. Nothing was written.`,
    );
  for (const [name, text] of files) {
    await mkdir(dirname(join(cwd, name)), { recursive: true });
    await writeFile(join(cwd, name), text, { flag: "wx" });
    await context.print(name);
  }
  await context.note("Run npm install, then npm start. README.md says how to go on.");
}

/** The files by their paths: the templates, with values for `{{…}}`. */
async function newFiles(folder: string): Promise<[path: string, text: string][]> {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  // npm installs no package into one of the same name.
  const own = name === "" || name === PACKAGE ? `${PACKAGE}-deployment` : name;
  const values: Record<string, string> = { ...packageJson.devDependencies, version: VERSION, name: own };
  const templates = join(PACKAGE_FOLDER, "lib/cli/commands/init/templates");
  const files = readdirSync(templates, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name: file }) => join(parentPath, file));
  const written = files.map(async (file): Promise<[string, string]> => {
    const text = await readFile(file, "utf8");
    // `${{ … }}` is GitHub's own.
    const filled = text.replace(/(?<!\$)\{\{(.+?)\}\}/g, (_, key: string) => values[key] ?? "");
    // npm publishes no file of the name .gitignore.
    return [relative(templates, file).replace(/^_/, "."), filled];
  });
  // CDK's flags are those that the stack is tested with.
  const cdk = `${JSON.stringify({ app: "node app.ts", context: cdkJson.context }, null, 2)}\n`;
  return [...(await Promise.all(written)), ["cdk.json", cdk]];
}
