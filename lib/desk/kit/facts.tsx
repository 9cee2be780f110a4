/** Small parts of pages: a risk, a moment, an amount, a chain's name, a list of facts. */

import type { Child } from "hono/jsx";
import { FILING_KINDS, MONTH_FILING_KINDS, OUTCOMES } from "../../cases/step.ts";
import { BANDS, FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { NOTIFICATION_KINDS } from "../../i18n/catalogue/desk/notifications.ts";
import { CASE_OUTCOMES, FILINGS } from "../../i18n/catalogue/desk/steps.ts";
import { tokenUnits, usd } from "../../i18n/text/amounts.ts";
import { momentOf } from "../../i18n/time/calendar.ts";
import type { ListedNotification } from "../../intake/notifications/notification-schema.ts";
import { listsFirst } from "../../law/sanctions-lists.ts";
import { bandOf } from "../../screening/score.ts";
import { Icon } from "../frame/icon.tsx";
import type { FormFields } from "../frame/parameters.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { shortId } from "./links.ts";

/** Risks in a word. */
export const RISKS = { none: FACTS.noLaw, warn: FACTS.warn, illegal: FACTS.illegal } as const;

/** A risk in a word; its colour only repeats it. */
export function Risk({ of: risk }: { of: "none" | "warn" | "illegal" }) {
  return <Mark as={risk} text={say(RISKS[risk])} />;
}

/** The same of a record: of an error or an unreadable message no risk is known, so that it says what came. */
export function RiskOfRecord({ of: { kind, risk } }: { of: Pick<ListedNotification, "kind" | "risk"> }) {
  return kind === "notification" ? (
    <Risk of={risk} />
  ) : (
    <Mark as="none" text={say(NOTIFICATION_KINDS[kind])} />
  );
}

interface ScoreProps {
  score: number | undefined;
  /** For rows whose column says what it is: the word is for those alone who do not see the shape. */
  isTerse?: boolean;
}

/** A score with its band in a word, and with a shape and a colour that repeat it. */
export function Score({ score, isTerse = false }: ScoreProps) {
  const band = bandOf(score);
  if (band === "unknown") return <span class="muted">{say(FACTS.unknown)}</span>;
  return (
    <span class={`score ${band}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        <path d={BAND_SHAPES[band]} />
      </svg>
      <b>{score}</b> <small class={isTerse ? "unseen" : undefined}>{say(BANDS[band])}</small>
    </span>
  );
}

/** A triangle, a diamond and a disc. */
const BAND_SHAPES = {
  investigate: "M5 1 9.5 9h-9z",
  watch: "M5 .5 9.5 5 5 9.5.5 5z",
  minimal: "M1 5a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
};

const MARK_ICONS = { none: "circleDashed", warn: "triangleAlert", illegal: "octagonAlert" } as const;

/** A word with a shape and a colour that repeat it. */
export function Mark({ as: kind, text }: { as: "none" | "warn" | "illegal"; text: string }) {
  return (
    <span class={`risk ${kind}`}>
      <Icon name={MARK_ICONS[kind]} /> {text}
    </span>
  );
}

const BADGE_ICONS = {
  good: "circleCheck",
  soon: "triangleAlert",
  late: "octagonAlert",
  shut: "radar",
} as const;

/** A state in a word, with a shape and a colour that repeat it. */
export function Badge({ as: kind, text }: { as: keyof typeof BADGE_ICONS; text: string }) {
  return (
    <span class={`badge ${kind}`}>
      <Icon name={BADGE_ICONS[kind]} /> {text}
    </span>
  );
}

/** A moment in the reader's time zone, with UTC as its title; unchanged if it names no zone. */
export function Moment({ at }: { at: string }) {
  const words = useTranslator().time(at);
  if (words === undefined) return <span>{at}</span>;
  const iso = new Date(momentOf(at)).toISOString();
  const [, day, clock = words] = CLOCK.exec(words) ?? [];
  return (
    <time datetime={iso} title={`${iso.slice(0, 19).replace("T", " ")} UTC`}>
      {day}
      <span class="whole">{clock}</span>
    </time>
  );
}

/** A clock's time and its zone, which browsers would part at the sign of `UTC-6`. */
const CLOCK = /^(.* )(\d\d:\d\d:\d\d .*)$/;

/** The same in a list: to the minute, with everything else in its title. */
export function When({ at }: { at: string }) {
  const { short, moment } = useTranslator();
  const words = short(at);
  if (words === undefined) return <span>{at}</span>;
  return (
    <time datetime={new Date(momentOf(at)).toISOString()} title={moment(at)}>
      {words}
    </time>
  );
}

/** The day of a moment, with everything else in its title. */
export function Day({ at }: { at: string }) {
  const { shortDay, moment } = useTranslator();
  const words = shortDay(at);
  if (words === undefined) return <span>{at}</span>;
  return (
    <time datetime={new Date(momentOf(at)).toISOString()} title={moment(at)}>
      {words}
    </time>
  );
}

/** Words that were sent or recorded as they are, which are in English. */
export function Quoted({ words }: { words: string }) {
  return (
    <q lang="en" dir="auto">
      {words}
    </q>
  );
}

interface AmountProps {
  amount?: { value: string; usd?: string | undefined } | undefined;
  token?: { symbol: string; decimals: number } | undefined;
}

/** An amount, exactly as it is stored. */
export function Amount({ amount, token }: AmountProps) {
  if (amount === undefined || token === undefined) return <span>{say(FACTS.unknown)}</span>;
  const inUsd = amount.usd === undefined ? "" : say(FACTS.inUsd, { usd: usd(amount.usd) });
  return (
    <span class="amount">
      <bdi>{`${tokenUnits(amount.value, token.decimals)} ${token.symbol}`}</bdi>{" "}
      <span class="usd">{inUsd}</span>
    </span>
  );
}

/** Laws that a row of facts names. */
const MOST_LAWS = 10;

interface LawsProps {
  laws: readonly { name: string; countryCode: string }[];
  /** Number of all laws, if more than these. */
  count: number | undefined;
}

/** Laws by name and country code, of many the first. */
export function Laws({ laws: all, count = all.length }: LawsProps) {
  const laws = listsFirst(all).slice(0, MOST_LAWS);
  const more = count - laws.length;
  if (laws.length === 0) return <span>{say(FACTS.none)}</span>;
  return (
    <span>
      {laws.map(({ name, countryCode }, index) => (
        <>
          {index === 0 ? "" : ", "}
          <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
        </>
      ))}
      {more > 0 ? say(FACTS.andMore, { count: more }) : ""}
    </span>
  );
}

interface FactsProps {
  /** Names with values. None is a boolean, which would be a row without a value. */
  facts: readonly (readonly [name: string, value: Exclude<Child, boolean>])[];
  /** Two beside each other, where there is room. */
  isPaired?: boolean;
}

/** Facts by name; those that are not known are left out. */
export function Facts({ facts, isPaired = false }: FactsProps) {
  return (
    <dl class={isPaired ? "facts paired" : "facts"}>
      {facts.map(([name, value]) =>
        value === undefined || value === "" ? undefined : (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** A link to another site, where it is one that a browser may follow: no script, no data. */
export function Outside({
  href,
  class: kind,
  children,
}: {
  href: string | undefined;
  class?: string;
  children: Child;
}) {
  const { protocol } = URL.parse(href ?? "") ?? { protocol: "" };
  if (protocol !== "https:" && protocol !== "http:") return <span>{children}</span>;
  return (
    <a href={href ?? ""} rel="noreferrer noopener" class={kind === undefined ? undefined : kind}>
      {children}
    </a>
  );
}

/** An address in a list: short, with the whole one as its title, and to be copied. */
export function ShortId({
  of: id,
  href,
  isOpen = false,
  children,
}: {
  of: string;
  href?: string | undefined;
  /** True where the whole row is the target of its link. */
  isOpen?: boolean;
  children?: Child;
}) {
  const shown = (
    <bdi class="id" title={id}>
      {shortId(id)}
    </bdi>
  );
  return (
    <span class="whole">
      {href === undefined ? (
        shown
      ) : (
        <a href={href} class={isOpen ? "open" : undefined}>
          {shown}
        </a>
      )}{" "}
      {children} <Copy text={id} />
    </span>
  );
}

/** A button that copies a text; hidden without script. */
export function Copy({ text }: { text: string }) {
  return (
    <button
      type="button"
      class="quiet tiny"
      hidden
      data-copy={text}
      data-copied={say(FACTS.copied)}
      aria-label={say(FACTS.copyOf, { text: shortId(text) })}
    >
      <Icon name="copy" />
    </button>
  );
}

interface TableProps {
  caption: string;
  children: Child;
}

/** A table that scrolls where it is wider than the page, by keyboard too. */
export function Table({ caption, children }: TableProps) {
  return (
    <section class="wide" tabindex={0} aria-label={caption}>
      <table>
        <caption>
          <span>{caption}</span>
        </caption>
        {children}
      </table>
    </section>
  );
}

/** The text of all that an officer typed into a form of a case or month, a line for each part. */
function writtenIn(fields: FormFields): string {
  const { outcome, filing, reference, receivedOn, receivedTime, knownSince, note } = fields;
  const chosen = OUTCOMES.find((wanted) => wanted === outcome);
  const kind = [...FILING_KINDS, ...MONTH_FILING_KINDS].find((wanted) => wanted === filing);
  const receipt = [reference, receivedOn, receivedTime].filter(Boolean).join(" ");
  // Every decision is sent with a kind, which says nothing without a receipt.
  const filed = receipt === "" || kind === undefined ? receipt : `${say(FILINGS[kind])} ${receipt}`;
  return [chosen && say(CASE_OUTCOMES[chosen]), filed, knownSince, note].filter(Boolean).join("\n");
}

/**
 * Text from a form that is not shown any more: to be copied, so that it need not be written again.
 * @param isKept true where the script adds what was typed and has no field any more
 */
export function WrittenNote({ of: fields, isKept = false }: { of: FormFields; isKept?: boolean }) {
  const note = writtenIn(fields);
  const isEmpty = note.trim() === "";
  if (isEmpty && !isKept) return undefined;
  return (
    <label hidden={isEmpty} data-kept={isKept ? true : undefined}>
      {say(FRAME.yourNote)}
      <textarea rows={8} readonly dir="auto">
        {note}
      </textarea>
    </label>
  );
}
