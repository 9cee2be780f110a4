/** What every page of the desk has at hand. */

import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { Context } from "hono";
import type * as z from "zod/mini";
import type { serveDeskEnv } from "../settings/env.ts";
import type { Access } from "./sign-in/access.ts";
import type { DeskPerson } from "./sign-in/desk-sessions.ts";
import type { DeskTranslator } from "./translator.ts";

/** What the desk is made with. */
export interface DeskOptions {
  environment: z.infer<ReturnType<typeof serveDeskEnv>>;
  database: DynamoDBDocumentClient;
  /** Starts a scan of a project, and waits for none of it. */
  startScan: (projectId: number) => Promise<void>;
}

/** What stands in a request's context: the translator always, the rest once somebody is known to be signed in. */
export interface DeskVariables {
  language: string;
  translator: DeskTranslator;
  person: DeskPerson;
  access: Access;
}

export type DeskEnv = { Variables: DeskVariables };
export type DeskContext = Context<DeskEnv>;
