/** The style sheet and the script that browsers load, from files beside the code. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hono } from "hono";
import { lazy } from "../../aws/lazy.ts";
import type { DeskEnv } from "./desk-context.ts";

/** The first one names the layers of all. */
const STYLES = ["tokens.css", "base.css", "shell.css", "parts.css", "narrow.css", "print.css"];

/** The second one is about sessions, and uses what the first one declares; the third one adds what is ticked. */
const SCRIPTS = ["desk.js", "session.js", "sums.js"];

/** One file of several, in their order. */
function asset(name: string, type: string, parts: readonly string[]) {
  const content = Buffer.concat(parts.map((part) => readFileSync(join(import.meta.dirname, "assets", part))));
  const digest = createHash("sha256").update(content).digest("base64url").slice(0, 10);
  return { content: new Uint8Array(content), path: `/assets/${digest}/${name}`, type };
}

const assets = lazy(() => ({
  style: asset("desk.css", "text/css; charset=utf-8", STYLES),
  script: asset("desk.js", "text/javascript; charset=utf-8", SCRIPTS),
}));

/** Their paths, which change with what is in them. */
export function assetPaths(): { style: string; script: string } {
  const { style, script } = assets();
  return { style: style.path, script: script.path };
}

/** Serves them without a session, to be kept for good: under their own paths alone, or a cache would keep them under others. */
export function serveAssets(app: Hono<DeskEnv>): void {
  app.get("/assets/:digest/:name", (context) => {
    const asset = Object.values(assets()).find(({ path }) => path === context.req.path);
    if (asset === undefined) return context.notFound();
    context.header("content-type", asset.type);
    context.header("cache-control", "public, max-age=31536000, immutable");
    return context.body(asset.content);
  });
}
