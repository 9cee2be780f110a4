/** Cells of a row: the number of a case, its subject, its user and its amount. */

import { userLink } from "../../alerts/messages/desk-links.ts";
import type { ListedCase } from "../../cases/case.ts";
import { isUnflagged, kindWords } from "../../cases/evidence/step-words.ts";
import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { INBOX } from "../../i18n/catalogue/desk/inbox.ts";
import { EXCEEDANCES } from "../../i18n/catalogue/desk/steps.ts";
import { cutDecimals, tokenUnits, usd } from "../../i18n/text/amounts.ts";
import type { Operation } from "../../law/rates/local-amount.ts";
import { say, useTranslator } from "../frame/translator.ts";
import { LawBadge } from "./due-badge.tsx";
import { type ListNumber, numberOf, shortNumber, useCaseLink } from "./links.ts";
import type { LocalColumn } from "./row-facts.ts";

/** ISO 4217, the same in every language. */
export const USD = "USD";
export const MXN = "MXN";

/** Mexico's unit of measure, beside amounts in its currency, by the name that it has in every language. */
export const UMA = "UMA";

interface CaseNumberProps {
  of: ListedCase;
  /** As its list shows it; cut in the middle where it has none. */
  shown?: ListNumber;
}

/** Number of a case, with the link that opens its row; by default the case leads back to this page. */
export function CaseNumber({ of: listedCase, shown, href }: CaseNumberProps & { href?: string }) {
  const caseLink = useCaseLink();
  return (
    <a class="open" href={href ?? caseLink(listedCase)}>
      <ShortNumber of={listedCase} {...(shown && { shown })} />
    </a>
  );
}

/** The number of a case, with the whole one as its title where it is cut, and the network where the list needs it. */
export function ShortNumber({ of: listedCase, shown }: CaseNumberProps) {
  const number = numberOf(listedCase);
  const { number: short, network } = shown ?? { number: shortNumber(number) };
  return (
    <>
      {short.length >= number.length ? (
        <bdi>{short}</bdi>
      ) : (
        <bdi class="cut" title={number}>
          {short}
        </bdi>
      )}
      {network === undefined ? undefined : (
        <>
          {" "}
          <small>{network}</small>
        </>
      )}
    </>
  );
}

/** Laws or the score; what came, unless it is a flagged transaction; and the amount in its token, cut where it is long. */
export function About({ of: listedCase, isTerse = false }: { of: ListedCase; isTerse?: boolean }) {
  const { kind, laws = [], lawCount } = listedCase;
  const parts = [
    kind === "wallet" ? (
      <Score of={listedCase} />
    ) : kind === "notification" && !isUnflagged(listedCase) ? undefined : (
      <span>{kindWords(listedCase, say)}</span>
    ),
    isTerse ? undefined : <Units of={listedCase} />,
  ].filter((part) => part !== undefined);
  return (
    <span class="about muted">
      <LawBadge laws={laws} count={lawCount} />
      {parts}
    </span>
  );
}

/** Decimals of a token's amount in a row. */
const MOST_DECIMALS = 4;

/** An amount in its token, cut where it is long; the title has all of it. */
export function Units({ of: { amount, token } }: { of: Pick<ListedCase, "amount" | "token"> }) {
  if (amount === undefined || token === undefined) return undefined;
  const units = tokenUnits(amount.value, token.decimals);
  return (
    <bdi class="exact" title={`${units} ${token.symbol}`}>
      {`${cutDecimals(units, MOST_DECIMALS)} ${token.symbol}`}
    </bdi>
  );
}

function Score({ of: { score, previousScore } }: { of: ListedCase }) {
  const now = score === undefined ? say(FACTS.unknown) : String(score);
  return (
    <span>
      {previousScore === undefined || previousScore === score
        ? say(INBOX.firstScore, { score: now })
        : say(INBOX.score, { score: now, previous: String(previousScore) })}
      {/* A score that did not rise exceeded nothing new. */}
      {(score ?? 0) > (previousScore ?? -1) ? "" : `: ${say(EXCEEDANCES.suspicious)}`}
    </span>
  );
}

/** User of a case, which leads to all of theirs. */
export function UserCell({ of: { userId } }: { of: ListedCase }) {
  return userId === undefined ? <span class="muted">{say(FACTS.unknown)}</span> : <UserLink of={userId} />;
}

export function UserLink({ of: userId }: { of: string }) {
  return (
    <a href={userLink(userId)}>
      <bdi>{userId}</bdi>
    </a>
  );
}

/** Several, in one line. */
export function UserLinks({ users }: { users: readonly string[] }) {
  return users.map((user, index) => (
    <>
      {index === 0 ? "" : ", "}
      <UserLink of={user} />
    </>
  ));
}

interface LocalProps {
  of: Operation;
  column: LocalColumn;
}

/** The value of dollars in the currency of the column, where there is a rate. */
export function Local({ of: operation, column }: LocalProps) {
  const { decimal } = useTranslator();
  const local = column.amountOf(operation);
  return local && <span>{decimal(local.amount)}</span>;
}

export function InUma({ of: operation, column }: LocalProps) {
  const { decimal } = useTranslator();
  const uma = column.amountOf(operation)?.uma;
  return uma && <span>{decimal(uma.multiple)}</span>;
}

/** `USD 1,234.50`, cut to cents. @param digits a decimal number's text */
export function usdInShort(digits: string): string {
  return `${USD} ${cutDecimals(usd(digits), 2)}`;
}

/** Dollars, cut to cents; the title has all of them. */
export function UsdCell({ of: { amount } }: { of: { amount?: { usd?: string | undefined } | undefined } }) {
  if (amount === undefined) return undefined;
  if (amount.usd === undefined) return <span class="muted">{say(FACTS.unknown)}</span>;
  const exact = usd(amount.usd);
  return (
    <b title={exact}>
      <span class="unit">{USD} </span>
      {cutDecimals(exact, 2)}
    </b>
  );
}
