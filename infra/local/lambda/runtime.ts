/** Runs in a worker thread as Lambda's runtime does: loads a function's bundle, then answers one call at a time. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { BootData, Call, RuntimeMessage } from "./runtime-messages.ts";

const port = parentPort;
if (port === null) throw new Error("runtime.ts runs in a worker thread only.");

const boot: BootData = workerData;
captureOutput(port);
// Only the start of this thread needs it; the function sees its own environment only.
delete process.env["NODE_COMPILE_CACHE"];
try {
  if (boot.preload !== undefined) await import(pathToFileURL(boot.preload).href);
  const handler = await loadHandler(boot);
  port.on("message", (call: Call) => {
    answer(handler, call).then(send);
  });
  send({ type: "ready" });
} catch (error) {
  send({ type: "failed", error: described(error) });
}

function send(message: RuntimeMessage): void {
  port?.postMessage(message);
}

/** Output goes the same way as replies, so that a reply never overtakes what was logged before it. */
function captureOutput(to: MessagePort): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.write = (chunk, encoding?: unknown, done?: unknown): boolean => {
      const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
      to.postMessage({ type: "output", text } satisfies RuntimeMessage);
      const callback = typeof encoding === "function" ? encoding : done;
      if (typeof callback === "function") callback();
      return true;
    };
  }
}

async function answer(handler: Handler, { id, event, context, deadline }: Call): Promise<RuntimeMessage> {
  try {
    const result = await handler(JSON.parse(event), {
      ...context,
      callbackWaitsForEmptyEventLoop: true,
      getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    });
    return { type: "result", id, payload: JSON.stringify(result) ?? "null" };
  } catch (error) {
    return { type: "error", id, error: described(error) };
  }
}

function described(error: unknown) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? "").split("\n"),
  };
}

type Handler = (event: unknown, context: unknown) => unknown;

/**
 * Loads a bundle as Lambda does, and waits for what it awaits while it loads.
 * @param path as in the template: `index.handler`
 * @throws {Error} named as Lambda names it, where there is no such function
 */
async function loadHandler({ folder, handler: path }: BootData): Promise<Handler> {
  const [file = "", name = ""] = path.split(".");
  const module = join(folder, `${file}.mjs`);
  const exported: unknown = existsSync(module)
    ? await import(pathToFileURL(module).href)
    : createRequire(join(folder, "/"))(join(folder, `${file}.js`));
  const handler: unknown = Reflect.get(Object(exported), name);
  if (typeof handler !== "function")
    throw Object.assign(new Error(`${path} is undefined or not exported`), {
      name: "Runtime.HandlerNotFound",
    });
  return (event, context) => handler(event, context);
}
