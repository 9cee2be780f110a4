/** The files beside the code that browsers load. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hono } from "hono";
import { lazy } from "../runtime/lazy.ts";
import type { DeskEnv } from "./desk-context.ts";

const ASSETS = {
  "desk.css": "text/css; charset=utf-8",
  "desk.js": "text/javascript; charset=utf-8",
} as const;
type AssetName = keyof typeof ASSETS;

const NAMES: readonly AssetName[] = ["desk.css", "desk.js"];

const contents = lazy(
  () =>
    new Map(NAMES.map((name) => [name, readFileSync(join(import.meta.dirname, "assets", name))] as const)),
);

/** The path of a file, which changes with what is in it. */
export function assetPath(name: AssetName): string {
  const digest = createHash("sha256")
    .update(contents().get(name) ?? "")
    .digest("base64url");
  return `/assets/${digest.slice(0, 10)}/${name}`;
}

/** Serves them to anybody, to be kept for good. */
export function serveAssets(app: Hono<DeskEnv>): void {
  for (const name of NAMES) {
    app.get(`/assets/:digest/${name}`, (context) => {
      context.header("content-type", ASSETS[name]);
      context.header("cache-control", "public, max-age=31536000, immutable");
      return context.body(new Uint8Array(contents().get(name) ?? []));
    });
  }
}
