/** Number of messages of a kind that each invocation has published: one batch owes one message of each kind. */

import type { PassedCall } from "../injection/wire.ts";

export class MessageGroups {
  /** The published calls of each group, and the subjects of each. */
  readonly #groups = new Map<string, { calls: Set<string>; subjects: Set<string>; name: string }>();

  /** Hears of a call that took effect. */
  hear({ call, body, status }: PassedCall): void {
    if (status !== 200 || !call.what.startsWith("sns:Publish")) return;
    const fields = [...new URLSearchParams(body)];
    const attributes = new Map(
      fields.flatMap(([field, name]) => {
        if (!/^MessageAttributes\.entry\.\d+\.Name$/.test(field)) return [];
        const value = field.replace(/Name$/, "Value.StringValue");
        return [[name, fields.find(([other]) => other === value)?.[1]] as const];
      }),
    );
    const isRehearsal = fields.some(([field, text]) => field === "Subject" && text.startsWith("[TEST]"));
    const name = `${isRehearsal ? "[TEST] " : ""}${attributes.get("kind")} of project ${attributes.get("projectId")}`;
    const key = [call.invocation, call.what, name].join(" ");
    const group = this.#groups.get(key) ?? { calls: new Set(), subjects: new Set(), name };
    this.#groups.set(key, group);
    group.calls.add(call.identity);
    for (const subject of call.subjects) group.subjects.add(subject);
  }

  /** Violations of the messages that name a subject. */
  ungrouped(subject: string): string[] {
    return [...this.#groups.values()]
      .filter(({ calls, subjects }) => calls.size > 1 && subjects.has(subject))
      .map(({ calls, name }) => `${calls.size} messages of one batch are of one kind: ${name}`);
  }
}
