/** A person by the beginning of their name, with a disc that is filled for the reader's own. */

interface WhoProps {
  /** As the issuer gives it, often an address. */
  name: string;
  isMe: boolean;
  title?: string | undefined;
}

/** The part of a name that tells people of a company apart. */
export function shortName(name: string): string {
  return name.split("@")[0] ?? name;
}

export function Who({ name, isMe, title }: WhoProps) {
  return (
    <span class={isMe ? "who me" : "who"} title={title === undefined ? undefined : title}>
      <i aria-hidden="true">{(name[0] ?? "").toUpperCase()}</i>
      <span>
        <bdi>{shortName(name)}</bdi>
      </span>
    </span>
  );
}
