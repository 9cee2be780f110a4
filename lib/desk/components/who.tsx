/** A person by the beginning of their name, with a disc that is filled for the reader's own. */

interface WhoProps {
  /** As the issuer gives it, often an address. */
  name: string;
  isMe: boolean;
  title?: string | undefined;
}

export function Who({ name, isMe, title }: WhoProps) {
  return (
    <span class={isMe ? "who me" : "who"} {...(title === undefined ? {} : { title })}>
      <i aria-hidden="true">{(name[0] ?? "").toUpperCase()}</i>
      <span>
        <bdi>{name.split("@")[0]}</bdi>
      </span>
    </span>
  );
}
