/** A menu of links that needs no script. */

import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import { Icon } from "../frame/icon.tsx";
import { say } from "../frame/translator.ts";

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
            <a href={href} aria-current={isCurrent ? "true" : undefined}>
              <bdi>{text}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface ProjectMenuProps {
  projects: readonly number[];
  chosen: number | undefined;
  /** Address of the same page with one project, or with all. */
  linkOf: (project: number | undefined) => string;
}

/** Menu of the projects that the user sees; nothing where there is one alone. */
export function ProjectMenu({ projects, chosen, linkOf }: ProjectMenuProps) {
  if (projects.length < 2) return undefined;
  const all = say(FACTS.allProjects);
  return (
    <Menu
      label={chosen === undefined ? all : say(FACTS.projectColumn)}
      chosen={chosen?.toString()}
      links={[
        { href: linkOf(undefined), text: all, isCurrent: chosen === undefined },
        ...projects.map((project) => ({
          href: linkOf(project),
          text: say(FRAME.project, { project }),
          isCurrent: project === chosen,
        })),
      ]}
    />
  );
}
