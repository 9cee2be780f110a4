/** Messages about the test project. */

import { expect, it } from "vitest";
import { type AlertMessage, testOrReal } from "../../../../lib/alerts/messages/message.ts";
import { shown } from "../../../support/shown-message.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const MESSAGE: AlertMessage = {
  translator: ENGLISH,
  subject: "A subject",
  headline: "A headline",
  threadId: "0#42",
  blocks: [{ kind: "lines", lines: ["A line"] }],
  event: { stage: "dev", subjectCount: 0, subjects: () => [] },
  attributes: { kind: "notification", risk: "illegal", projectId: 0 },
};

it.each([
  ["English", ENGLISH, "This is a test of Vigía: nothing happened, and there is nothing to do."],
  ["Spanish", SPANISH, "Esta es una prueba de Vigía: no ocurrió nada y no hay nada que hacer."],
])("begin with [TEST] in %s, and say that nothing happened", (_, translator, nothing) => {
  expect(shown(testOrReal({ ...MESSAGE, translator }))).toMatchObject({
    subject: "[TEST] A subject",
    email: `[TEST] A headline\n\n${nothing}\n\nA line\n`,
    slack: { title: "[TEST] A headline", description: `${nothing}\nA line` },
    event: { summary: "[TEST] A subject" },
  });
});

it("leave one about another project as it is", () => {
  const real = { ...MESSAGE, attributes: { ...MESSAGE.attributes, projectId: 10 } };
  expect(testOrReal(real)).toBe(real);
});
