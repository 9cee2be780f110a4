/**
 * The check of an evidence pack: verify.mjs and verify.html are made with it, so it uses only what Node and browsers share.
 *
 * The manifest names each file with its SHA-256. The events of a case are a chain: each event holds the SHA-256 of the event before it,
 * over its JSON in the canonical form of RFC 8785, and the first one that of {"opened":…,"subject":…}. The manifest and the item for
 * lists have the SHA-256 of the last event. An event names a message of the service by the SHA-256 of its body, and a decision the
 * notice of a month by its id. Both are in the pack, unless the manifest says that they are absent. A month's file has the events of
 * such notices whole, and of the month's other events the SHA-256 alone.
 */

const UNLISTED = ["manifest.json", "manifest.sha256"];

/** What Finder and Explorer leave in a folder that they show or unpack. */
const OF_SYSTEM = /(^|\/)(\.DS_Store|desktop\.ini|Thumbs\.db)$/i;
const FOLDER_OF_FINDER = /^(\.\.\/)?__MACOSX\//;
const OF_FINDER = /^(\.\.\/)?__MACOSX\/(.*\/)?\._[^/]*$/;

/** So much of a noted digest is enough to compare; the name of a zip from the desk ends with it. */
const NOTED = /(?:^|-)(?<digits>[0-9a-f]{16,64})(?: ?\(\d+\))?(?:\.zip)?$/;

/**
 * @param entries of the pack, by path with `/` between folders: each has a `kind` ("file", "folder" or "other") and `read()`, which
 *   gives the bytes of a file
 * @param noted digest of the manifest, or its first 16 digits or more, as it was noted when the pack was made; undefined without one
 * @returns what was found, for `sentencesOf`
 */
export async function checkPack(entries, noted) {
  const pack = new PackCheck(entries);
  await pack.check(noted);
  return pack;
}

/** What a check found, a sentence each. @param texts by their codes */
export function sentencesOf({ problems, gaps, files, cases, madeAt, digest, isCompared, isNoDigest }, texts) {
  const isIntact = problems.length === 0 && !isNoDigest;
  const whole = { files: files.length, cases: cases.length, madeAt };
  return {
    isIntact,
    problems: problems.map(({ code, values }) => sentence(texts[code], values)),
    gaps: gaps.map((gap) =>
      sentence(`{$subject} ({$folder}): ${texts[`gap ${gap.kind}`] ?? "{$kind}"}`, gap),
    ),
    digest: sentence(isCompared ? texts.digest : texts.compare, { digest }),
    verdict: isIntact
      ? sentence(isCompared ? texts.intact : texts.matches, whole)
      : sentence(problems.length > 0 ? texts.notIntact : texts.noDigest, { count: problems.length }),
  };
}

/** A text with its values, of which what a terminal or a page acts on or hides is escaped: a changed pack may have it in its names. */
function sentence(text, values) {
  return text.replace(/\{\$(\w+)\}/g, (_, name) => escaped(textOf(values[name])));
}

function textOf(value) {
  return typeof value === "string" ? value : String(JSON.stringify(value));
}

export function escaped(text) {
  return text.replace(/\p{C}|\p{Default_Ignorable_Code_Point}|[\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) =>
      character.charCodeAt(at).toString(16).padStart(4, "0"),
    )
      .map((code) => `\\u${code}`)
      .join(""),
  );
}

async function sha256(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

/** The members of an object, or no members for any other value. */
function membersOf(value) {
  return typeof value === "object" && value !== null ? value : {};
}

/** The digests of the bodies that an event names: that of a message, of those before it, and of the operations of a suspicion. */
function bodiesNamedBy({ rawSha256, facts, operations }) {
  const { rawSha256: ofOpening, earlier } = membersOf(facts);
  const lists = [earlier, operations].filter((list) => Array.isArray(list));
  const ofLists = lists.flat().map((named) => membersOf(named).rawSha256);
  return [rawSha256 ?? ofOpening, ...ofLists].filter((digest) => digest !== undefined);
}

class PackCheck {
  problems = [];
  /** Records that the pack never contained, with the case that lacks each. */
  gaps = [];
  /** Files of the operating system. */
  ofSystem = [];
  files = [];
  cases = [];
  months = [];
  madeAt = "";
  /** SHA-256 of the manifest, in hexadecimal. */
  digest = "";
  /** True where a noted digest was compared. */
  isCompared = false;
  /** True where a text was given as the noted digest, and is not one. */
  isNoDigest = false;
  #entries;
  /** Digests of the bodies in the pack, by their folder. */
  #bodies = new Map();
  /** Ids of the notices that are whole in the pack, by the subject of their month. */
  #notices = new Map();

  constructor(entries) {
    this.#entries = entries;
  }

  async check(noted) {
    const bytes = await this.#read("manifest.json");
    const manifest = await this.#json("manifest.json");
    this.digest = bytes === undefined ? "" : await sha256(bytes);
    const digestFile = await this.#read("manifest.sha256");
    if (manifest === undefined) this.#problem("noManifest");
    else if (digestFile === undefined || new TextDecoder().decode(digestFile).trim() !== this.digest)
      this.#problem("manifestChanged");
    this.#compare(noted);
    if (manifest === undefined) return;
    const { files, cases, months, madeAt } = membersOf(manifest);
    this.files = this.#objectsOf(files, "manifest.json: files");
    this.cases = this.#objectsOf(cases, "manifest.json: cases");
    this.months = this.#objectsOf(months, "manifest.json: months");
    this.madeAt = madeAt;
    await this.#attempt(() => this.#checkFiles());
    await this.#attempt(() => this.#checkNamed());
    await this.#attempt(() => this.#findBodies());
    for (const month of this.months) await this.#attempt(() => this.#checkMonth(month));
    for (const packedCase of this.cases) await this.#attempt(() => this.#checkCase(packedCase));
    if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(textOf(madeAt))) this.#problem("noTime");
  }

  #compare(noted) {
    if (noted === undefined) return;
    const { digits } = NOTED.exec(noted.trim().toLowerCase())?.groups ?? {};
    this.isCompared = digits !== undefined;
    this.isNoDigest = digits === undefined;
    if (digits !== undefined && !this.digest.startsWith(digits)) this.#problem("otherDigest");
  }

  #problem(code, values = {}) {
    this.problems.push({ code, values });
  }

  /** Keeps the problems found so far if the pack cannot be read to its end. */
  async #attempt(check) {
    try {
      await check();
    } catch (error) {
      this.#problem("notVigia", { message: error.message });
    }
  }

  async #read(path) {
    const entry = this.#entries.get(path);
    try {
      return entry?.kind === "file" ? await entry.read() : undefined;
    } catch {
      return undefined;
    }
  }

  async #json(path) {
    try {
      return JSON.parse(new TextDecoder().decode(await this.#read(path))) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** The objects of a list; anything else in it is a problem. */
  #objectsOf(value, name) {
    if (!Array.isArray(value)) {
      this.#problem("noList", { name });
      return [];
    }
    return value.filter((member, index) => {
      const isObject = typeof member === "object" && member !== null;
      if (!isObject) this.#problem("oddEntry", { name, number: index + 1 });
      return isObject;
    });
  }

  async #checkFiles() {
    for (const { path, sha256: digest } of this.files) {
      const content = await this.#read(path);
      const kind = this.#entries.get(path)?.kind;
      if (kind === undefined) this.#problem("removed", { path });
      else if (kind !== "file") this.#problem("noFile", { path });
      else if (content === undefined) this.#problem("unreadable", { name: path });
      else if ((await sha256(content)) !== digest) this.#problem("changed", { path });
    }
    const listed = new Set([...UNLISTED, ...this.files.map(({ path }) => String(path))]);
    const folders = new Set(
      [...listed].flatMap((path) => [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index))),
    );
    for (const [path, { kind }] of this.#entries) {
      if ((kind === "folder" ? folders : listed).has(path)) continue;
      if (isOfSystem(path, kind)) this.ofSystem.push(path);
      else this.#problem("added", { path });
    }
  }

  /** Finds the bodies of each folder, of which a pack may have thousands. */
  #findBodies() {
    for (const file of this.files) {
      const path = String(file.path);
      if (!path.endsWith(".body")) continue;
      const folder = path.slice(0, path.lastIndexOf("/"));
      this.#bodies.set(folder, [...(this.#bodies.get(folder) ?? []), file.sha256]);
    }
  }

  /** Finds cases and months that the manifest does not name: nothing else checks them. */
  #checkNamed() {
    const named = new Set([
      ...this.cases.map(({ folder }) => `${folder}/case.json`),
      ...this.months.map(({ path }) => path),
    ]);
    for (const path of this.files.map((file) => String(file.path))) {
      if (named.has(path)) continue;
      if (path.endsWith("/case.json")) this.#problem("caseUnlisted", { path });
      else if (path.startsWith("months/")) this.#problem("monthUnlisted", { path });
    }
  }

  async #checkMonth(month) {
    const { subject, opened, path, events: count, whole } = month;
    const name = `${subject} (${path})`;
    const file = await this.#json(path);
    if (file === undefined) return this.#problem("unreadable", { name });
    const entries = this.#objectsOf(membersOf(file).events, `${name}: events`);
    this.#checkNumbers(
      entries.map(({ number }) => number),
      count,
      name,
    );
    for (const number of Array.isArray(whole) ? whole : [])
      if (entries.some((entry) => entry.number === number && entry.event === undefined))
        this.#problem("digestAlone", { name, number });
    let before = await sha256(canonical({ opened, subject }));
    for (const { number, sha256: digest, event } of entries) {
      if (event !== undefined) {
        if ((await sha256(canonical(event))) !== digest || membersOf(event).number !== number)
          this.#problem("eventChanged", { name, number });
        if (membersOf(event).previous !== before) this.#problem("notAfterDigest", { name, number });
      }
      before = digest;
    }
    this.#checkEnd(file, entries.length === 0 ? undefined : before, month, name);
    const notices = entries.map(({ event }) => membersOf(event)).filter(({ kind }) => kind === "notice");
    this.#notices.set(subject, new Set(notices.map(({ id }) => id)));
  }

  async #checkCase(packedCase) {
    const { subject, opened, folder, events: count } = packedCase;
    const name = `${subject} (${folder}/case.json)`;
    const lacks = this.#gapsOf(packedCase);
    const file = await this.#json(`${folder}/case.json`);
    if (file === undefined) return this.#problem("unreadable", { name });
    const events = this.#objectsOf(membersOf(file).events, `${name}: events`);
    const numbers = events.map(({ number }) => number);
    this.#checkNumbers(numbers, count, name);
    let before = await sha256(canonical({ opened, subject }));
    for (const [index, event] of events.entries()) {
      const { number } = event;
      if (event.previous !== before) {
        if (index === 0) this.#problem("notAfterKey", { name, number });
        else this.#problem("notAfter", { name, number, before: numbers[index - 1] });
      }
      before = await sha256(canonical(event));
    }
    this.#checkBodies(events, packedCase, lacks, name);
    this.#checkNotices(events, packedCase, lacks, name);
    this.#checkEnd(file, events.length === 0 ? undefined : before, packedCase, name);
  }

  /** What the manifest says that a case lacks. */
  #gapsOf({ subject, folder, lacks }) {
    const gaps = this.#objectsOf(lacks, `${subject} (${folder}): lacks`);
    this.gaps.push(...gaps.map((gap) => ({ ...gap, subject, folder })));
    return gaps;
  }

  /** Each body that an event names is in the folder, as the service sent it, or named as absent. */
  #checkBodies(events, { folder }, lacks, name) {
    const packed = this.#bodies.get(folder) ?? [];
    const absent = lacks.filter(({ kind }) => kind === "body absent").map(({ sha256: digest }) => digest);
    const accounted = new Set([...packed, ...absent]);
    for (const event of events)
      for (const digest of bodiesNamedBy(event))
        if (!accounted.has(digest)) this.#problem("noBody", { name, number: event.number, sha256: digest });
  }

  /** Each notice of a month that an event names is in the pack whole, or its month is named as absent. */
  #checkNotices(events, { subject }, lacks, name) {
    const [, project] = String(subject).split("#");
    const absent = new Set(lacks.filter(({ kind }) => kind === "month unreadable").map(({ month }) => month));
    for (const { number, notice } of events) {
      const { month, id } = membersOf(notice);
      if (id === undefined || absent.has(month)) continue;
      if (!this.#notices.get(`month#${project}#${month}`)?.has(id))
        this.#problem("noNotice", { name, number, id });
    }
  }

  /** Events of a case or month are numbered from 1 on. */
  #checkNumbers(numbers, count, name) {
    for (let number = 1; number <= count; number++)
      if (!numbers.includes(number)) this.#problem("eventRemoved", { name, number });
    if (numbers.length > count) this.#problem("eventAdded", { name, count });
    if (numbers.some((number, index) => index > 0 && number <= numbers[index - 1]))
      this.#problem("reordered", { name, numbers: numbers.join(", ") });
  }

  /** The item for lists and the manifest name the digest of the last event. */
  #checkEnd(file, before, { subject, opened, last }, name) {
    const { subject: ownSubject, opened: ownOpened, head } = membersOf(file);
    if (before === undefined || before !== membersOf(head).last) this.#problem("lastChanged", { name });
    if (membersOf(head).last !== last) this.#problem("otherEnd", { name });
    if (ownSubject !== subject || ownOpened !== opened) this.#problem("otherKey", { name });
  }
}

/** Nothing of such a file is read, and links are not followed. */
function isOfSystem(path, kind) {
  if (kind === "folder") return FOLDER_OF_FINDER.test(`${path}/`);
  return kind === "file" && (OF_SYSTEM.test(path) || OF_FINDER.test(path));
}
