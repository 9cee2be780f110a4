/** Messages about the test project. */

import { expect, it } from "vitest";
import { type AlertMessage, testOrReal } from "../../../../lib/alerts/messages/message.ts";
import { ENGLISH, SPANISH } from "../../../support/translators.ts";

const MESSAGE: AlertMessage = {
  subject: "A subject",
  email: "An e-mail.",
  slack: { title: "A title", description: "A description", nextSteps: ["A step"], threadId: "0#42" },
  event: { stage: "dev", subjectCount: 0, subjects: () => [] },
  attributes: { kind: "notification", risk: "illegal", projectId: 0 },
};

it.each([
  ["English", ENGLISH, "This is a test of Vigía: nothing happened, and there is nothing to do."],
  ["Spanish", SPANISH, "Esta es una prueba de Vigía: no ocurrió nada y no hay nada que hacer."],
])("begin with [TEST] in %s, and say that nothing happened", (_, translator, nothing) => {
  expect(testOrReal(MESSAGE, translator)).toEqual({
    ...MESSAGE,
    subject: "[TEST] A subject",
    email: `[TEST] ${nothing}\n\nAn e-mail.`,
    slack: { ...MESSAGE.slack, title: "[TEST] A title", description: `${nothing}\nA description` },
  });
});

it("leave one about another project as it is", () => {
  const real = { ...MESSAGE, attributes: { ...MESSAGE.attributes, projectId: 10 } };
  expect(testOrReal(real, ENGLISH)).toBe(real);
});
