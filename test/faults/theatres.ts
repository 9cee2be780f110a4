/** Every stack on which something is played, by name. */

import { openDoors, openQueue } from "./intake-theatre.ts";
import { openScans } from "./scan-theatre.ts";

export const THEATRES = { doors: openDoors, queue: openQueue, scans: openScans } as const;

export type TheatreName = keyof typeof THEATRES;

export const THEATRE_NAMES: readonly TheatreName[] = ["doors", "queue", "scans"];
