/** Text as the report's file takes it: capitals without accents, and few other characters. */

/** Rule of a field of the report, and its words. */
export interface TextRule {
  /** Every character that the report takes, as a class of a regular expression. */
  characters: RegExp;
  /** As in `other characters than letters and spaces`. */
  allowed: string;
  most: number;
  /** Characters that the first one must be one of, if the rule has any. */
  begins?: RegExp;
  /** Characters that can be left out without changing the meaning. */
  droppable?: RegExp;
}

/** Problem of a value, in words that follow its field's name, and the value that would fit. */
export interface Misfit {
  problem: string;
  wouldBe?: string;
}

/** A field that the report would not take as it is. All but the field's name may be personal data. */
export interface FieldWarning extends Misfit {
  /** As in `address.postalCode`. */
  field: string;
}

/** In capitals and without accents, apart from the tilde of Ñ, which is a letter of its own. */
export function plainCapitals(text: string): string {
  return withoutAccents(text).toUpperCase();
}

function withoutAccents(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[^ñÑ]/gu, (character) => character.normalize("NFD").replace(/\p{M}/gu, ""));
}

/** Way in which a text breaks a rule; undefined if it fits. */
export function misfitOf(text: string, rule: TextRule): Misfit | undefined {
  const problems = problemsOf(text, rule);
  if (problems.length === 0) return undefined;
  const fitting = plainCapitals(text)
    .replace(rule.droppable ?? /(?!)/g, "")
    .trim();
  const fits = fitting !== "" && problemsOf(fitting, rule).length === 0;
  return { problem: problems.join(" and "), ...(fits ? { wouldBe: fitting } : {}) };
}

function problemsOf(text: string, { characters, allowed, most, begins }: TextRule): string[] {
  if (text.trim() === "") return ["empty"];
  const plain = withoutAccents(text);
  const capitals = plain.toUpperCase();
  const others = [...capitals].some((character) => !characters.test(character));
  return [
    ...(plain === text ? [] : ["accents"]),
    ...(/\p{Ll}/u.test(text) ? ["lower case"] : []),
    ...(others ? [`other characters than ${allowed}`] : []),
    ...(others || begins === undefined || begins.test(capitals)
      ? []
      : ["does not begin with a letter or digit"]),
    ...(text.length > most ? [`longer than ${most} characters`] : []),
  ];
}
