/** Every command of `vigia` with what may be given to it, in every format. */

import { type StoredTexts, WALLET } from "./stored-texts.ts";

/** A command line, and what its output is. */
export interface CommandLine {
  args: string[];
  form: "rows" | "json" | "text" | "raw";
  stdin?: string;
}

const PLACE = ["--project", "1"];

/** Those that list: in three formats. */
function lists({ userId, lawName, argument }: StoredTexts): string[][] {
  return [
    ["notifications", "list"],
    ["notifications", "list", `--user=${userId}`],
    ["notifications", "list", `--law=${lawName}`, "--risk", "illegal"],
    ["notifications", "list", `--wallet=${argument}`],
    ["notifications", "list", "--kind", "error"],
    ["alerts", "list"],
    ["cases", "list", "--all"],
    ["cases", "sample", "--since", "30d"],
    ["hold", "list", "--all"],
    ["quarantine", "list"],
    ["wallets", "list"],
    ["wallets", "list", `--user=${userId}`],
    ["wallets", "history", ...PLACE, WALLET],
    ["scan", "list"],
    ["dlq", "list"],
    ["audit"],
  ];
}

const TWO_FORMATS = [
  ["wallets", "status", "--chain", "1", ...PLACE, WALLET],
  ["secrets", "list"],
  ["doctor"],
];

/** Those that show, do or refuse. @param keys the keys of what is stored */
function others(texts: StoredTexts, keys: readonly string[]): CommandLine[] {
  const given = texts.argument;
  const text = (...args: string[]): CommandLine => ({ args, form: "text" });
  return [
    ...keys.flatMap((key): CommandLine[] => [
      text("notifications", "show", "--", key),
      { args: ["notifications", "show", "--raw", "--", key], form: "raw" },
    ]),
    ...keys
      .filter((key) => key.includes("quarantined"))
      .flatMap((key): CommandLine[] => [
        text("quarantine", "show", "--", key),
        { args: ["quarantine", "show", "--raw", "--", key], form: "raw" },
        text("quarantine", "replay", "--", key),
      ]),
    text("notifications", "show", "last"),
    text("notifications", "show", "--", given),
    text("notifications", "list", `--since=${given}`),
    text("notifications", "list", `--format=${given}`),
    text("notifications", "export", "--format", "csv", `--out=${given}/x`),
    text("cases", "show", "--", given),
    text("cases", "verify"),
    text("cases", "verify", `--anchor=${given}`),
    text("brief", "send"),
    text("cases", "sample", "--since", "30d", `--seed=${given}`),
    text("hold", "place", `--reason=${given}`, "--", given),
    text("hold", "show", "--", given),
    text("hold", "release", `--reason=${given}`, "--", given),
    text("evidence", "--since", "1d", `--out=${given}/x`),
    text("wallets", "show", WALLET),
    text("wallets", "show", "--", texts.address),
    text("wallets", "show", "--", given),
    text("wallets", "history", "--", given),
    text("wallets", "status", "--chain", "1", ...PLACE, "--", texts.address),
    text("scan", "status"),
    text("scan", "run", `--project=${given}`),
    text("scan", "stop", ...PLACE),
    text("scan", "stop", `--project=${given}`),
    text("users", "get", "--", texts.userId),
    text("users", "delete", "--yes", "--", given),
    text("quarantine", "show", "--", given),
    text("quarantine", "replay", "--", given),
    text("quarantine", "replay", "--all"),
    text("audit", `--user=${given}`),
    text("cases", "open", `--since=${given}`),
    text("desk", "people"),
    text("desk", "invite", "--role", "officer", "--", given),
    text("desk", "remove", "--", given),
    text("desk", "sign-out", "--everybody"),
    text("trigger", "illegal", `--user=${given}`, `--law=${given}`),
    text("trigger", "--", given),
    text("sign", "GET", "--", `/users/${given}`),
    text("sign", "--", given, given),
    text("sign", "POST", "/webhook", "body.json"),
    text("verify", "capture.txt"),
    text("verify", "event.json"),
    text("verify", "--signature", given, "--timestamp", given, "--", "GET", `/users/${given}`),
    text("verify", "--", given),
    text("users", "import", "users.jsonl"),
    text("users", "import", "users.csv"),
    text("users", "import", "--", given),
    text("rates", "set", "MXN", "--on", "2026-02-20", "--", given),
    text("rates", "set", "MXN", "18.20", `--on=${given}`),
    text("rates", "delete", "MXN", "--on", "2026-02-20"),
    text("rates", "list", "--", given),
    text("users", "check"),
    text("users", "list"),
    text("users", "schema"),
    text("users", "compare", "users.jsonl"),
    text("wallets", "remove", "--yes", "--", given),
    text("users", "check", "users.jsonl"),
    text("wallets", "import", "wallets.jsonl"),
    text("wallets", "import", "wallets.csv"),
    { args: ["secrets", "set", "--kind", "webhook", ...PLACE], form: "text", stdin: `\n${given}` },
    {
      args: ["secrets", "rotate", "--kind", "api-key", ...PLACE, `--overlap=${given}`],
      form: "text",
      stdin: given,
    },
    text("secrets", "retire", `--kind=${given}`),
    text("configure", `--set=scan.schedule=${given}`),
    text("subscriptions", "confirm", `https://sns.us-east-1.amazonaws.com/?TopicArn=${given}&Token=1`),
    text("subscriptions", "renew", "--yes", `--topic=${given}`, "officer@company.example"),
    text("dlq", "list", `--queue=${given}`),
    text("dlq", "redrive"),
    text("smoke", `--${given}`),
    text(given),
    text("notifications", given),
    text("doctor", `--stage=${given}`),
  ];
}

/** All of them. @param keys the keys of what is stored @param alertIds the ids of alerts */
export function commandLines(
  texts: StoredTexts,
  keys: readonly string[],
  alertIds: readonly string[],
): CommandLine[] {
  return [
    ...lists(texts).flatMap((args): CommandLine[] => [
      ...["jsonl", "csv"].map(
        (format): CommandLine => ({ args: [...args, "--format", format], form: "rows" }),
      ),
      { args, form: "text" },
    ]),
    ...TWO_FORMATS.flatMap((args): CommandLine[] => [
      { args: [...args, "--format", "jsonl"], form: "rows" },
      { args, form: "text" },
    ]),
    ...others(texts, keys),
    ...alertIds.map((id): CommandLine => ({ args: ["alerts", "show", "--", id], form: "text" })),
  ];
}

/** The files that commands are given. */
export function filesOf(texts: StoredTexts): Record<string, string> {
  const given = texts.argument;
  const said = JSON.stringify(given);
  const cell = `"${given.replaceAll('"', '""')}"`;
  return {
    "body.json": `{"type":${said},"data":{${said}:1}`,
    "capture.txt": `POST /webhook${given} HTTP/1.1\r\nX-Wavynode-Hmac: ${given}\r\nX-Wavynode-Timestamp: 1\r\n\r\n{${said}:1}`,
    "event.json": JSON.stringify({
      rawPath: given,
      headers: { "x-wavynode-hmac": given, "x-wavynode-timestamp": given },
      body: given,
      requestContext: { http: { method: given } },
    }),
    "users.jsonl": `{"userId":${said},"givenName":${said},${said}:1}\n${given}\n`,
    "users.csv": `userId,givenName,${cell}\n${cell},${cell},1\nu,${cell}\n`,
    "wallets.jsonl": `{"projectId":1,"chainId":${said},"address":${said}}\n{"projectId":${said}}\n${given}\n`,
    "wallets.csv": `projectId,chainId,address,userId,description\n1,1,${cell},${cell},${cell}\n${cell},1,x,,\n`,
  };
}
