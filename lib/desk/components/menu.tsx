/** A menu of links that needs no script. */

import { Icon } from "./icon.tsx";

interface MenuProps {
  label: string;
  /** Chosen entry, unless that is the default. */
  chosen?: string | undefined;
  links: readonly { href: string; text: string; isCurrent: boolean }[];
}

export function Menu({ label, chosen, links }: MenuProps) {
  return (
    <details class="menu" name="menu">
      <summary class="btn">
        {label}{" "}
        {chosen === undefined ? undefined : (
          <b>
            <bdi>{chosen}</bdi>
          </b>
        )}{" "}
        <Icon name="chevronDown" />
      </summary>
      <ul>
        {links.map(({ href, text, isCurrent }) => (
          <li>
            <a href={href} {...(isCurrent ? { "aria-current": "true" } : {})}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}
