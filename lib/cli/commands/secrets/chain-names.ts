/** With an API key the service names its chains: they are asked for at once, so that the first alert shows names and links. */

import { countOf } from "../../../text/count-of.ts";
import type { CommandContext } from "../../core/command-context.ts";
import { commandErrorFor } from "../../core/failure.ts";
import type { Target } from "../../core/target.ts";
import { printLine, printSentence } from "../../output/print.ts";
import { fetchChains } from "../scan/scan-start.ts";

/** Has the chains fetched with a key that is set now. The key stays where that fails: the next scan asks again. */
export async function learnChains(context: CommandContext, target: Target, project: number): Promise<void> {
  const outcome = await fetchChains(target, project).catch((error: unknown) =>
    commandErrorFor(error, target.stage === undefined ? undefined : target.name),
  );
  if (typeof outcome === "number")
    return printLine(
      context.stdout,
      `The service named ${countOf(outcome, "chain")}: alerts show names and links.`,
    );
  const why =
    outcome === undefined
      ? "the service did not give them for this key; the log of start-scan says why."
      : outcome.message;
  await printSentence(
    context.stderr,
    `The names of chains could not be fetched, so alerts show numbers of chains until the next scan: ${why}`,
    "yellow",
  );
}
