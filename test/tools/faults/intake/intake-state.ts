/** Reads what became of deliveries: tables, lists and topics, in the words of the oracle. */

import { GetCommand, paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { expandBody } from "../../../../lib/notifications/raw-body.ts";
import type { LocalAlert } from "../../../../lib/settings/local-endpoints.ts";
import { WalletStore } from "../../../../lib/wallets/wallets.ts";
import type { DeskCases, SeenCase } from "../desk-cases.ts";
import type { FaultStack } from "../injection/fault-stack.ts";
import { subjectsIn } from "../injection/subjects.ts";
import type {
  AlertRecord,
  IntakeState,
  Listed,
  ListFilter,
  Posted,
  RememberedWallet,
  StoredItem,
} from "./intake-facts.ts";
import { recordIdIn } from "./model/alert-index.ts";

/** Stored attributes by which an item is judged. */
const storedItem = z.object({
  key: z.string(),
  version: z.string(),
  kind: z._default(z.enum(["notification", "error", "quarantined", "replayed"]), "notification"),
  said: z._default(z.object({ risk: z._default(z.string(), "none") }), { risk: "none" }),
  repeats: z._default(z.number(), 0),
  repeatsAtLeast: z.optional(z.boolean()),
  delivery: z.string(),
  alert: z._default(
    z.object({
      state: z.enum(["none", "pending", "sent"]),
      ...{ id: z.optional(z.string()), returned: z.optional(z.string()) },
    }),
    { state: "none" },
  ),
  courses: z.optional(
    z.record(
      z.string(),
      z.object({ returnAlerts: z.optional(z.array(z.object({ id: z.string(), version: z.string() }))) }),
    ),
  ),
  raw: z.instanceof(Uint8Array),
});

const alertRecord = z.object({
  projectId: z.string(),
  id: z.string(),
  state: z.string(),
  kind: z.string(),
  subjects: z.array(z.looseObject({ key: z.optional(z.string()), version: z.optional(z.string()) })),
  message: z.looseObject({ subject: z.string(), email: z.string() }),
});

/** The projects in which something may be filed: those of the stack, one that has left it, and none. */
const PROJECT_IDS = [0, 1, 2, 9] as const;

export class IntakeReader {
  readonly #stack: FaultStack;
  /** Every item, record and list of the tables, once nothing is on its way any more. */
  #everything:
    | {
        items: StoredItem[];
        records: AlertRecord[];
        lists: Listed[];
        listedCases: ReadonlyMap<string, number>;
      }
    | undefined;
  readonly #desk: DeskCases;

  constructor(stack: FaultStack, desk: DeskCases) {
    this.#stack = stack;
    this.#desk = desk;
  }

  /** From now on, looks for mistakes in the whole tables and in every list. */
  async readEverything(): Promise<void> {
    const items = await this.#scan(this.#tables.notifications, readItem);
    const records = await this.#scan(this.#tables.alerts, readRecord);
    this.#everything = {
      items,
      records,
      lists: await Promise.all(WHOLE_LISTS.map((filter) => this.#list(filter))),
      listedCases: await this.#desk.listed(PROJECT_IDS),
    };
  }

  /** Present state of a subject's bodies, lists aside. */
  async state(subject: string, posted: readonly Posted[]): Promise<IntakeState> {
    const { ledger, published } = this.#stack;
    const items = (await this.#items(subject)).filter(({ text }) => subjectsIn(text).includes(subject));
    const named = [
      ...published.of(subject),
      ...items.flatMap(({ key, kind }) => (kind === "quarantined" ? published.ofQuarantined(key) : [])),
      ...items.flatMap(alertsNamedBy).flatMap((id) => published.ofRecord(id)),
    ];
    // A text that is cut may speak of more than it names.
    const refs = new Set(items.map(({ ref }) => ref));
    const records = await this.#records(items, [...named, ...published.cut()]);
    const own = records.filter((record) => record.refs.some((ref) => refs.has(ref)));
    const alerts = new Set([...named, ...own.flatMap(({ id }) => published.ofRecord(id))]);
    const ids = new Set([...alerts].map(recordIdIn));
    return {
      deliveries: ledger.of(subject),
      items,
      alerts: [...alerts],
      records: records.filter(({ id }) => ids.has(id) || own.some((record) => record.id === id)),
      wallets: await this.#wallets(posted),
      cases: await this.#cases(items),
      listedCases: this.#everything?.listedCases,
      lists: [],
      shown: new Map(),
    };
  }

  /** The same with what lists and `show` give of its items, which costs more. */
  async withLists(state: IntakeState, posted: readonly Posted[]): Promise<IntakeState> {
    const { items } = state;
    const own = new Set(items.map(({ ref }) => ref));
    const lists = [...(await this.#listsOf(posted)), ...(this.#everything?.lists ?? [])];
    const shown = keysOf(items).map(async (key) => [key, await this.#shown(key)] as const);
    return {
      ...state,
      lists: lists.map(({ filter, refs }) => ({ filter, refs: refs.filter((ref) => own.has(ref)) })),
      shown: new Map(await Promise.all(shown)),
    };
  }

  async #items(subject: string): Promise<StoredItem[]> {
    if (this.#everything !== undefined) return this.#everything.items;
    const keys = this.#stack.written.notificationsOf(subject);
    return (await Promise.all(keys.map((key) => this.#partition(key)))).flat();
  }

  async #partition(key: string): Promise<StoredItem[]> {
    const pages = paginateQuery(
      { client: this.#stack.database },
      {
        TableName: this.#tables.notifications,
        KeyConditionExpression: "#key = :key",
        ExpressionAttributeNames: { "#key": "key" },
        ExpressionAttributeValues: { ":key": key },
        ConsistentRead: true,
      },
    );
    const items: StoredItem[] = [];
    for await (const { Items = [] } of pages) items.push(...Items.map(readItem));
    return items;
  }

  async #scan<T>(TableName: string, read: (item: unknown) => T): Promise<T[]> {
    const pages = paginateScan({ client: this.#stack.database }, { TableName, ConsistentRead: true });
    const found: T[] = [];
    for await (const { Items = [] } of pages) found.push(...Items.map(read));
    return found;
  }

  /** The records that alerts and alerted items name; in the end, all that speak of the items. */
  async #records(items: readonly StoredItem[], alerts: readonly LocalAlert[]): Promise<AlertRecord[]> {
    if (this.#everything !== undefined) {
      const own = new Set(items.map(({ ref }) => ref));
      return this.#everything.records.filter(({ refs }) => refs.some((ref) => own.has(ref)));
    }
    const TableName = this.#tables.alerts;
    const named = [
      ...items.flatMap((item) => alertsNamedBy(item).map((id) => ({ projectId: projectIn(item.key), id }))),
      ...alerts.map((alert) => ({ projectId: alert.attributes["projectId"], id: recordIdIn(alert) })),
    ];
    const keys = new Map(named.flatMap((key) => (key.id === undefined ? [] : [[key.id, key] as const])));
    const found = await Promise.all(
      [...keys.values()].map(async (Key) => {
        const { Item } = await this.#stack.database.send(
          new GetCommand({ TableName, Key, ConsistentRead: true }),
        );
        return Item === undefined ? [] : [readRecord(Item)];
      }),
    );
    return found.flat();
  }

  async removeWallets(posted: readonly Posted[]): Promise<void> {
    const store = new WalletStore(this.#stack.database, this.#tables.wallets);
    for (const wallet of await this.#wallets(posted)) await store.remove(wallet);
  }

  async #wallets(posted: readonly Posted[]): Promise<RememberedWallet[]> {
    const store = new WalletStore(this.#stack.database, this.#tables.wallets);
    const names = new Set(posted.flatMap(({ project, wallet }) => (wallet ? [`${project} ${wallet}`] : [])));
    const found = await Promise.all(
      [...names].map((name) => {
        const [project, address = ""] = name.split(" ");
        return store.ofAddress(Number(project), address);
      }),
    );
    const byKey = found.flat().map((one) => [`${one.projectId} ${one.chainId} ${one.address}`, one] as const);
    return [...new Map(byKey).values()];
  }

  async #cases(items: readonly StoredItem[]): Promise<Map<string, SeenCase>> {
    const found = await Promise.all(
      items.map(async ({ ref, key }) => {
        const version = ref.slice(key.length + 1);
        const name = version === "first" ? key : `${key}#${version}`;
        const one = await this.#desk.find({ subject: `notification#${name}`, opened: "once" });
        return one === undefined ? [] : [[ref, one] as const];
      }),
    );
    return new Map(found.flat());
  }

  /** The lists of one user or of one wallet, which cost little. */
  #listsOf(posted: readonly Posted[]): Promise<Listed[]> {
    const filters = posted.flatMap(({ userId, wallet }): ListFilter[] => [
      ...(userId === undefined ? [] : [{ userId }, { userId, risk: "illegal" as const }]),
      ...(wallet === undefined ? [] : [{ wallet }, { wallet, rehearsals: true }]),
    ]);
    const different = new Map(filters.map((filter) => [JSON.stringify(filter), filter]));
    const projectIds = [...new Set(posted.map(({ project }) => project))];
    return Promise.all([...different.values()].map((filter) => this.#list(filter, projectIds)));
  }

  async #list(filter: ListFilter, projectIds: readonly number[] = PROJECT_IDS): Promise<Listed> {
    const refs: string[] = [];
    for await (const one of this.#stack.queries.list({ projectIds, ...filter })) {
      refs.push(refOf(one));
    }
    return { filter, refs };
  }

  async #shown(key: string): Promise<string[]> {
    const refs = new Set<string>();
    let after: string | undefined;
    do {
      const found = await this.#stack.queries.find(key, after);
      for (const one of found === undefined ? [] : [found.notification, ...found.versions])
        refs.add(refOf(one));
      after = found?.more;
    } while (after !== undefined);
    return [...refs];
  }

  get #tables() {
    return this.#stack.stack.endpoints.tables;
  }
}

/** Queries of all lists in the end, each of which reads a whole project. */
const WHOLE_LISTS: readonly ListFilter[] = [
  {},
  { rehearsals: true },
  { risk: "illegal" },
  { risk: "warn" },
  { kind: "quarantined" },
  { kind: "notification" },
  { kind: "error" },
  { alert: "sent" },
  { alert: "none" },
  { law: "LFPIORPI" },
  { law: "Sanctions Act" },
  { law: "Law 45" },
  { country: "MX" },
  { country: "ES" },
];

function readItem(value: unknown): StoredItem {
  const item = storedItem.parse(value);
  return {
    ref: refOf(item),
    key: item.key,
    // Lists say which of those in quarantine were replayed.
    kind: item.kind === "replayed" ? "quarantined" : item.kind,
    risk: item.said.risk,
    repeats: item.repeats,
    atLeast: item.repeatsAtLeast === true,
    delivery: item.delivery,
    originalKey: item.version === "first" ? undefined : item.key,
    alert: item.alert,
    returnAlerts: Object.values(item.courses ?? {}).flatMap(({ returnAlerts = [] }) =>
      returnAlerts.map(({ id, version }) => ({ id, ref: refOf({ key: item.key, version }) })),
    ),
    rehearsal: item.key.startsWith("rehearsal#"),
    text: Buffer.from(expandBody(item.raw)).toString(),
  };
}

function alertsNamedBy({ alert, returnAlerts }: StoredItem): string[] {
  return [...(alert.id === undefined ? [] : [alert.id]), ...returnAlerts.map(({ id }) => id)];
}

function readRecord(value: unknown): AlertRecord {
  const { projectId, id, state, kind, subjects, message } = alertRecord.parse(value);
  return {
    id,
    project: Number(projectId),
    state,
    kind,
    refs: subjects.flatMap(({ key, version }) => (key === undefined ? [] : [refOf({ key, version })])),
    subject: message.subject,
    text: message.email,
  };
}

/** `1` of `1#42` and of `rehearsal#1#42`. */
function projectIn(key: string): string | undefined {
  return key.split("#").find((part) => /^\d+$/.test(part));
}

/** Partition and sort key in one. */
function refOf({ key, version }: { key: string; version?: string | undefined }): string {
  return `${key} ${version}`;
}

function keysOf(items: readonly StoredItem[]): string[] {
  return [...new Set(items.map(({ key, originalKey }) => originalKey ?? key))];
}
