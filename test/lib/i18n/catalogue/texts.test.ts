/** Texts that the compiler refuses: `npm run check` fails if one of the types below begins to fit. */

import { describe, expect, expectTypeOf, it } from "vitest";
import { type Text, texts } from "../../../../lib/i18n/catalogue/texts.ts";
import { textTranslator } from "../../../../lib/i18n/translator.ts";

/** Texts that {@link texts} takes for an input of this type. */
type Taken<Given extends Record<string, Text>> = Parameters<typeof texts<Given>>[0];

type Whole = { of: { en: "{$count} of project {$project}"; es: "{$count} del proyecto {$project}" } };
type Lost = { of: { en: "{$count} of project {$project}"; es: "{$count} del proyecto" } };
type Misspelt = { of: { en: ".input {$count :integer}\n{{{$count} laws}}"; es: "{$cuenta} leyes" } };

describe("the compiler", () => {
  it("refuses a text that lacks a language", () => {
    expectTypeOf<{ en: string; es: string }>().toExtend<Text>();
    expectTypeOf<{ en: string }>().not.toExtend<Text>();
    expectTypeOf<{ es: string }>().not.toExtend<Text>();
  });

  it("refuses a text with other placeholders in one language than in the other", () => {
    expectTypeOf<Whole>().toExtend<Taken<Whole>>();
    expectTypeOf<Lost>().not.toExtend<Taken<Lost>>();
    expectTypeOf<Misspelt>().not.toExtend<Taken<Misspelt>>();
  });

  it("refuses a text that is said without its values, which throws too", () => {
    const { hours } = texts({ hours: { en: "{$hours} h", es: "{$hours} horas" } });
    const inSpanish = textTranslator("es");

    expectTypeOf<[typeof hours]>().not.toExtend<Parameters<typeof inSpanish<typeof hours>>>();

    // Called past the compiler, as code without types would.
    expect(() => Reflect.apply(inSpanish, undefined, [hours])).toThrow("hours");
    expect(inSpanish(hours, { hours: 2 })).toBe("2 horas");
  });
});
