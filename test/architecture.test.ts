import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const files = globSync("{infra,functions,lib}/**/*.ts", { cwd: ROOT }).filter(
  (file) => !file.endsWith(".d.ts"),
);

const IMPORT = /^(?:import|export)\b[^;]*?from\s+"([^"]+)"|^import\s+"([^"]+)"/gm;

/** What a file imports: paths from the root for the project's own files, names for packages. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  return [...source.matchAll(IMPORT)].map(([, from, alone]) => {
    const name = from ?? alone ?? "";
    return name.startsWith(".") ? normalize(join(dirname(file), name)) : name;
  });
}

/** Every import of the files under `folder` that `allowed` does not allow, as `file → import`. */
function strays(folder: string, allowed: (imported: string) => boolean): string[] {
  return files
    .filter((file) => file.startsWith(folder))
    .flatMap((file) =>
      importsOf(file)
        .filter((imported) => !allowed(imported))
        .map((imported) => `${file} → ${imported}`),
    );
}

describe("the layers", () => {
  it("are all looked at", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(importsOf("functions/receive-webhook.ts")).toContain("lib/inbound/endpoint.ts");
  });

  it("leave the contract to itself: it knows zod and node:crypto only", () => {
    expect(
      strays("lib/contract/", (imported) => /^(zod\/mini|node:crypto|lib\/contract\/.*)$/.test(imported)),
    ).toEqual([]);
  });

  it("let nothing in lib import functions or infra", () => {
    expect(strays("lib/", (imported) => !/^(functions|infra)\//.test(imported))).toEqual([]);
  });

  it("let no function import another, or what is deployed", () => {
    expect(strays("functions/", (imported) => !/^(functions|infra)\//.test(imported))).toEqual([]);
  });

  it("let nothing that is deployed import the sandbox, the CLI or the local stack", () => {
    const deployed = /^lib\/(?!sandbox|cli)/;
    for (const folder of ["functions/", ...files.filter((file) => deployed.test(file))]) {
      expect(strays(folder, (imported) => !/^(lib\/(sandbox|cli)|infra)\//.test(imported))).toEqual([]);
    }
  });

  it("read the environment only at the edges", () => {
    const edges = /^(functions\/|infra\/|lib\/cli\/main\.ts|lib\/sandbox\/main\.ts)/;
    const readers = files.filter((file) => /\bprocess\.env\b/.test(readFileSync(join(ROOT, file), "utf8")));
    expect(readers.filter((file) => !edges.test(file))).toEqual([]);
    expect(readers).toContain("functions/get-user.ts");
  });

  it("make every client of AWS with time limits", () => {
    const made = files
      .filter((file) => /^(functions|lib)\//.test(file))
      .flatMap((file) => readFileSync(join(ROOT, file), "utf8").match(/new \w+Client\(\w*/g) ?? []);
    expect(made.length).toBeGreaterThan(10);
    expect(made.filter((start) => !/\((clientConfig|configFor)$/.test(start))).toEqual([]);
  });

  it("say the job of every file in its first line", () => {
    const silent = files.filter(
      (file) => !/^(#!.*\n)?\/\*\* .+/.test(readFileSync(join(ROOT, file), "utf8")),
    );
    expect(silent).toEqual([]);
  });
});
