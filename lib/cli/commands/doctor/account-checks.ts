/** What the account allows, which all that runs in it shares. */

import { GetAccountSettingsCommand } from "@aws-sdk/client-lambda";
import { lambda } from "../../core/aws.ts";
import { commandErrorFor } from "../../core/failure.ts";
import { type Check, type CheckContext, type CheckResult, ok, warning } from "./checks.ts";

export const accountChecks: readonly Check[] = [{ about: "concurrent executions", run: executions }];

/** A new account has ten; with fewer than this a burst of calls takes them all. */
const FEW = 100;

async function executions({ target }: CheckContext): Promise<CheckResult[]> {
  const about = "concurrent executions";
  if (target.stage === undefined) return [];
  let limit: number | undefined;
  try {
    const { AccountLimit } = await lambda(target).send(new GetAccountSettingsCommand({}));
    limit = AccountLimit?.ConcurrentExecutions;
  } catch (error) {
    // What the account allows is no fault of the stack, and not everybody may read it.
    const { message } = commandErrorFor(error, target.name);
    return [warning(about, "of the account could not be read", message)];
  }
  if (limit === undefined) return [warning(about, "of the account are not known", "see Service Quotas")];
  const text = `${limit.toLocaleString("en-US")} for all functions of the account`;
  if (limit >= FEW) return [ok(about, text)];
  return [
    warning(
      about,
      `${text}: a burst of calls takes them all, and webhooks wait`,
      "ask for 1,000 in the console (Service Quotas, Lambda, Concurrent executions), then set inbound.reservedConcurrency to 2",
    ),
  ];
}
