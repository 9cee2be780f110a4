/** Model of lists: every list, filter and `show` must give each content that fits, by its own facts. */

import { unless, type Violation } from "../../violation.ts";
import { comparable } from "../intake-bodies.ts";
import type { Content, IntakeState, Listed, ListFilter } from "../intake-facts.ts";

/** @param contents of which each has one item */
export function violationsOfLists(contents: readonly Content[], { lists, shown }: IntakeState): Violation[] {
  return [
    ...lists.flatMap((listed) => violationsOfList(contents, listed)),
    ...[...shown].flatMap(([key, refs]) => {
      const missing = contents.filter(({ items }) =>
        items.some((item) => (item.originalKey ?? item.key) === key && !refs.includes(item.ref)),
      );
      return missing.map(({ name }) => ({
        kind: "lost" as const,
        text: `${name} is not shown under ${key}`,
      }));
    }),
  ];
}

function violationsOfList(contents: readonly Content[], { filter, refs }: Listed): Violation[] {
  const asked = Object.entries(filter)
    .map(([name, value]) => `--${name} ${value}`)
    .join(" ");
  const list = asked === "" ? "the list of all" : `the list of ${asked}`;
  return contents.flatMap((content) => {
    const times = refs.filter((ref) => content.items.some((item) => item.ref === ref)).length;
    if (!fits(content, filter)) {
      return unless(times === 0, "wrong", `${content.name} stands in ${list} and does not fit`);
    }
    return [
      ...unless(times > 0, "lost", `${content.name} is missing in ${list}`),
      ...unless(times <= 1, "doubled", `${content.name} stands ${times} times in ${list}`),
    ];
  });
}

function fits({ of, rehearsal, items, replayed }: Content, filter: ListFilter): boolean {
  const { userId, wallet, chainId, risk, law, country, kind, alert, rehearsals } = filter;
  const among = (wanted: string | undefined, given: readonly (string | undefined)[]) =>
    wanted === undefined || given.includes(wanted);
  return (
    (rehearsals === true || !rehearsal) &&
    // The list has the notification that it became.
    (replayed === undefined || kind === "quarantined") &&
    among(userId, [of.userId]) &&
    among(wallet && comparable(wallet), [of.wallet && comparable(of.wallet)]) &&
    among(chainId, [of.chainId]) &&
    among(risk, [of.risk]) &&
    among(law, lawNames(of.laws)) &&
    among(
      country,
      of.laws.map(({ countryCode }) => countryCode),
    ) &&
    among(kind, [of.kind]) &&
    among(
      alert,
      items.map((item) => item.alert.state),
    )
  );
}

function lawNames(laws: readonly { name: string }[]): string[] {
  return laws.map(({ name }) => name);
}
