/** Injection of a fault into one call of one run, at all of its tries, and its record. */

import type { LocalEndpoints } from "../../../../lib/settings/local-endpoints.ts";
import type { DescribedCall } from "./described-call.ts";
import type { FaultKind } from "./fault-kinds.ts";

/** A call within an invocation, as `StoreNotifications dynamodb:PutItem Notifications #1`. */
export type Point = string;

/** A fault that waits for its call, or was injected. */
export interface ArmedFault {
  readonly point: Point;
  readonly kind: FaultKind;
  /** Number of tries of the call that were hit; 0 while it waits. */
  injections: number;
}

/** A table, by its short name. */
export type TableName = keyof LocalEndpoints["tables"];

/** A table that is out of reach for one subject. */
interface TableOutage {
  /** Number of tries that met it so far, with or without an injected fault. */
  readonly tries: number;
  /** The table answers again. */
  end(): void;
}

/** A fault that was injected into a call of a subject, or into one that was made for it among others. */
interface Hit {
  what: string;
  kind: FaultKind;
}

interface Slot {
  fault: ArmedFault;
  /** Asked once for each call, until one is hit. */
  isMeant: (point: Point) => boolean;
  injectedAt: string | undefined;
}

/** Neither the SDK nor the service's client tries a call more often; what asks the same afterwards is another call. */
const TRIES_OF_A_CALL = 4;

/** Something that is held up on its way until it may go on. */
export class Gate {
  readonly #reached = Promise.withResolvers<void>();
  readonly #opened = Promise.withResolvers<void>();

  /** Waits at the gate until it is opened. */
  async pass(): Promise<void> {
    this.#reached.resolve();
    await this.#opened.promise;
  }

  /** Resolves when the first caller waits at the gate. */
  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  open(): void {
    this.#opened.resolve();
  }
}

export class Arming {
  readonly #slots = new Map<string, Slot[]>();
  readonly #recordings = new Map<string, Set<Point>>();
  readonly #outages = new Set<{ subject: string; table: TableName; tries: number }>();
  readonly #holds: { subject: string; isMeant: (call: DescribedCall) => boolean; gate: Gate }[] = [];
  readonly #hits = new Map<string, Hit[]>();
  /** Number of calls of each kind that each invocation has made for each subject. */
  readonly #ordinals = new Map<string, number>();
  /** The points of each call that was met before, by subject: its further tries are no new calls. */
  readonly #met = new Map<string, Point>();

  /** The next call of `subject` at `point` is hit; each fault that is armed is injected once. */
  arm(subject: string, point: Point, kind: FaultKind): ArmedFault {
    return this.#add(subject, { point, kind, injections: 0 }, (met) => met === point);
  }

  /** A later call of `subject` by a function is hit: the next one, or after so many others. */
  armLater(subject: string, name: string, others: number, kind: FaultKind): ArmedFault {
    let left = others;
    const isMeant = (met: Point) => met.startsWith(`${name} `) && left-- === 0;
    return this.#add(subject, { point: `${name} *`, kind, injections: 0 }, isMeant);
  }

  /** Notes the points of a subject's calls from now on. @returns them, to be read later */
  record(subject: string): ReadonlySet<Point> {
    const points = new Set<Point>();
    this.#recordings.set(subject, points);
    return points;
  }

  /** Every call of a table that is made for a subject is refused until the outage ends. */
  beginOutage(subject: string, table: TableName): TableOutage {
    const outage = { subject, table, tries: 0 };
    this.#outages.add(outage);
    return {
      get tries() {
        return outage.tries;
      },
      end: () => void this.#outages.delete(outage),
    };
  }

  /** Each chosen call of a subject waits, with its caller, until the gate is opened. */
  hold(subject: string, isMeant: (call: DescribedCall) => boolean): Gate {
    const gate = new Gate();
    this.#holds.push({ subject, isMeant, gate });
    return gate;
  }

  /** Gate at which a try of a call has to wait; undefined as a rule. */
  gateOf(call: DescribedCall): Gate | undefined {
    return this.#holds.find(({ subject, isMeant }) => call.subjects.includes(subject) && isMeant(call))?.gate;
  }

  /** Faults that were injected into calls for a subject, alone or among others. */
  hitsOf(subject: string): readonly Hit[] {
    return this.#hits.get(subject) ?? [];
  }

  /** A try of a call. @returns what is to be injected */
  meet(call: DescribedCall): FaultKind | undefined {
    const injected = call.subjects.map((subject) => this.#meetFor(subject, call));
    const refused = this.#refusedByOutage(call);
    const kind = injected.find((one) => one !== undefined) ?? refused;
    if (kind === undefined) return undefined;
    for (const subject of new Set([...call.subjects, ...call.eventSubjects])) {
      this.#hits.set(subject, [...this.hitsOf(subject), { what: call.what, kind }]);
    }
    return kind;
  }

  #refusedByOutage({ service, resource, subjects }: DescribedCall): FaultKind | undefined {
    if (service !== "dynamodb") return undefined;
    const tables = resource.split("+");
    const outages = [...this.#outages].filter(
      ({ subject, table }) => tables.includes(table) && subjects.includes(subject),
    );
    for (const outage of outages) outage.tries++;
    return outages.length > 0 ? "refused" : undefined;
  }

  #add(subject: string, fault: ArmedFault, isMeant: Slot["isMeant"]): ArmedFault {
    const slots = this.#slots.get(subject) ?? [];
    this.#slots.set(subject, [...slots, { fault, isMeant, injectedAt: undefined }]);
    return fault;
  }

  #meetFor(subject: string, call: DescribedCall): FaultKind | undefined {
    const { point, isNew } = this.#pointOf(subject, call);
    this.#recordings.get(subject)?.add(point);
    const identity = `${call.invocation} ${call.identity}`;
    const slots = this.#slots.get(subject) ?? [];
    const slot =
      slots.find(({ injectedAt }) => injectedAt === identity) ??
      slots.find(({ injectedAt, isMeant }) => isNew && injectedAt === undefined && isMeant(point));
    if (slot === undefined || slot.fault.injections === TRIES_OF_A_CALL) return undefined;
    slot.injectedAt = identity;
    slot.fault.injections++;
    return slot.fault.kind === "no reply once" && slot.fault.injections > 1 ? undefined : slot.fault.kind;
  }

  #pointOf(subject: string, call: DescribedCall): { point: Point; isNew: boolean } {
    const key = `${subject} ${call.invocation} ${call.identity}`;
    const known = this.#met.get(key);
    if (known !== undefined) return { point: known, isNew: false };
    const kind = `${subject} ${call.invocation} ${call.what}`;
    const ordinal = (this.#ordinals.get(kind) ?? 0) + 1;
    this.#ordinals.set(kind, ordinal);
    const point = `${call.function} ${call.what} #${ordinal}`;
    this.#met.set(key, point);
    return { point, isNew: true };
  }
}
