import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildSync, type Metafile } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  BUNDLE_OPTIONS,
  FUNCTIONS,
  type FunctionName,
  mergeAssets,
  takeBundles,
  writeBundle,
} from "../../infra/constructs/bundles.ts";
import { assembledBundles } from "../support/assembly/assembled.ts";
import { resourceOf, synthesize, targetOf, WITH_DESK } from "./synthesized.ts";

const NAMES: FunctionName[] = [
  "ReceiveWebhook",
  "StoreNotifications",
  "GetUser",
  "StartScan",
  "ScanWallets",
  "SendBrief",
  "ServeDesk",
];
type Inputs = Metafile["inputs"];

const KIB = 1_024;

/** Functions for which a caller waits. */
const ANSWERING = new Set<FunctionName>(["ReceiveWebhook", "GetUser"]);

/** File that Lambda loads for the handler `index.handler`; it prefers `index.js` to `index.mjs`. */
function fileOf(name: FunctionName): string {
  return ANSWERING.has(name) ? "index.mjs" : "index.js";
}

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "vigia-bundles-"));
  takeBundles(await assembledBundles());
  for (const name of NAMES) writeBundle(name, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the bundles", () => {
  const template = synthesize(WITH_DESK);

  test("are these", () => {
    expect(Object.keys(FUNCTIONS)).toEqual(NAMES);
  });

  /** The variables that the template gives a function, and a region. */
  function environmentOf(name: FunctionName): Record<string, string> {
    const { Variables } = resourceOf(template, "AWS::Lambda::Function", name)["Environment"];
    const targets = Object.entries(Variables).map(([key, value]) => [key, targetOf(value)]);
    return { ...Object.fromEntries(targets), AWS_REGION: "us-east-1" };
  }

  /** Output of a script in the folder of the bundles, where there are no packages. */
  function run(script: string, argument: string, environment: Record<string, string>): string {
    return execFileSync(process.execPath, ["-e", script, argument], {
      cwd: folder,
      env: environment,
      encoding: "utf8",
    });
  }

  test("load where there are no packages, each with the template's environment alone", () => {
    const functions = NAMES.map((name) => [name, join(folder, name, fileOf(name)), environmentOf(name)]);
    const script = `(async () => {
      const found = {};
      for (const [name, file, environment] of JSON.parse(process.argv[1])) {
        process.env = environment;
        found[name] = typeof (await import(file)).handler;
      }
      process.stdout.write(JSON.stringify(found));
    })()`;
    const loaded = run(script, JSON.stringify(functions), {});
    expect(JSON.parse(loaded)).toEqual(Object.fromEntries(NAMES.map((name) => [name, "function"])));
  });

  test("are not made where CDK asks for no bundles, as `cdk destroy` does", () => {
    for (const name of NAMES)
      expect(resourceOf(template, "AWS::Lambda::Function", name)["Code"]).toEqual({
        ZipFile: "// not bundled",
      });
  });

  test.each(NAMES)("%s is one module for Lambda to find, no larger than a start allows", (name) => {
    const files = readdirSync(join(folder, name));
    expect(files.filter((file) => /^index\.[cm]?js$/.test(file))).toEqual([fileOf(name)]);
    const [bundle, limit] = ANSWERING.has(name) ? ["bundle.cjs", 400] : ["index.js", 2_048];
    expect(statSync(join(folder, name, bundle)).size).toBeLessThanOrEqual(limit * KIB);
  });

  test("of functions that answer carry no texts that people read", () => {
    const codeOf = (name: FunctionName, file: string) => readFileSync(join(folder, name, file), "utf8");
    expect(codeOf("StoreNotifications", "index.js")).toContain("prueba un il");
    for (const name of ANSWERING) expect(codeOf(name, "bundle.cjs")).not.toContain("prueba un il");
  });

  test("say nothing while they load: texts and decimals are made for the first alert", () => {
    const script = `
      const made = [];
      const format = Intl.DateTimeFormat;
      Intl.DateTimeFormat = class extends format { constructor(...all) { made.push(all); super(...all); } };
      require(process.argv[1]);
      process.stdout.write(String(made.length));`;
    const file = join(folder, "StoreNotifications", "index.js");
    const request = run(script, file, environmentOf("StoreNotifications"));
    expect(request).toBe("0");
  });

  test("name our sources in the log of an unexpected error, and nothing of what was sent", () => {
    const script = `
      import(process.argv[1])
        .then(({ handler }) => handler({ requestContext: "invented-value" }, { getRemainingTimeInMillis: () => 5_000 }));`;
    const file = join(folder, "ReceiveWebhook", "index.mjs");
    const nowhere = {
      AWS_ENDPOINT_URL: "http://127.0.0.1:9",
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
    };
    const logged = () => {
      const out = run(script, file, { ...environmentOf("ReceiveWebhook"), ...nowhere });
      expect(out).not.toContain("invented-value");
      return JSON.parse(out.split("\n").find((line) => line.includes("unforeseen")) ?? "{}").at;
    };
    expect(logged()).toMatch(
      /^node_modules\/zod\/[\w./]+:\d+:\d+ < lib\/intake\/endpoint\/http-event\.ts:\d+:\d+( < lib\/intake\/endpoint\/endpoint\.ts:\d+:\d+){2}$/,
    );
    // Without a readable map, the place is that of the bundle.
    writeFileSync(join(folder, "ReceiveWebhook", "bundle.cjs.map"), "{");
    expect(logged()).toMatch(/^[\w$.<>]+ \(bundle\.cjs:\d+:\d+\)$/);
    writeBundle("ReceiveWebhook", folder);
  });

  /** The packages that are bundled of some modules and of all that they import. */
  function packagesOf(inputs: Inputs, modules: readonly string[], isFollowed = (_kind: string) => true) {
    const packages = new Set<string>();
    const follow = (path: string): void => {
      if (packages.has(path)) return;
      packages.add(path);
      for (const imported of inputs[path]?.imports ?? [])
        if (imported.external !== true && isFollowed(imported.kind)) follow(imported.path);
    };
    for (const path of modules) follow(path);
    return new Set(
      [...packages].flatMap((path) => path.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1] ?? []),
    );
  }

  /** Modules of these bundles, and what each imports. */
  function inputsOf(...names: FunctionName[]): Inputs {
    const entry = { entryPoints: names.map((name) => FUNCTIONS[name]), outdir: "bundle" };
    return buildSync({ ...BUNDLE_OPTIONS, ...entry, minify: false, metafile: true }).metafile.inputs;
  }

  // A late import is a function in the bundle, and so is all that it imports: an earlier importer reads it twice.
  test("of functions that alert have neither the SDK nor zod wait for the first alert, or the first call of the service", () => {
    const inputs = inputsOf("StoreNotifications", "StartScan", "ScanWallets", "SendBrief");
    const late = Object.entries(inputs)
      .filter(([path]) => path.startsWith("lib/"))
      .flatMap(([, { imports }]) => imports.filter(({ kind }) => kind === "dynamic-import"));
    const modules = late.map(({ path }) => path);
    const packages = packagesOf(inputs, modules);
    expect(
      [...packages].filter((name) => /^(messageformat|got|zod|@aws-sdk|@smithy)/.test(name)).toSorted(),
    ).toEqual(["got", "messageformat"]);
  });

  test.each([
    ["messages with its first page", "messageformat"],
    ["what makes a notice sheet with its first sheet", "write-excel-file"],
  ])("ServeDesk reads %s, not as it starts", (_, name) => {
    const [inputs, entry] = [inputsOf("ServeDesk"), FUNCTIONS["ServeDesk"]];
    expect(packagesOf(inputs, [entry])).toContain(name);
    expect(packagesOf(inputs, [entry], (kind) => kind !== "dynamic-import")).not.toContain(name);
  });
});

describe("the assets of a function", () => {
  const folder = mkdtempSync(join(tmpdir(), "vigia-assets-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  const merge = (into: string) => mergeAssets([join(folder, "one"), join(folder, "two")], join(folder, into));

  test("are those of all of its folders, and no two have one name", () => {
    write("one/page.css", "1");
    write("one/icons/a.svg", "1");
    write("two/verify.mjs", "2");
    write("two/icons/b.svg", "2");
    merge("made");
    expect(readdirSync(join(folder, "made"), { recursive: true }).map(String).sort()).toEqual([
      "icons",
      "icons/a.svg",
      "icons/b.svg",
      "page.css",
      "verify.mjs",
    ]);
    // Made again in its place, it is the same.
    merge("made");
    write("two/icons/a.svg", "2");
    expect(() => merge("refused")).toThrow(
      /one and .*two have an asset icons\/a\.svg: rename one of them\.$/,
    );
    expect(existsSync(join(folder, "refused"))).toBe(false);
  });
});
