import * as z from "zod/mini";
import { isInstant } from "./calendar.ts";

/** The schema of a moment. A function: what is made while modules load is waited for by every cold start. */
export const instant = () => z.string().check(z.refine(isInstant));
