/** A field of a filter that takes one of some words, or any. */

import { FACTS } from "../../i18n/catalogue/desk/facts.ts";
import type { Text } from "../../i18n/catalogue/texts.ts";
import { useTranslator } from "./translator.ts";

/** The names of some texts, as the address has them. */
export function keysOf<Name extends string>(texts: Record<Name, Text>): Name[] {
  return Object.keys(texts).filter((name): name is Name => name in texts);
}

interface ChoiceProps {
  name: string;
  label: string;
  values: readonly { value: string; name: string }[];
  chosen: string | undefined;
}

/** A project of those that the user may see, or all of them. */
export function ProjectChoice({
  projectIds,
  chosen,
}: {
  projectIds: readonly number[];
  chosen: number | undefined;
}) {
  return (
    <Choice
      name="project"
      label={useTranslator().t(FACTS.projectColumn)}
      values={projectIds.map((id) => ({ value: String(id), name: String(id) }))}
      chosen={chosen?.toString()}
    />
  );
}

export function Choice({ name, label, values, chosen }: ChoiceProps) {
  return (
    <label>
      {label}{" "}
      <select name={name}>
        <option value="">{useTranslator().t(FACTS.any)}</option>
        {values.map(({ value, name: shown }) => (
          <option value={value} selected={value === chosen}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
