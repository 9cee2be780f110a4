/** In a process of its own: `vigia notifications export` against the local stack of a given folder. */

import { join } from "node:path";
import { run } from "../../../../lib/cli/program.ts";
import { answering } from "./answering.ts";
import { peakMib } from "./peak-memory.ts";

answering(async (folder) => {
  const root = String(folder);
  const start = performance.now();
  const code = await run(
    {
      root,
      cwd: root,
      stdin: process.stdin,
      stdout: process.stdout,
      stderr: process.stderr,
      now: () => Date.now(),
      askSecret: () => Promise.reject(new Error("The bench has no secrets.")),
      ask: () => Promise.reject(new Error("The bench has no secrets.")),
      confirm: () => Promise.resolve(false),
    },
    ["notifications", "export", "--format", "jsonl", "--force", "--out", join(root, "export.jsonl")],
  );
  if (code !== 0) throw new Error(`The export ended with ${code}.`);
  return { milliseconds: performance.now() - start, peakMib: peakMib() };
});
