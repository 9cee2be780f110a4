/** Fields of forms, each with its label, its help and its problem. */

import type { Child } from "hono/jsx";
import { Icon } from "../frame/icon.tsx";

/** Attributes of a field's control, which tie it to its texts. */
interface ControlAttributes {
  id: string;
  "aria-invalid"?: "true";
  autofocus?: true;
  "aria-describedby"?: string;
}

interface FieldProps {
  id: string;
  label: string;
  help?: string | undefined;
  /** In a sentence; undefined where nothing is wrong. */
  problem: string | undefined;
  children: (attributes: ControlAttributes) => Child;
}

export function Field({ id, label, help, problem, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(problem !== undefined && { autofocus: true }), ...describedBy(id, help, problem) })}
      <Described id={id} help={help} problem={problem} />
    </div>
  );
}

interface GroupProps extends Omit<FieldProps, "children"> {
  children: Child;
}

/** Several controls of one question: its first one has the id. */
export function FieldGroup({ id, label, help, problem, children }: GroupProps) {
  return (
    <div class="field" role="radiogroup" aria-labelledby={`${id}-label`} {...describedBy(id, help, problem)}>
      <p class="label" id={`${id}-label`}>
        {label}
      </p>
      {children}
      <Described id={id} help={help} problem={problem} />
    </div>
  );
}

function describedBy(id: string, help: string | undefined, problem: string | undefined) {
  const ids = [help && `${id}-help`, problem && `${id}-why`].filter((id) => id !== undefined && id !== "");
  return {
    ...(problem === undefined ? {} : ({ "aria-invalid": "true" } as const)),
    ...(ids.length === 0 ? {} : { "aria-describedby": ids.join(" ") }),
  };
}

function Described({ id, help, problem }: Pick<FieldProps, "id" | "help" | "problem">) {
  return (
    <>
      {help === undefined ? undefined : <small id={`${id}-help`}>{help}</small>}
      {problem === undefined ? undefined : (
        <p class="why" id={`${id}-why`}>
          <Icon name="triangleAlert" /> {problem}
        </p>
      )}
    </>
  );
}
