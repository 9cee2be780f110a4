/** Every command of `vigia` with what may be given to it, read from its definition. */

import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { StoredTexts } from "./stored.ts";

/**
 * A value with which an argument or an option does something, by its name; that of one command begins with the command.
 * Braces mark the place of a stored text.
 */
const VALUES: Readonly<Record<string, string>> = {
  address: "{wallet}",
  body: "body.json",
  chain: "1",
  currency: "MXN",
  file: "users.jsonl",
  id: "{userId}",
  key: "{key}",
  keys: "{key}",
  link: "https://sns.us-east-1.amazonaws.com/?TopicArn={argument}&Token=1",
  method: "POST",
  on: "2026-02-20",
  out: "given",
  path: "/users/{argument}",
  project: "1",
  rate: "18.20",
  request: "capture.txt",
  service: "https://{argument}.example/v1",
  since: "30d",
  "wallets import file": "wallets.jsonl",
};

/** Given wherever a command has them: without a project several commands ask for one, and files are written again. */
const ALWAYS = ["project", "force"];

/**
 * Options and values that are never given: nothing works on a run while a command waits for it, no service sends what a
 * test waits for, and later cases scan with the API key.
 */
const LEFT_OUT = ["wait", "send", "api-key"];

/** Lines that no single command's definition tells. */
const OTHERS = [
  ["notifications", "show", "last"],
  ["users", "import", "users.csv"],
  ["wallets", "import", "wallets.csv"],
  ["doctor", "--stage={argument}"],
  ["{argument}"],
];

/** A command line, and what it reads. */
export interface CommandLine {
  args: string[];
  stdin: string | undefined;
}

/** An argument or an option of a command. */
interface Place {
  name: string;
  isOption: boolean;
  isNeeded: boolean;
  /** The first one does something, and the last one is hostile. */
  values: readonly string[];
}

/** Every command with what it needs, and again with each value of each of its places. */
function linesOf(command: CommandUnknownOpts, path: readonly string[]): string[][] {
  if (command.commands.length > 0)
    return command.commands.flatMap((inner) => linesOf(inner, [...path, inner.name()]));
  const valuesOf = (name: string, choices: readonly string[] = []) => {
    const usual = VALUES[`${path.join(" ")} ${name}`] ?? VALUES[name] ?? [];
    return choices.concat(usual, "{argument}").filter((value) => !LEFT_OUT.includes(value));
  };
  const places: Place[] = [
    ...command.options.map((option) => ({
      name: option.name(),
      isOption: true,
      isNeeded: option.mandatory || ALWAYS.includes(option.name()),
      values: option.isBoolean() ? [""] : valuesOf(option.name(), option.argChoices),
    })),
    ...command.registeredArguments.map((argument) => ({
      name: argument.name(),
      isOption: false,
      isNeeded: argument.required,
      values: valuesOf(argument.name(), argument.argChoices),
    })),
  ].filter(({ name }) => !LEFT_OUT.includes(name));
  const lineWith = (changed?: Place, value = "") => {
    const given = places
      .filter((place) => place.isNeeded || place === changed)
      .map((place) => ({ ...place, value: place === changed ? value : (place.values[0] ?? "") }));
    const options = given.filter(({ isOption }) => isOption);
    const rest = given.filter(({ isOption }) => !isOption).map((argument) => argument.value);
    const optionWords = options.map(
      (option) => `--${option.name}${option.value === "" ? "" : `=${option.value}`}`,
    );
    return [...path, ...optionWords, ...(rest.length === 0 ? [] : ["--", ...rest])];
  };
  return [lineWith(), ...places.flatMap((place) => place.values.map((value) => lineWith(place, value)))];
}

/** All of them, those with a key once for each of `keys`. */
export function commandLines(
  program: CommandUnknownOpts,
  texts: StoredTexts & { wallet: string },
  keys: readonly string[],
): CommandLine[] {
  return [...linesOf(program, []), ...OTHERS].flatMap((line) =>
    (line.includes("{key}") ? keys : [""]).map((key) => {
      const values: Record<string, string> = { ...texts, key };
      const filled = line.map((part) => part.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? ""));
      // An argument of a process ends at a NUL.
      const args = filled.map((part) => part.replaceAll("\0", ""));
      return { args, stdin: args[0] === "secrets" ? texts.argument : undefined };
    }),
  );
}

/** The files that commands are given. */
export function filesOf({ argument }: StoredTexts): Record<string, string> {
  const quoted = JSON.stringify(argument);
  const cell = `"${argument.replaceAll('"', '""')}"`;
  return {
    "body.json": `{"type":${quoted},"data":{${quoted}:1}`,
    "capture.txt": `POST /webhook${argument} HTTP/1.1\r\nX-Wavynode-Hmac: ${argument}\r\nX-Wavynode-Timestamp: 1\r\n\r\n{${quoted}:1}`,
    "users.jsonl": `{"userId":${quoted},"givenName":${quoted},${quoted}:1}\n${argument}\n`,
    "users.csv": `userId,givenName,${cell}\n${cell},${cell},1\nu,${cell}\n`,
    "wallets.jsonl": `{"projectId":1,"chainId":${quoted},"address":${quoted}}\n{"projectId":${quoted}}\n${argument}\n`,
    "wallets.csv": `projectId,chainId,address,userId\n1,1,${cell},${cell}\n${cell},1,x,\n`,
  };
}
