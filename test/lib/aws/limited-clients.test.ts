import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");

/** How each client of AWS in these files is made: `new SQSClient(clientConfig`. */
const clientsOf = (pattern: string, exclude: string[] = []) =>
  globSync(pattern, { cwd: ROOT, exclude }).flatMap(
    (file) => readFileSync(join(ROOT, file), "utf8").match(/new \w+Client\(\w*/g) ?? [],
  );

it("makes every client of a function with time limits", () => {
  const clients = clientsOf("{functions,lib}/**/*.ts", ["lib/cli/**"]);
  expect(clients.length).toBeGreaterThan(5);
  expect(clients.filter((start) => !start.endsWith("(clientConfig"))).toEqual([]);
});

it("makes every client of the command with time limits, and with the proxy of its network", () => {
  const clients = clientsOf("lib/cli/**/*.ts");
  expect(clients.length).toBeGreaterThan(5);
  // `configFor` is `commandConfig` of a target.
  expect(clients.filter((start) => !/\((commandConfig|configFor)$/.test(start))).toEqual([]);
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
