/** Tools of every page of the desk. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Context } from "hono";
import type { Child } from "hono/jsx";
import type * as z from "zod/mini";
import type { serveDeskEnv } from "../../settings/env.ts";
import type { Access } from "./access.ts";
import type { DeskPerson } from "./desk-sessions.ts";
import type { DeskStores } from "./stores.ts";
import type { DeskTranslator } from "./translator.ts";

/** Dependencies of the desk. */
export interface DeskOptions {
  environment: z.infer<ReturnType<typeof serveDeskEnv>>;
  database: DynamoDBDocumentClient;
  /** Starts a scan of a project, and waits for none of it. */
  startScan: (projectId: number) => Promise<void>;
}

/** The desk as its pages have it. */
export interface Desk extends DeskOptions {
  stores: DeskStores;
}

/** Variables of a request's context: the translator always, the rest after the sign-in is known. */
interface DeskVariables {
  language: string;
  translator: DeskTranslator;
  person: DeskPerson;
  access: Access;
  /** When the session ends if it is not used before, in milliseconds since 1970. */
  sessionEndsAt: number;
  /** Address under which the page is found again: its own, or that of the page whose form it answers. */
  pageAddress: () => Promise<string>;
  /** Counts the open cases that the user sees, up to one more than `MOST_OPEN`. */
  openCases: () => Promise<number>;
  /** What the act before the page recorded, and how to take it back; undefined where none did. */
  recorded: Child;
}

export type DeskEnv = { Variables: DeskVariables };
export type DeskContext = Context<DeskEnv>;
