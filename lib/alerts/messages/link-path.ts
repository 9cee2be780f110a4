/**
 * Ids in the path of a link. Mail programs fold a link, cut it at `&` and `#`, encode it once more, and take the full stop behind it for
 * a part of it. So a path has the unreserved characters of RFC 3986 alone, and is read also as they leave it.
 *
 * Letters, digits, `-` and `_` stand for themselves, `.` is between ids, and `~2f` is a byte of any other character in UTF-8.
 */

/** @param page the first part of the path, as in `/c/1.42` */
export function pathTo(page: string, ids: readonly string[]): string {
  return `/${page}/${ids.map(escaped).join(".")}`;
}

/** The ids of {@link pathTo}. @param path what is behind the page's part, with all that was attached to it */
export function idsIn(path: string): string[] {
  const unfolded = decodedText(path).replace(/=?[\r\n]+\s*|\s|\p{Cf}/gu, "");
  const [unreserved = ""] = /^[\w.~-]*/.exec(unfolded) ?? [];
  return unreserved
    .replace(/(?<!\.)\.+$/, "")
    .split(".")
    .map(unescaped);
}

/** Gateways encode a link that is encoded already. */
const MOST_ENCODINGS = 3;

/** The text of each percent-encoding, also of one that was encoded again. */
export function decodedText(text: string): string {
  let decoded = text;
  for (let times = 0; times < MOST_ENCODINGS; times++)
    decoded = decoded.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => decodedOr(codes));
  return decoded;
}

function decodedOr(codes: string): string {
  try {
    return decodeURIComponent(codes);
  } catch {
    return codes;
  }
}

function escaped(id: string): string {
  return id.replace(/[^\w-]+/g, (others) => Buffer.from(others).toString("hex").replace(/../g, "~$&"));
}

function unescaped(part: string): string {
  return part.replace(/(?:~[0-9a-f]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll("~", ""), "hex").toString(),
  );
}
