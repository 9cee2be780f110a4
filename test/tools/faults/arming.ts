/** Faults, the call that each waits for, and what became of them. One run is made at a time. */

import type { DescribedCall } from "./described-call.ts";

/**
 * Every try of the call is hit, since the SDK and the service's client try again; "no reply once" leaves the second try
 * alone, which then meets what the first one has done.
 */
export const FAULT_KINDS = [
  /** Each try is answered 500 (the risk service: 503), and takes no effect. */
  "refused",
  /** Each try takes effect, and its connection breaks before the reply. */
  "no reply",
  /** The first try takes effect and its reply is lost; the client's next try goes through. */
  "no reply once",
  /** Each try is answered with the service's own throttling error. */
  "throttled",
  /** Nothing is answered until the function has timed out or given up; then the call takes effect. */
  "late",
  /** The queue delivers the messages again, or the caller calls again, and all is done there before this call goes on. */
  "overtaken",
  /** The process dies as it makes the call, which takes no effect. */
  "crash before",
  /** The process dies when the call has taken effect. */
  "crash after",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A call of a run, as `StoreNotifications dynamodb:PutItem notifications #1`. */
export type Point = string;

/** A try that a fault was injected into. */
export interface Hit {
  point: Point;
  kind: FaultKind;
  /** Whether a message of this run had been published, or was about to be by another call. */
  isAfterPublish: boolean;
}

const PUBLISH = " sns:Publish ";

/** How often a message may go out again after these hits: where SNS may have it, and it was not noted that it does. */
export function repeatsAllowed(hits: readonly Hit[]): number {
  const unknown = hits.filter(({ point, kind }) => point.includes(PUBLISH) && !HAS_NO_EFFECT.has(kind));
  const isUnnoted = hits.some(({ kind, isAfterPublish }) => isAfterPublish || kind === "overtaken");
  return unknown.length + (isUnnoted ? 1 : 0);
}

const HAS_NO_EFFECT: ReadonlySet<FaultKind> = new Set(["refused", "throttled", "crash before", "overtaken"]);

interface Armed {
  /** Asked once for each call, until one is hit. */
  isMeant: (point: Point) => boolean;
  kind: FaultKind;
  /** The call that is hit, once it came, and how many of its tries. */
  identity?: string;
  tries: number;
}

/** Kinds that hit the first try alone. */
const ONCE: ReadonlySet<FaultKind> = new Set(["no reply once", "overtaken"]);

/** Neither the SDK nor the service's client tries a call more often; what asks the same afterwards is another call. */
const TRIES_OF_A_CALL = 4;

export class Arming {
  /** Tries that were hit in this run. */
  hits: Hit[] = [];
  #armed: Armed[] = [];
  /** Every call of this run, by its identity: its further tries are no new calls. */
  #points = new Map<string, Point>();
  #ordinals = new Map<string, number>();

  /** Begins a run: nothing is armed, and nothing was called. */
  reset(): void {
    this.hits = [];
    this.#armed = [];
    this.#points = new Map();
    this.#ordinals = new Map();
  }

  /** The first call at this point is hit. */
  arm(point: Point, kind: FaultKind): void {
    this.#armed.push({ isMeant: (met) => met === point, kind, tries: 0 });
  }

  /** A later call is hit: the next one of a function, or after so many others. */
  armLater(name: string, others: number, kind: FaultKind): void {
    let remaining = others;
    this.#armed.push({ isMeant: (met) => met.startsWith(`${name} `) && remaining-- === 0, kind, tries: 0 });
  }

  /** What still waits for its call waits no more. */
  disarm(): void {
    this.#armed = [];
  }

  /** The calls of this run so far. */
  points(): Point[] {
    return [...new Set(this.#points.values())];
  }

  /** A try of a call. @returns what is to be injected */
  meet(call: DescribedCall): FaultKind | undefined {
    const knownPoint = this.#points.get(call.identity);
    const point = knownPoint ?? this.#nextPoint(call);
    const armed =
      this.#armed.find(({ identity }) => identity === call.identity) ??
      this.#armed.find(
        (armed) => knownPoint === undefined && armed.identity === undefined && armed.isMeant(point),
      );
    if (armed === undefined || armed.tries === TRIES_OF_A_CALL) return undefined;
    armed.identity = call.identity;
    if (++armed.tries > 1 && ONCE.has(armed.kind)) return undefined;
    const isAfterPublish = this.points().some(
      (candidate) => candidate !== point && candidate.includes(PUBLISH),
    );
    this.hits.push({ point, kind: armed.kind, isAfterPublish });
    return armed.kind;
  }

  #nextPoint(call: DescribedCall): Point {
    const name = `${call.function} ${call.what}`;
    const ordinal = (this.#ordinals.get(name) ?? 0) + 1;
    this.#ordinals.set(name, ordinal);
    const point = `${name} #${ordinal}`;
    this.#points.set(call.identity, point);
    return point;
  }
}
