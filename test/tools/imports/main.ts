/**
 * Holds the order of the rooms: `node test/tools/imports/main.ts [folder]`. Exit 1 names each import that goes up or passes a wall, and
 * each circle of folders. Imports of types count. Circles of files are Biome's to find.
 */

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";

/** From top to bottom. A room imports those on lines below its own; rooms on one line don't know each other. */
const ORDER = [
  ["infra"],
  ["functions", "lib/cli"],
  ["lib/desk"],
  ["lib/reports"],
  ["lib/cases"],
  ["lib/alerts"],
  ["lib/intake", "lib/screening", "lib/users"],
  ["lib/settings"],
  ["lib/law"],
  ["lib/i18n"],
  ["lib/aws"],
  ["lib/contract"],
];

const ROOMS = ORDER.flatMap((rooms, line) => rooms.map((room) => ({ room, line })));

interface Import {
  from: string;
  /** As it is written. */
  path: string;
  to: string;
}

/** A relative path behind `from`, `import` or `import(`. */
const IMPORTED = /(?:\bfrom|\bimport|\bimport\()\s*["'](\.{1,2}\/[^"']+)["']/g;

function roomOf(file: string) {
  return ROOMS.find(({ room }) => file.startsWith(`${room}/`));
}

function sourcesIn(root: string): string[] {
  return globSync("{infra,functions,lib}/**/*.{ts,tsx,js}", { cwd: root })
    .filter((file) => !file.includes("/cdk.out/"))
    .toSorted();
}

function importsOf(root: string, file: string): Import[] {
  return [...readFileSync(join(root, file), "utf8").matchAll(IMPORTED)].map(([, path = ""]) => ({
    from: file,
    path,
    to: join(dirname(file), path),
  }));
}

function goesUp({ from, path, to }: Import): string[] {
  const [above, below] = [roomOf(from), roomOf(to)];
  if (above === undefined || below === undefined || above.room === below.room || above.line < below.line)
    return [];
  return [`${from} imports ${path}: ${above.room} must not import ${below.room}, which is not below it`];
}

/** By room: the files and folders (`tables/`) that its README has under "Door"; undefined where all of the room is open. */
function doorsIn(root: string): Map<string, readonly string[] | undefined> {
  const doors = new Map<string, readonly string[] | undefined>();
  for (const { room } of ROOMS) {
    const readme = join(root, room, "README.md");
    if (!room.startsWith("lib/") || !existsSync(readme)) continue;
    const [, door = ""] = readFileSync(readme, "utf8").split("\n## Door\n");
    const named = [...door.matchAll(/`((?!functions\/|infra\/)[\w./-]+(?:\.tsx?|\/))`/g)];
    const isOpen = door.trim() === "All of it.";
    doors.set(room, isOpen ? undefined : named.map(([, name = ""]) => `${room}/${name}`));
  }
  return doors;
}

/** An import of what a room keeps to itself. */
function passesWall({ from, path, to }: Import, doors: ReturnType<typeof doorsIn>): string[] {
  const [room, entered] = [roomOf(from)?.room, roomOf(to)?.room];
  if (entered === undefined || entered === room) return [];
  const door = doors.get(entered);
  if (door === undefined || door.some((name) => to === name || (name.endsWith("/") && to.startsWith(name))))
    return [];
  return [`${from} imports ${path}, which is not among the doors of ${entered} in its README`];
}

/** The folders that can be reached from themselves, each with the way back. */
function circlesOf(imports: readonly Import[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, imported] = [dirname(from), dirname(to)];
    if (folder !== imported) next.set(folder, (next.get(folder) ?? new Set()).add(imported));
  }
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (folder: string, way: readonly string[]): void => {
    const start = way.indexOf(folder);
    if (start >= 0) circles.push([...way.slice(start), folder].join(" → "));
    if (start >= 0 || done.has(folder)) return;
    for (const imported of next.get(folder) ?? []) walk(imported, [...way, folder]);
    done.add(folder);
  };
  for (const folder of next.keys()) walk(folder, []);
  return circles.map((circle) => `folders import each other in a circle: ${circle}`);
}

function violationsIn(root: string): string[] {
  const files = sourcesIn(root);
  if (files.length === 0) return [`${root} has no source in infra, functions or lib`];
  const homeless = files.filter((file) => roomOf(file) === undefined);
  const imports = files.flatMap((file) => importsOf(root, file));
  const doors = doorsIn(root);
  const up = imports.flatMap(goesUp);
  return [
    ...homeless.map((file) => `${file} lies in no room of the order`),
    // A way up makes circles and passes walls as well; its own sentence is enough.
    ...(up.length > 0
      ? up
      : [...imports.flatMap((imported) => passesWall(imported, doors)), ...circlesOf(imports)]),
  ];
}

const violations = violationsIn(process.argv[2] ?? ".");
for (const violation of violations) process.stderr.write(`${violation}\n`);
if (violations.length > 0) {
  process.stderr.write("Imports go down: see the map in .github/CONTRIBUTING.md.\n");
  process.exitCode = 1;
}
