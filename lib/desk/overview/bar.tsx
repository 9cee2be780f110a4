/** A number as the length of a bar beside it: for the eye alone, since the number stands there. */

const WIDTH = 100;
const HEIGHT = 12;

/** @param of the largest number of the table */
export function Bar({ count, of: largest, kind }: { count: number; of: number; kind?: "illegal" | "warn" }) {
  const width = largest === 0 ? 0 : (count / largest) * WIDTH;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="bar-of" aria-hidden="true">
      <rect width={width.toFixed(1)} height={HEIGHT} {...(kind === undefined ? {} : { class: kind })} />
    </svg>
  );
}
