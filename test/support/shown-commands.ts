/** Commands of a document, and the output that it shows of each. */

export interface ShownCommand {
  command: string;
  /** What it asks for; the answer is a secret, and shows as stars. */
  questions: string[];
  /** As a terminal shows it, without the prompts; a line `…` replaces any number of lines. */
  output: string;
}

/** The commands whose output follows them. */
export function shownCommands(page: string): ShownCommand[] {
  return [...page.matchAll(/```sh\n(.+)\n```\n\n```(?:text|json)\n([\s\S]*?)```/g)].map(
    ([, command = "", output = ""]) => ({
      command: command.replace(/^npx /, ""),
      questions: [...output.matchAll(/^✔ (.*) \S+$/gm)].map(([, question = ""]) => question),
      output: output.replaceAll(/^✔ .*\n/gm, ""),
    }),
  );
}

/** An output without what differs from run to run: times, ids, the address of the API, and columns as wide as the names in them. */
export function lasting(output: string): string {
  return output
    .replaceAll(
      /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{3}Z(?:-[0-9a-f]{6}|(?:-1-[0-9a-f]{8})?))?/g,
      "<time>",
    )
    .replaceAll(/1#\d+/g, "1#<id>")
    .replaceAll(/https?:\/\/(?:\w+\.execute-api\.[^/\s]+|127\.0\.0\.1:\d+)/g, "<api>")
    .replaceAll(/ {2,}/g, "  ")
    .trim();
}

/**
 * Compares what a command prints with what a page shows of it.
 * @returns undefined where the page is right, else what the command printed where the page shows something else
 */
export function differsFrom(shown: string, printed: string): string | undefined {
  const parts = lasting(shown).split(/^…$/m);
  let rest = lasting(printed);
  for (const [index, part] of parts.entries()) {
    const at = index === 0 ? 0 : index === parts.length - 1 ? rest.length - part.length : rest.indexOf(part);
    if (at < 0 || !rest.startsWith(part, at)) return rest;
    rest = rest.slice(at + part.length);
  }
  return rest === "" ? undefined : rest;
}
