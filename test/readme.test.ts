import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ENDINGS } from "../infra/local/sandbox/endings.ts";
import { timeIn } from "../lib/cli/core/options.ts";
import { instantOf } from "../lib/i18n/time/calendar.ts";
import { DESK, INVENTED_RATE, readmeAlerts } from "./lib/alerts/readme-alerts.ts";
import { ENGLISH, SPANISH } from "./support/translators.ts";

const ROOT = join(import.meta.dirname, "..");
const readme = textOf("README.md");

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** Anchors of the headings, as GitHub makes them. */
function headingsOf(text: string): Set<string> {
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, "").matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function fenced(text: string): string {
  return `\`\`\`\n${text.trimEnd()}\n\`\`\``;
}

describe("the README", () => {
  it("has the two commands, and 100 lines at most", () => {
    expect(readme).toContain("npm ci && npm start");
    expect(readme).toContain("npm ci && npm test");
    expect(readme.split("\n").length).toBeLessThanOrEqual(101);
  });
});

describe("the documents", () => {
  it("name every setting", () => {
    const page = textOf("docs/reference/settings.md");
    const names = textOf("lib/settings/settings.ts").matchAll(/^ {2}readonly (\w+)\??:/gm);
    expect([...names].map(([, name = ""]) => name).filter((name) => !page.includes(name))).toEqual([]);
  });
});

describe("the page of messages", () => {
  const alerts = textOf("docs/reference/messages.md");

  it.each(Object.entries(readmeAlerts(ENGLISH)))("shows the alert %s as it is written", (_, text) => {
    expect(alerts).toContain(fenced(text));
  });
});

describe("the guides to the desk and to evidence", () => {
  const guides = textOf("docs/guides/evidence-and-audit.md") + textOf("docs/guides/desk.md");
  const times = [...guides.matchAll(/--(?:since|until) (\d[^\s`]*)/g)].map(([, time = ""]) => time);

  it("have no day that a command would take for one in UTC", () => {
    expect(times).toHaveLength(8);
    expect(times.filter((time) => !time.endsWith("T00:00:00-06:00"))).toEqual([]);
  });

  it("have the moments at which the page's days of the quarter begin and end", () => {
    const command = times.slice(0, 2).map(timeIn({ now: () => 0 }));
    const midnight = (day: string) => instantOf(`${day}T00:00`, "America/Mexico_City");
    expect(command).toEqual(["2026-01-01", "2026-04-01"].map(midnight));
  });
});

describe("the Spanish examples of the alerts", () => {
  const alerts = textOf("docs/es/oficial/mensajes.md") + textOf("docs/es/operacion.md");

  it.each(Object.entries(readmeAlerts(SPANISH, INVENTED_RATE, DESK)))(
    "show %s as it is written",
    (_, text) => {
      expect(alerts).toContain(fenced(text));
    },
  );
});

describe("the README of the sandbox", () => {
  const sandbox = textOf("infra/local/sandbox/README.md");

  it("lists every ending that the sandbox simulates", () => {
    expect(Object.keys(ENDINGS).filter((ending) => !sandbox.includes(`\`${ending}\``))).toEqual([]);
  });
});

describe.each([
  ...globSync("docs/**/*.md", { cwd: ROOT }),
  "README.md",
  "SECURITY.md",
  ".github/CONTRIBUTING.md",
  "CHANGELOG.md",
  ...globSync("{functions,infra,lib,test}/**/README.md", { cwd: ROOT }),
])("%s", (file) => {
  const text = textOf(file);

  it("links to files and headings that exist", () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)];
    const isDead = ([, link = "", heading]: string[]) => {
      // A page of the repository at GitHub, beside its files.
      if (link.startsWith("../../../actions/workflows/"))
        return !existsSync(join(ROOT, ".github/workflows", link.split("/")[5] ?? ""));
      const target = link === "" ? join(ROOT, file) : join(ROOT, dirname(file), link);
      if (!existsSync(target)) return true;
      return heading !== undefined && !headingsOf(readFileSync(target, "utf8")).has(heading);
    };
    expect(links.filter(isDead).map(([link]) => link)).toEqual([]);
  });

  it("names files and folders that exist", () => {
    const paths = [...text.matchAll(/`((?:docs|functions|infra|lib|test)\/[\w./-]+)`/g)].map(
      ([, path = ""]) => path,
    );
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
