/** What a deployment costs, from what was measured, the template, and AWS's list prices. */

import type { Figure } from "../figure.ts";
import { idleCost } from "./cost-idle.ts";
import { scanCosts } from "./cost-scans.ts";
import { webhookCosts } from "./cost-webhooks.ts";

export async function measureCost(): Promise<Figure[]> {
  return [...(await webhookCosts()), ...(await scanCosts()), ...(await idleCost())];
}
