/** The phrases that the project's voice refuses, and where a file has them. */

const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:some|any|no|every)body\b/i, "name the person, the role or the thing"],
  [/\b(?:who|what|where|which)ever\b/i, "name the thing, or write any"],
  [/(?<!\bthere )\b(?:is|are|was|were) none\b/i, "write invalid, unknown, missing or no …"],
  [/\banew\b/i, "write again, or a verb with re-"],
  [
    /\bstand(?:s|ing)? (?:in|on|for|under|beside|behind|above|below|there|here|around|elsewhere)\b/i,
    "write is, has, contains",
  ],
  [/\b(?:as|how) (?:it|they|things|everything) stands?\b/i, "write as stored, or state"],
  [/\b(?:she|hers?|he|him|his)\b/i, "write they, or the role"],
  [
    /(?<!\bthere )\b(?:is|are) no (?:[a-z]+ )?(?:json|address|id|text|number|date|day|time|url|name|key|object|list|body)\b/i,
    "write is not a …, or invalid",
  ],
  [/\bas (?:[a-z]+ )?(?:people|readers|officers|users) lives? (?:it|them)\b/i, "write in local time"],
  [/\b(?:address|key|name|state|time|value)s? of then\b/i, "write the previous …"],
  [/\bwhat is [a-z]+ is\b/i, "name the thing"],
  [/\bwho hears? (?:of|that)\b/i, "write who is told, or who receives"],
  [
    /(?<!\b(?:any|some|no|every)(?:thing|one|where)|\b(?:or|what|who|where)) else(?=[.,;:)]|$)/i,
    "write otherwise",
  ],
  [/\bstands?(?=[.,;:)]|$)/i, "write is, has, contains"],
  [
    /\b(?:the|an?) (?:next|last|other)(?: one)? with(?:out)? (?:it|one|them)\b/i,
    "name what is next, and what it has",
  ],
  [/\btakes? (?:it|them) back\b/i, "name what is reverted"],
  [
    /\b(?:is|are|was|were|be) (?:kept|held) for (?!any|no|some|every)[a-z]+ing\b/i,
    "write an active verb with its subject",
  ],
];

/** First words of a comment that names neither a thing nor an action. */
const OPENING = /^(?:What|How|Where|Who|Whose|When|Whether|Which|That|Those)\b/;

/** A sentence of help or an error with more words is read twice. */
const MOST_WORDS = 32;

/** Drawings' paths and lists of codes are longer, and have no two words of small letters. */
const isLong = (sentence: string) =>
  sentence.trim().split(/\s+/).length > MOST_WORDS && /[a-z]{3} [a-z]{2}/.test(sentence);

interface Phrase {
  /** From 1. */
  line: number;
  phrase: string;
  rule: string;
}

/** Finds the refused phrases of a file's prose. @param file its path, whose ending says what of it is prose */
export function findPhrases(file: string, text: string): Phrase[] {
  return proseOf(file, text).flatMap(({ line, prose, opens, isString = false }) => {
    const plain = prose.replaceAll(/`[^`]*`|"[^"]*"|--\w+|\{@link [^}]*\}|https?:\S+/g, "…");
    const found = RULES.flatMap(([pattern, rule]) => {
      const [phrase] = pattern.exec(plain) ?? [];
      return phrase === undefined ? [] : [{ line, phrase, rule }];
    });
    const [phrase] = (opens && OPENING.exec(plain)) || [];
    const long = isString ? prose.split(/\\n|(?<=[.!?])\s/).filter(isLong) : [];
    return [
      ...found,
      ...(phrase === undefined ? [] : [{ line, phrase, rule: "begin with a noun or a verb" }]),
      ...long.map((sentence) => ({ line, phrase: sentence, rule: `write at most ${MOST_WORDS} words` })),
    ];
  });
}

interface Line {
  line: number;
  prose: string;
  /** True for the first line of a comment. */
  opens: boolean;
  /** True for a string of the code: help, an error or a report of the command. */
  isString?: boolean;
}

function proseOf(file: string, text: string): Line[] {
  const lines = text.split("\n");
  if (file.endsWith(".md")) return proseOfMarkdown(lines);
  const isCatalogue = /i18n\/catalogue\/|alarm-texts/.test(file);
  const isTest = file.endsWith(".test.ts");
  return lines.flatMap((code, at): Line[] => {
    const line = at + 1;
    const comment = /^\s*(?:\{?\/\*\*?|\*(?!\/)|\/\/)\s?(.*?)(?:\*\/\}?)?$/.exec(code);
    const before = lines[at - 1] ?? "";
    if (comment !== null) {
      const opens =
        /^\s*\/\*\*\s*\S/.test(code) ||
        (/^\s*\*/.test(code) && /^\s*\/\*\*\s*$/.test(before)) ||
        (/^\s*\/\//.test(code) && !/^\s*\/\//.test(before));
      return [{ line, prose: comment[1] ?? "", opens }];
    }
    const trailing = /\S\s+\/\/ (.*)$/.exec(code)?.[1];
    if (trailing !== undefined) return [{ line, prose: trailing, opens: false }];
    const english = isCatalogue ? /\ben: ["'](.*)["']/.exec(code)?.[1] : undefined;
    if (english !== undefined) return [{ line, prose: english, opens: false }];
    if (/^(?:lib|infra|functions)\//.test(file) && !isCatalogue) return sentencesIn(code, line);
    const name = isTest
      ? /\b(?:it|test|describe)(?:\.\w+\([^)]*\))?\(\s*["'`](.*?)["'`],/.exec(code)?.[1]
      : undefined;
    return name === undefined ? [] : [{ line, prose: name, opens: false }];
  });
}

/** Strings of a line of code that are sentences: they have three words or more, and people read them. */
function sentencesIn(code: string, line: number): Line[] {
  return [...code.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, quoted = "", template = ""]) => (quoted + template).replaceAll(/\$\{[^}]*\}/g, "…"))
    .filter((text) => /\S \S+ \S/.test(text))
    .map((prose) => ({ line, prose, opens: false, isString: true }));
}

/** Markdown without its blocks of code. */
function proseOfMarkdown(lines: readonly string[]): Line[] {
  let isCode = false;
  return lines.flatMap((prose, at) => {
    if (/^\s*```/.test(prose)) {
      isCode = !isCode;
      return [];
    }
    return isCode ? [] : [{ line: at + 1, prose, opens: false }];
  });
}
