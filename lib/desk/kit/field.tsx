/** Fields of forms, each with its label, its help and its problem. */

import type { Child } from "hono/jsx";
import { Icon } from "../frame/icon.tsx";

/** Attributes that tie a control to its help and its problem; hono leaves out what is undefined. */
interface Aria {
  "aria-invalid": "true" | undefined;
  "aria-describedby": string | undefined;
}

/** Attributes of a field's control. */
interface ControlAttributes extends Aria {
  id: string;
  autofocus: true | undefined;
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
      {children({
        id,
        autofocus: problem === undefined ? undefined : true,
        ...ariaOf(id, help, problem),
      })}
      <HelpAndProblem id={id} help={help} problem={problem} />
    </div>
  );
}

interface GroupProps extends Omit<FieldProps, "children"> {
  children: Child;
}

/** Several controls that answer one question; the first of them carries the id. */
export function FieldGroup({ id, label, help, problem, children }: GroupProps) {
  return (
    <div class="field" role="radiogroup" aria-labelledby={`${id}-label`} {...ariaOf(id, help, problem)}>
      <p class="label" id={`${id}-label`}>
        {label}
      </p>
      {children}
      <HelpAndProblem id={id} help={help} problem={problem} />
    </div>
  );
}

function ariaOf(id: string, help: string | undefined, problem: string | undefined): Aria {
  const ids = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean);
  return {
    "aria-invalid": problem === undefined ? undefined : "true",
    "aria-describedby": ids.length === 0 ? undefined : ids.join(" "),
  };
}

function HelpAndProblem({ id, help, problem }: Pick<FieldProps, "id" | "help" | "problem">) {
  return (
    <>
      {help === undefined ? undefined : <small id={`${id}-help`}>{help}</small>}
      {problem === undefined ? undefined : (
        <p class="why" id={`${id}-problem`}>
          <Icon name="triangleAlert" /> {problem}
        </p>
      )}
    </>
  );
}
