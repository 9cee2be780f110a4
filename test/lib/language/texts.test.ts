/** What the compiler refuses: `npm run check` fails where one of the lines below begins to compile. */

import { describe, expect, it } from "vitest";
import { textSpeaker } from "../../../lib/language/formatting.ts";
import { type Text, texts } from "../../../lib/language/texts.ts";
import { ENGLISH, SPANISH } from "../../support/speakers.ts";

describe("the compiler", () => {
  it("refuses a text that lacks a language", () => {
    // @ts-expect-error: Spanish is missing.
    const english = texts({ look: { en: "Look closer" } });
    // @ts-expect-error: English is missing.
    const spanish: Text = { es: "Para ver el detalle" };
    expect([Object.keys(english), Object.keys(spanish)]).toEqual([["look"], ["es"]]);
  });

  it("refuses a text with other placeholders in one language than in the other", () => {
    const lost = texts({
      // @ts-expect-error: the project is not said in Spanish.
      of: { en: "{$count} of project {$project}", es: "{$count} del proyecto" },
    });
    const misspelt = texts({
      // @ts-expect-error: a placeholder of another name.
      of: { en: ".input {$count :integer}\n{{{$count} laws}}", es: "{$cuenta} leyes" },
    });
    expect([Object.keys(lost), Object.keys(misspelt)]).toEqual([["of"], ["of"]]);
  });

  it("refuses a text that is not there, or is said without its values, which throws too", () => {
    // @ts-expect-error: no text has this key.
    expect(() => ENGLISH.say("common.nothing")).toThrow("common.nothing");
    // @ts-expect-error: the count is missing.
    expect(() => SPANISH.say("common.more", {})).toThrow("count");
    const { hours } = texts({ hours: { en: "{$hours} h", es: "{$hours} horas" } });
    // @ts-expect-error: the hours are missing.
    expect(() => textSpeaker("es")(hours)).toThrow("hours");
    expect(textSpeaker("es")(hours, { hours: 2 })).toBe("2 horas");
  });
});
