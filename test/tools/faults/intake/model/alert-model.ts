/** Model of alerts: contents that must have been alerted, contents that must not, and the record of each alert. */

import type { LocalAlert } from "../../../../../lib/settings/local-endpoints.ts";
import { unless, type Violation } from "../../violation.ts";
import type { AlertRecord, Content, IntakeState, StoredItem, Strictness } from "../intake-facts.ts";
import { isCut, recordIdIn } from "./alert-index.ts";
import { wrongAlerts } from "./claim-order.ts";

/** A content and the one item of it. */
interface Stored extends Content {
  item: StoredItem;
}

/** A message on a topic, and the record that it names. */
interface Message {
  alert: LocalAlert;
  recordId: string | undefined;
  record: AlertRecord | undefined;
}

/** @param contents of which each has one item */
export function violationsOfAlerts(
  contents: readonly Content[],
  state: IntakeState,
  strictness: Strictness,
): Violation[] {
  const stored = contents.flatMap((content) => content.items.map((item) => ({ ...content, item })));
  const records = new Map(state.records.map((record) => [record.id, record]));
  const messages = state.alerts.map((alert): Message => {
    const recordId = recordIdIn(alert);
    return { alert, recordId, record: records.get(recordId ?? "") };
  });
  const byGroup = Map.groupBy(stored, ({ group }) => group);
  return [
    ...[...byGroup.values()].flatMap(violationsOfClaims),
    ...stored.flatMap((content) => violationsOfAlert(content, stored, messages, records, strictness)),
    ...state.records.flatMap((record) => violationsOfRecord(record, stored, messages, strictness)),
    ...violationsOfMessages(stored, messages, strictness),
  ];
}

/** An error of the service claims nothing flagged: operations alone are told of it. */
function violationsOfClaims(contents: readonly Stored[]): Violation[] {
  const claiming = contents
    .filter(({ of }) => of.kind !== "error")
    .map(({ name, of, item, deliveries }) => ({
      name,
      claims: of.claims,
      alerted: item.alert.state !== "none" && item.alert.returned === undefined,
      phase: Math.min(...deliveries.map(({ phase }) => phase)),
      first: item.originalKey === undefined,
    }));
  return wrongAlerts(claiming).map((text) => ({
    kind: text.includes("no alert went out") ? ("unalerted" as const) : ("wrong" as const),
    text,
  }));
}

/** Messages owed for one content: one on each topic, and its record. */
function violationsOfAlert(
  content: Stored,
  stored: readonly Stored[],
  messages: readonly Message[],
  records: ReadonlyMap<string, AlertRecord>,
  { exactlyOnce, recordsMayLack }: Strictness,
): Violation[] {
  const { of, item, name, rehearsal } = content;
  const { state, id, returned } = item.alert;
  // Each other return of it has a message, too.
  const returns = stored.flatMap((one) => one.item.returnAlerts).filter(({ ref }) => ref === item.ref).length;
  if (state === "none")
    return unless(of.kind !== "error", "unalerted", `${name} is an error of which operations do not hear`);
  const topics: LocalAlert["topic"][] = [
    ...(of.risk === "illegal" ? ["alerts" as const] : []),
    ...(of.kind === "quarantined" ? ["operations" as const] : []),
  ];
  const about = kindOfAlert(item);
  const found = topics.flatMap((topic) => {
    const own = messages.filter(
      ({ alert, record }) =>
        alert.topic === topic &&
        alert.attributes["kind"] === about &&
        (record === undefined
          ? names(alert.text, item) || (recordsMayLack && isCut(alert.text))
          : record.refs.includes(item.ref)),
    );
    const marked = own.filter(({ alert }) => alert.subject.startsWith("[TEST]") === rehearsal);
    return [
      ...unless(own.length > 0, "unalerted", `${name} was not sent to ${topic}`),
      ...unless(
        marked.length === own.length,
        "wrong",
        `${name} is ${rehearsal ? "" : "not "}a rehearsal and was sent as ${rehearsal ? "none" : "one"}`,
      ),
      ...unless(
        !exactlyOnce || own.length <= (about === "change" ? 1 + returns : 1),
        "doubled",
        `${name} was sent ${own.length} times to ${topic}`,
      ),
    ];
  });
  const record = records.get(id ?? "");
  const isKept = record?.refs.includes(item.ref) === true;
  return [
    ...found,
    ...unless(
      (returned === undefined && returns === 0) || mayReturn(content, stored),
      "wrong",
      `${name} names the alert of a transaction that is flagged again, and nothing withdrew it`,
    ),
    ...unless(state === "sent", "unalerted", `${name} is ${state}`),
    ...unless(
      recordsMayLack || isKept || !topics.includes("alerts"),
      "lost",
      `${name} was alerted, and no alert record ${id ?? "without a name"} speaks of it`,
    ),
  ];
}

/** A record speaks of what owes an alert and of nothing else, and is what was published. */
function violationsOfRecord(
  record: AlertRecord,
  stored: readonly Stored[],
  messages: readonly Message[],
  { exactlyOnce, recordsMayLack }: Strictness,
): Violation[] {
  const name = `the alert record ${record.id}`;
  const spokenOf = stored.filter(({ item }) => record.refs.includes(item.ref));
  const published = messages.filter(
    ({ alert, recordId }) => alert.topic === "alerts" && recordId === record.id,
  );
  const naming = spokenOf.flatMap(({ item }) => [
    item.alert.id,
    ...stored
      .flatMap((one) => one.item.returnAlerts)
      .flatMap(({ id, ref }) => (ref === item.ref ? [id] : [])),
  ]);
  const isNamed = !["notification", "change"].includes(record.kind) || naming.includes(record.id);
  return [
    ...unless(
      !exactlyOnce || spokenOf.length === 0 || isNamed,
      "lost",
      `${name} is named by nothing that it speaks of`,
    ),
    ...spokenOf
      // If its delivery failed after its alert, another return may have come before it was noted.
      .filter(
        (content) => content.item.alert.state === "none" && (exactlyOnce || !mayReturn(content, stored)),
      )
      .map((content) => ({
        kind: "wrong" as const,
        text: `${name} speaks of ${content.name}, which owes none`,
      })),
    ...published.flatMap(({ alert }) =>
      unless(
        alert.text === record.text,
        "wrong",
        `${name} does not hold the text that was published under it`,
      ),
    ),
    ...unless(
      !exactlyOnce || recordsMayLack || (record.state === "sent" && published.length === 1),
      "wrong",
      `${name} is ${record.state} and was published ${published.length} times`,
    ),
  ];
}

/** A message names nothing that owes none, and has its record. */
function violationsOfMessages(
  stored: readonly Stored[],
  messages: readonly Message[],
  { recordsMayLack }: Strictness,
): Violation[] {
  return messages
    .filter(({ alert }) => alert.topic === "alerts")
    .flatMap(({ alert, recordId, record }) => {
      const about = alert.attributes["kind"] ?? "";
      const named = stored.filter(({ item }) => names(alert.text, item) && kindOfAlert(item) === about);
      const owing = named.filter(({ item }) => item.alert.state !== "none");
      const keys = new Set(owing.map(({ item }) => item.key));
      // A return is told as a change, also that of an id's first content.
      const returned =
        about === "change" &&
        stored.some((content) => names(alert.text, content.item) && mayReturn(content, stored));
      const causeless = returned ? [] : named.filter(({ item }) => !keys.has(item.key));
      return [
        ...[...new Set(causeless.map((content) => content.name))].map((name) => ({
          kind: "wrong" as const,
          text: `a message of kind ${about} names ${name}, which owes none`,
        })),
        ...unless(
          recordsMayLack || named.length === 0 || record !== undefined,
          "lost",
          `a message of kind ${about} has no record${recordId === undefined ? ", and names none" : ""}`,
        ),
      ];
    });
}

/** Reports whether another content of the id may have withdrawn one of its laws: saying it again is alerted as a return. */
function mayReturn({ of, group }: Stored, stored: readonly Stored[]): boolean {
  const illegalBy = ({ laws }: Stored["of"]) =>
    laws.flatMap(({ risk, name, countryCode }) => (risk === "illegal" ? [`${name} ${countryCode}`] : []));
  const leavesOut = (other: Stored) => !illegalBy(of).every((law) => illegalBy(other.of).includes(law));
  return stored.some((other) => other.group === group && leavesOut(other));
}

/** The first content of an id is alerted as a notification, another as a change of it. */
function kindOfAlert({ kind, originalKey }: StoredItem): string {
  if (kind === "quarantined") return "quarantine";
  return originalKey === undefined ? "notification" : "change";
}

/** Reports whether a text names an item, by the key of its id. */
export function names(text: string, { key, originalKey }: StoredItem): boolean {
  return new RegExp(`(?<![\\w#])${originalKey ?? key}(?!\\w)`).test(text);
}
