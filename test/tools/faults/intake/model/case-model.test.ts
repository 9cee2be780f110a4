import { describe, expect, it } from "vitest";
import type { Step } from "../../../../../lib/cases/step.ts";
import type { SeenCase } from "../../desk-cases.ts";
import { aggravated, crowded, harmless, illegal, notYetKnown, warned } from "../intake-bodies.ts";
import type { Content, IntakeState, Posted } from "../intake-facts.ts";
import { violationsOfCases } from "./case-model.ts";

const SUBJECT = "700000001";
const KEY = `1#${SUBJECT}`;
const ILLEGAL = illegal(SUBJECT);

/** An hour of a day. */
const at = (hour: number) => `2026-01-01T${String(hour).padStart(2, "0")}:00:00.000Z`;

/** A content that came at some hours, each in a phase of its own. */
function content(of: Posted, ref: string, hours: readonly number[], replayed?: Posted): Content {
  const [key = ""] = ref.split(" ");
  const deliveries = hours.map((hour) => ({
    deliveryId: `d-${hour}`,
    receivedAt: at(hour),
    phase: hour,
    rehearsal: false,
    text: of.text,
    message: "",
  }));
  const item = {
    ...{ ref, key, kind: of.kind, risk: of.risk, repeats: 0, atLeast: false, delivery: "d", text: of.text },
    ...{ originalKey: ref.endsWith(" first") ? undefined : key, rehearsal: false },
    alert: { state: of.risk === "illegal" ? ("sent" as const) : ("none" as const) },
    returnAlerts: [],
  };
  const group = `false ${of.project} ${of.id ?? "quarantined"}`;
  return { of, rehearsal: false, name: `"${of.label}"`, group, deliveries, items: [item], replayed };
}

function caseOf(of: Posted, steps: readonly Step[] = [], changes: Partial<SeenCase> = {}): SeenCase {
  const begun = {
    ...{ kind: "notification" as const, projectId: 1, receivedAt: at(1) },
    laws: of.laws.filter(({ risk }) => risk === "illegal"),
    deadlines: of.deadlines.map((deadline) => ({ ...deadline, countryCode: "MX" })),
  };
  return {
    ...begun,
    ...{ subject: `notification#${KEY}`, opened: "once", order: "", head: "", dueAt: "none", expiresAt: 0 },
    beginning: { ...begun, openedAt: at(1), expiresAt: 0 },
    laws: of.deadlines.map(({ law }) => ({ name: law, countryCode: "MX" })),
    steps: [...steps],
    openShard: "shard",
    problems: [],
    ...changes,
  };
}

const PLACE = { number: 1, id: "s", previous: "", retentionYears: 10, at: at(9) };
const turn = (kind: "withdrawal" | "return", hour: number): Step =>
  kind === "return"
    ? { ...PLACE, kind, content: KEY, receivedAt: at(hour) }
    : { ...PLACE, kind, content: KEY, receivedAt: at(hour), risk: "none" };
const BY = { by: { subject: "olga", name: "olga" } };
const DECIDED: Step = { ...PLACE, ...BY, kind: "decide", outcome: "false-positive", note: "Withdrawn." };
const CONTINUED: Step = {
  ...PLACE,
  kind: "continuation",
  as: { subject: `notification#${KEY}`, opened: "once" },
};

const NOTHING: IntakeState = {
  ...{ deliveries: [], items: [], alerts: [], records: [], wallets: [], lists: [] },
  cases: new Map(),
  shown: new Map(),
};

function found(
  contents: readonly Content[],
  cases: Record<string, SeenCase>,
  state: Partial<IntakeState> = {},
) {
  const all = { ...NOTHING, cases: new Map(Object.entries(cases)), ...state };
  return violationsOfCases(contents, all, { recordsMayLack: false }).map(({ text }) => text);
}

const FIRST = `${KEY} first`;
const CHANGE = `${KEY} x`;

function alertAt(hour: number): IntakeState["alerts"][number] {
  const attributes = { kind: "change", projectId: "1" };
  return { at: at(hour), topic: "alerts", subject: "s", text: `About ${KEY}.`, attributes };
}

describe("a transaction that is withdrawn, and illegal again", () => {
  const withdrawn = [content(ILLEGAL, FIRST, [1]), content(harmless(SUBJECT), CHANGE, [2])];
  const returned = [content(ILLEGAL, FIRST, [1, 3]), content(warned(SUBJECT), CHANGE, [2])];
  const turned = [turn("withdrawal", 2), turn("return", 3)];

  it.each<[string, Content[], SeenCase, number, string]>([
    [
      "a withdrawal that no case says",
      withdrawn,
      caseOf(ILLEGAL),
      4,
      '"illegal" is not illegal any more, and no case says so',
    ],
    [
      "a return that the case does not say",
      returned,
      caseOf(ILLEGAL, [turn("withdrawal", 2)]),
      4,
      '"illegal" is illegal again, and a case says that it was withdrawn',
    ],
    [
      "a return that was alerted before it came",
      returned,
      caseOf(ILLEGAL, turned),
      2,
      `"illegal" was illegal again at ${at(3)}, and no alert went out`,
    ],
    [
      "a return behind which the case stays closed",
      returned,
      caseOf(ILLEGAL, [turn("withdrawal", 2), DECIDED, turn("return", 3)], { openShard: undefined }),
      4,
      '"illegal" is illegal again, and its case is closed',
    ],
    [
      "a redelivery that counts as a return",
      withdrawn,
      caseOf(ILLEGAL, [turn("withdrawal", 2), turn("return", 1)]),
      4,
      `a case of "illegal" has a return at ${at(1)}, when nothing turned`,
    ],
  ])("is found out: %s", (_, contents, one, hour, violation) => {
    expect(found(contents, { [FIRST]: one }, { alerts: [alertAt(hour)] })).toContain(violation);
  });
});

describe("a transaction that stays illegal by other laws than before", () => {
  const said = content(ILLEGAL, CHANGE, [2]);
  const unalerted = said.items.map((item) => ({ ...item, alert: { state: "none" as const } }));
  const fewer = [content(aggravated(SUBJECT), FIRST, [1]), { ...said, items: unalerted }];
  const change = (hour: number, ...names: string[]): Step => ({
    ...{ ...PLACE, kind: "change", content: KEY, receivedAt: at(hour) },
    facts: { laws: names.map((name) => ({ name, countryCode: "MX" })) },
  });
  const says = (...steps: Step[]) => found(fewer, { [FIRST]: caseOf(aggravated(SUBJECT), steps) });

  it("is found out where its case does not have the laws of last as a step", () => {
    const both = "LFPIORPI (MX), Sanctions Act (MX)";
    const lost = [`the case of "aggravated" says ${both} and not the laws of last: LFPIORPI (MX)`];
    expect(says()).toEqual(lost);
    expect(says(change(3, "LFPIORPI", "Sanctions Act"), change(2, "LFPIORPI"))).toEqual(lost);
  });

  it("is found out where its case has no deadline of a law that was added", () => {
    const both = aggravated(SUBJECT);
    const added = { ...content(both, CHANGE, [2]), items: unalerted };
    const steps = [change(2, "LFPIORPI", "Sanctions Act")];
    const due = (deadlines: SeenCase["deadlines"]) =>
      found([content(ILLEGAL, FIRST, [1]), added], { [FIRST]: caseOf(ILLEGAL, steps, { deadlines }) });
    const { deadlines } = caseOf(both);
    expect(due(deadlines)).toEqual([]);
    expect(due(deadlines.slice(0, 1))).toEqual([
      'the case of "illegal" is not due by Sanctions Act, a law of last',
    ]);
    expect(due([...deadlines, ...deadlines.slice(0, 1)])).toEqual([
      'the case of "illegal" has 3 deadlines of 2',
    ]);
  });
});

describe("a law that is withdrawn and said again while another one stays", () => {
  const both = aggravated(SUBJECT);
  const laws = [{ name: "Sanctions Act", countryCode: "MX" }];
  const again: Step = { ...PLACE, kind: "return", content: KEY, receivedAt: at(3), laws };
  const change: Step = {
    ...{ ...PLACE, kind: "change", content: KEY, receivedAt: at(3) },
    facts: { laws: both.laws.map(({ name, countryCode }) => ({ name, countryCode })) },
  };
  const said = content(ILLEGAL, CHANGE, [2]);
  const unalerted = said.items.map((item) => ({ ...item, alert: { state: "none" as const } }));
  const returned = [content(both, FIRST, [1, 3]), { ...said, items: unalerted }];
  const says = (hour: number, steps: readonly Step[], changes: Partial<SeenCase> = {}) =>
    found(returned, { [FIRST]: caseOf(both, steps, changes) }, { alerts: [alertAt(hour)] });

  it("is not judged if the content without it came in the same millisecond as another", () => {
    const tied = [content(both, FIRST, [1, 3]), { ...content(ILLEGAL, CHANGE, [1]), items: unalerted }];
    expect(found(tied, { [FIRST]: caseOf(both, []) })).toEqual([]);
  });

  it("is found out where it is not", () => {
    expect(says(4, [change])).toEqual([
      `"aggravated" is illegal by Sanctions Act (MX) again at ${at(3)}, and no case says so`,
    ]);
    expect(says(2, [again, change])).toEqual([
      `"aggravated" was illegal again at ${at(3)}, and no alert went out`,
    ]);
    expect(says(4, [DECIDED, again, change], { openShard: undefined })).toEqual([
      '"aggravated" is illegal again, and its case is closed',
    ]);
    const [named] = both.laws.filter(({ name }) => name === "LFPIORPI");
    for (const wrong of [
      { ...again, receivedAt: at(1) },
      { ...again, laws: named && [named] },
    ])
      expect(says(4, [again, wrong, change])).toEqual([
        `a case of "aggravated" has a return at ${wrong.receivedAt}, when nothing turned`,
      ]);
  });
});

describe("the deadlines of a case", () => {
  const many = crowded(SUBJECT);
  const contents = [content(many, FIRST, [1])];

  it("are found out where one is cut, or its law, or a sanctions list", () => {
    const one = caseOf(many, [], { laws: [...many.laws] });
    const withoutList = many.laws.filter(({ name }) => name !== "OFAC SDN");
    expect(found(contents, { [FIRST]: { ...one, laws: withoutList } })).toEqual([
      'the case of "crowded" is on no sanctions list',
    ]);
    const missing = ['the case of "crowded" does not say until when LFPIORPI is due'];
    expect(found(contents, { [FIRST]: { ...one, deadlines: one.deadlines.slice(0, 1) } })).toEqual(missing);
    expect(found(contents, { [FIRST]: { ...one, laws: one.laws?.slice(0, -1) } })).toEqual(missing);
  });
});

describe("a body that was replayed", () => {
  const body = illegal(SUBJECT, { projectId: 9 });
  const unknown = notYetKnown(body);
  const kept = "0#quarantined-x first";
  const name = { subject: "notification#0#quarantined-x" };
  const contents = [content(unknown, kept, [1], body), content(body, FIRST, [1])];
  const ended = { ...name, openShard: undefined, outcome: "continued" as const };
  const own = { [FIRST]: caseOf(body) };
  const listedCases = new Map([[`notification#${KEY}`, 1]]);

  it("is found out where two are open, or listed", () => {
    const open = { ...own, [kept]: caseOf(unknown, [], name) };
    expect(found(contents, open)).toEqual([
      `the case of "${unknown.label}" goes on as none, and should as one of notification#${KEY}`,
      `the case of "${unknown.label}" is open beside that of "illegal"`,
    ]);
    const cases = { ...own, [kept]: caseOf(unknown, [CONTINUED], ended) };
    const twice = new Map([...listedCases, [name.subject, 1] as const]);
    expect(found(contents, cases, { listedCases: twice })).toEqual([
      `the case of "${unknown.label}" stands 1 times in the list of all`,
    ]);
  });
});

it("owes a notice that was never filed, once the case is decided too", () => {
  const suspected: Step = { ...PLACE, ...BY, kind: "suspect", knownSince: at(5) };
  const contents = [content(ILLEGAL, FIRST, [1])];
  const forgotten = { [FIRST]: caseOf(ILLEGAL, [suspected, DECIDED], { openShard: undefined }) };
  expect(found(contents, forgotten)).toEqual([
    `the case of "illegal" owes a notice since ${at(5)}, and says undefined`,
  ]);
});
