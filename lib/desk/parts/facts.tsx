/** Small parts of pages: a risk, a moment, an amount, a chain's name, a list of facts. */

import type { Child } from "hono/jsx";
import { tokenUnits, usd } from "../../text/amounts.ts";

/** A risk in a word; its colour only repeats it. */
export function Risk({ of: risk }: { of: "none" | "warn" | "illegal" }) {
  return <span class={`risk ${risk}`}>{risk === "none" ? "no law" : risk}</span>;
}

/** A moment, as `2026-01-31 18:00:00 UTC`; as it was written where it names none. */
export function Moment({ at }: { at: string }) {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return <span>{at}</span>;
  const iso = time.toISOString();
  return <time datetime={iso}>{`${iso.slice(0, 19).replace("T", " ")} UTC`}</time>;
}

export interface AmountProps {
  amount?: { value: string; usd?: string | undefined } | undefined;
  token?: { symbol: string; decimals: number } | undefined;
}

/** An amount, exactly as it is stored. */
export function Amount({ amount, token }: AmountProps) {
  if (amount === undefined || token === undefined) return <span>unknown</span>;
  const inUsd = amount.usd === undefined ? "" : ` (USD ${usd(amount.usd)})`;
  return (
    <span class="amount">
      <bdi>{`${tokenUnits(amount.value, token.decimals)} ${token.symbol}`}</bdi>
      {inUsd}
    </span>
  );
}

/** Laws by name and country code. */
export function Laws({
  laws,
  more = 0,
}: {
  laws: readonly { name: string; countryCode: string }[];
  more?: number;
}) {
  if (laws.length === 0) return <span>none</span>;
  return (
    <span>
      {laws.map(({ name, countryCode }, index) => (
        <>
          {index === 0 ? "" : ", "}
          <bdi>{name}</bdi> (<bdi>{countryCode}</bdi>)
        </>
      ))}
      {more > 0 ? ` and ${more} more` : ""}
    </span>
  );
}

/** Facts by name; those that are not known are left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: Child | undefined])[] }) {
  return (
    <dl>
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
export function Outside({ href, children }: { href: string | undefined; children: Child }) {
  const { protocol } = URL.parse(href ?? "") ?? { protocol: "" };
  if (protocol !== "https:" && protocol !== "http:") return <span>{children}</span>;
  return (
    <a href={href ?? ""} rel="noreferrer noopener">
      {children}
    </a>
  );
}
