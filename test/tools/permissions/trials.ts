/**
 * Runs tests without a permission, or with all of them, and says which failed. All are files of one Vitest, whose processes
 * keep the packages loaded: starting a Vitest for each took most of the time.
 */

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest, type TestModule, type Vitest } from "vitest/node";
import { PACKAGE_FOLDER as ROOT } from "../../../lib/settings/project-folder.ts";
import type { Selection } from "./tests-of-roles.ts";
import { ASKED_FOR, type Permission, WITHHELD } from "./withheld.ts";

/** Tests of one file. */
interface Trial {
  selection: Selection;
  /** Permission that their stack lacks; none if absent. */
  withheld?: Permission;
}

interface TrialEnd {
  /** The first test that failed, or why none ran. */
  failure: string | undefined;
  /** Its failure, in a line. */
  error: string;
  passed: number;
  /** True if a call asked for the permission, and was refused. */
  wasAskedFor: boolean;
}

/** Beside the project's other files: what Vitest finds among packages it does not transform. */
const FOLDER = join(ROOT, ".local/permissions");

/** Without its permission a test waits until then; with all of them none takes so long on a quiet machine. */
const PATIENCE_MS = 15_000;

/** Callback after the end of each file. */
type OnEnds = Map<string, (module: TestModule) => void>;

export class Trials {
  readonly #vitest: Vitest;
  readonly #ended: OnEnds;

  private constructor(vitest: Vitest, ended: OnEnds) {
    this.#vitest = vitest;
    this.#ended = ended;
  }

  static async start(maxWorkers: number): Promise<Trials> {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    const ended: OnEnds = new Map();
    const vitest = await createVitest({
      root: ROOT,
      config: join(import.meta.dirname, "vitest.config.ts"),
      watch: false,
      maxWorkers,
      reporters: [{ onTestModuleEnd: (module) => ended.get(module.moduleId)?.(module) }],
    });
    return new Trials(vitest, ended);
  }

  /** @param onEnd called as each ends */
  async run<T extends Trial>(trials: readonly T[], onEnd: (trial: T, end: TrialEnd) => void): Promise<void> {
    const project = this.#vitest.getRootProject();
    const specifications = trials.map((trial) => {
      const { file, only = [] } = trial.selection;
      const name = join(FOLDER, String(this.#ended.size));
      const askedFor = `${name}.asked`;
      writeFileSync(`${name}.test.ts`, programOf(trial, askedFor));
      this.#ended.set(`${name}.test.ts`, (module) => {
        const failure = failureIn(module);
        onEnd(trial, {
          failure: failure && `test/e2e/${file}.test.ts: ${failure}`,
          error: errorIn(module),
          passed: [...module.children.allTests("passed")].length,
          wasAskedFor: existsSync(askedFor),
        });
      });
      const chosen = only.length === 0 ? {} : { testNamePattern: new RegExp(only.map(literally).join("|")) };
      return project.createSpecification(`${name}.test.ts`, chosen);
    });
    await this.#vitest.runTestSpecifications(specifications);
  }

  async close(): Promise<void> {
    await this.#vitest.close();
    rmSync(FOLDER, { recursive: true, force: true });
  }
}

/** The tests of a trial, as a file of their own; what it sets is unset behind it. */
function programOf({ selection, withheld }: Trial, askedFor: string): string {
  const variables = { [WITHHELD]: JSON.stringify(withheld), [ASKED_FOR]: askedFor };
  const lines = withheld && [
    `Object.assign(process.env, ${JSON.stringify(variables)});`,
    `vi.setConfig({ testTimeout: ${PATIENCE_MS} });`,
  ];
  const tests = `await import("../../test/e2e/${selection.file}.test.ts");`;
  return [`import { vi } from "vitest";`, ...(lines ?? []), tests, ""].join("\n");
}

/** A text as a pattern that fits it alone. */
function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function failureIn(module: TestModule): string | undefined {
  for (const { fullName } of module.children.allTests("failed")) return fullName;
  return module.ok() ? undefined : "its stack does not start";
}

function errorIn(module: TestModule): string {
  const [failed] = [...module.children.allTests("failed")];
  const [error] = failed?.result().errors ?? module.errors();
  return error?.message.split("\n", 1)[0] ?? "";
}
