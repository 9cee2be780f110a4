/** The style sheet beside the code that browsers load. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hono } from "hono";
import { lazy } from "../runtime/lazy.ts";
import type { DeskEnv } from "./desk-context.ts";

const style = lazy(() => {
  const content = readFileSync(join(import.meta.dirname, "assets", "desk.css"));
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, 10);
  return { content: new Uint8Array(content), path: `/assets/${digest}/desk.css` };
});

/** Its path, which changes with what is in it. */
export function stylePath(): string {
  return style().path;
}

/** Serves it to anybody, to be kept for good: under its own path alone, or a cache would keep it under another's. */
export function serveStyle(app: Hono<DeskEnv>): void {
  app.get("/assets/:digest/desk.css", (context) => {
    const { content, path } = style();
    if (context.req.path !== path) return context.notFound();
    context.header("content-type", "text/css; charset=utf-8");
    context.header("cache-control", "public, max-age=31536000, immutable");
    return context.body(content);
  });
}
