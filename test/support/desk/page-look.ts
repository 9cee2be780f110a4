/** Look of a page by the desk's stylesheet and marks, measured within the browser. */

/** Defects, named by the beginning of their markup. */
export interface PageLook {
  /** Number of elements that the Tab key reaches. */
  reached: number;
  /** Elements among them without a visible focus. */
  unseenFocus: string[];
  /** Cells, values and codes whose text could turn the text around it. */
  notIsolated: string[];
  /** The coloured marks, each as its colour's class and its text. */
  marks: string[];
}

/**
 * To be evaluated after a key was pressed, with everything unfolded. The outline that browsers draw by themselves is
 * thinner than the two pixels that are asked for here.
 */
export const PAGE_LOOK = `(() => {
  for (const folded of document.querySelectorAll("details")) folded.open = true;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const named = (elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 120));
  const reached = all("a[href], button, input, select, textarea, summary, [tabindex]").filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility(),
  );
  const showsFocus = (one) => {
    one.focus();
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    const isDrawn = (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) || boxShadow !== "none";
    return one.matches(":focus-visible") && isDrawn;
  };
  const isolates = (one) => ["isolate", "plaintext"].includes(getComputedStyle(one).unicodeBidi);
  return {
    reached: reached.length,
    unseenFocus: named(reached.filter((one) => !showsFocus(one))),
    notIsolated: named(all("td, dd, code").filter((one) => !isolates(one))),
    marks: all(".risk").map(({ classList, textContent }) => classList[1] + ": " + textContent.trim()),
  };
})()`;

/** Our own words that a line's end parts, and titles of tables that end beyond the page. */
export const CUT_WORDS = `(() => {
  const own = [...document.querySelectorAll("th, caption, time, summary, button, .risk")];
  const texts = own.flatMap((one) => {
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) found.push(walker.currentNode);
    return found.filter(({ parentElement }) => parentElement.closest("a, bdi") === null);
  });
  const parted = texts.flatMap((text) =>
    [...text.data.matchAll(/\\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1 ? [word] : [];
    }),
  );
  const titles = [...document.querySelectorAll("caption span")];
  const beyond = titles.filter((one) => one.getBoundingClientRect().right > innerWidth);
  return [...parted, ...beyond.map(({ textContent }) => textContent)];
})()`;
