/** The vigia commands that an alert names, ready to be run for the stage that sent it. */

/** The stage of the stack that runs on one's own machine, where no `--stage` is needed. */
const LOCAL_STAGE = "local";

/** `vigia notifications show 1#42 --stage dev`, quoted for a shell. */
export function vigia(stage: string, ...words: string[]): string {
  const target = stage === LOCAL_STAGE ? [] : ["--stage", stage];
  return ["vigia", ...words, ...target].map(shellWord).join(" ");
}

/** The command that shows an alert as it was sent, and everything that it speaks of. */
export function showAlert(stage: string, alertId: string): string {
  return vigia(stage, "alerts", "show", alertId);
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-][\w@%+=:,./#-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
