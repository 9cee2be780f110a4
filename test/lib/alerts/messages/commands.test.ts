import { expect, it } from "vitest";
import { vigia } from "../../../../lib/alerts/messages/closing.ts";

it.each([
  ["dev", ["notifications", "show", "1#42"], "vigia notifications show 1#42 --stage dev"],
  ["local", ["scan", "status"], "vigia scan status"],
  ["dev", ["wallets", "show", "a b"], "vigia wallets show 'a b' --stage dev"],
  ["dev", ["wallets", "show", "it's"], String.raw`vigia wallets show 'it'\''s' --stage dev`],
  ["dev", ["wallets", "show", "$(id)"], "vigia wallets show '$(id)' --stage dev"],
  ["dev", ["wallets", "show", "a;id"], "vigia wallets show 'a;id' --stage dev"],
  ["dev", ["wallets", "show", "#1"], "vigia wallets show '#1' --stage dev"],
  ["dev", ["wallets", "show", "*"], "vigia wallets show '*' --stage dev"],
  ["dev", ["wallets", "show", "a`id`"], String.raw`vigia wallets show $'a\x60id\x60' --stage dev`],
  [
    "dev",
    ["wallets", "show", "'\u3164\n"],
    String.raw`vigia wallets show $'\x27\xe3\x85\xa4\x0a' --stage dev`,
  ],
  ["dev", ["wallets", "show", ""], "vigia wallets show '' --stage dev"],
])("a command for stage %s of %j is %s, and a shell sees nothing else in it", (stage, words, line) => {
  expect(vigia(stage, ...words)).toBe(line);
});
