/** Order of alerts for one id: each content with a new claim was alerted. */

/** One content of an id. */
export interface ClaimingContent {
  name: string;
  claims: readonly string[];
  /** True if an alert was owed for it. */
  alerted: boolean;
  /** The phase in which it came first. */
  phase: number;
  /** True if it is the id's first content. */
  first: boolean;
}

/** Past so many claims of an id nothing is compared any more: everything illegal is alerted. */
const MAX_COMPARED = 1_000;

/**
 * Seeks an order in which the contents may have come so that exactly those were alerted that had a new claim. Contents
 * of an earlier phase came before those of a later one; the first one came before all.
 * @returns what is wrong; nothing where there is such an order
 */
export function wrongAlerts(contents: readonly ClaimingContent[]): string[] {
  const alerted = contents.filter((content) => content.alerted);
  const covered = new Set(alerted.flatMap(({ claims }) => claims));
  const unalerted = contents.filter(
    (content) => !content.alerted && content.claims.some((claim) => !covered.has(claim)),
  );
  const causeless = alerted.filter(({ claims }) => claims.length === 0);
  const found = [
    ...unalerted.map(({ name }) => `${name} says something illegal that no alert went out of`),
    ...causeless.map(({ name }) => `${name} says nothing flagged and owes an alert`),
  ];
  if (found.length > 0) return found;
  const all = new Set(contents.flatMap(({ claims }) => claims));
  if (all.size > MAX_COMPARED || hasOrder(contents, new Set())) return [];
  const names = alerted.map(({ name }) => name).join(", ");
  return [`of ${contents.length} contents of one id ${names} owe alerts: in no order is each of these new`];
}

function hasOrder(left: readonly ClaimingContent[], said: ReadonlySet<string>): boolean {
  if (left.length === 0) return true;
  const earliest = Math.min(...left.map(({ phase }) => phase));
  const first = left.find((content) => content.first);
  const next = first === undefined ? left.filter(({ phase }) => phase === earliest) : [first];
  const isNew = ({ claims }: ClaimingContent) => claims.some((claim) => !said.has(claim));
  // A content without a new claim can always come at once: it makes nothing else impossible.
  const silent = next.find((content) => !content.alerted && !isNew(content));
  if (silent !== undefined) return hasOrder(without(left, silent), said);
  return next
    .filter((content) => content.alerted && isNew(content))
    .some((content) => hasOrder(without(left, content), new Set([...said, ...content.claims])));
}

function without(contents: readonly ClaimingContent[], one: ClaimingContent): ClaimingContent[] {
  return contents.filter((content) => content !== one);
}
