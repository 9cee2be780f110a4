import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

it("makes every client of AWS with time limits", () => {
  const made = globSync("{functions,lib}/**/*.ts", { cwd: ROOT }).flatMap(
    (file) => readFileSync(join(ROOT, file), "utf8").match(/new \w+Client\(\w*/g) ?? [],
  );
  expect(made.length).toBeGreaterThan(10);
  expect(made.filter((start) => !/\((clientConfig|configFor)$/.test(start))).toEqual([]);
});

it("ends the calls of every function before its invocation ends", () => {
  const unbound = globSync("functions/*.ts", { cwd: ROOT }).filter(
    (file) =>
      !/\b(setInvocationDeadline|boundWork)\(context|= signedEndpoint\(/.test(
        readFileSync(join(ROOT, file), "utf8"),
      ),
  );
  expect(unbound).toEqual([]);
});
