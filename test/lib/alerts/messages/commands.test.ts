import { expect, it } from "vitest";
import { vigia } from "../../../../lib/i18n/text/own-command.ts";

it.each([
  ["dev", ["notifications", "show", "1#42"], "vigia notifications show 1#42 --stage dev"],
  ["local", ["scan", "status"], "vigia scan status"],
  ["dev", ["wallets", "status", "a b"], "vigia wallets status 'a b' --stage dev"],
  ["dev", ["wallets", "status", "it's"], String.raw`vigia wallets status 'it'\''s' --stage dev`],
  ["dev", ["wallets", "status", "$(id)"], "vigia wallets status '$(id)' --stage dev"],
  ["dev", ["wallets", "status", "a;id"], "vigia wallets status 'a;id' --stage dev"],
  ["dev", ["wallets", "status", "#1"], "vigia wallets status '#1' --stage dev"],
  ["dev", ["wallets", "status", "*"], "vigia wallets status '*' --stage dev"],
  ["dev", ["wallets", "status", "a`id`"], String.raw`vigia wallets status $'a\x60id\x60' --stage dev`],
  [
    "dev",
    ["wallets", "status", "'\u3164\n"],
    String.raw`vigia wallets status $'\x27\xe3\x85\xa4\x0a' --stage dev`,
  ],
  ["dev", ["wallets", "status", ""], "vigia wallets status '' --stage dev"],
])("a command for stage %s of %j is %s, and a shell sees nothing else in it", (stage, words, line) => {
  expect(vigia(stage, ...words)).toBe(line);
});
