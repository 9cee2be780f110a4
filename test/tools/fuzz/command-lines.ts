/** Every command of `vigia` with what may be given to it: braces mark the place of a stored text, `<` marks stdin. */

import type { StoredTexts } from "./stored.ts";

/** Commands that list: in three formats. */
const LISTS = [
  "notifications list",
  "notifications list --user={userId}",
  "notifications list --law={lawName} --risk illegal",
  "notifications list --wallet={argument}",
  "notifications list --kind error",
  "alerts list",
  "cases list --all",
  "cases sample --since 30d",
  "hold list --all",
  "quarantine list",
  "wallets list",
  "wallets list --user={userId}",
  "wallets history --project 1 {wallet}",
  "scan list",
  "dlq list",
  "audit",
];

const TWO_FORMATS = ["wallets status --chain 1 --project 1 {wallet}", "secrets list", "doctor"];

/** Commands that show, do or refuse; one with `{key}`, `{quarantined}` or `{alert}` is run for each of them. */
const OTHERS = [
  "notifications show -- {key}",
  "notifications show --raw -- {key}",
  "quarantine show -- {quarantined}",
  "quarantine show --raw -- {quarantined}",
  "quarantine replay -- {quarantined}",
  "alerts show -- {alert}",
  "notifications show last",
  "notifications show -- {argument}",
  "notifications list --since={argument}",
  "notifications list --format={argument}",
  "notifications export --format csv --out={argument}/x",
  "cases show -- {argument}",
  "cases verify",
  "cases verify --anchor={argument}",
  "cases sample --since 30d --seed={argument}",
  "cases open --since={argument}",
  "brief send",
  "hold place --reason={argument} -- {argument}",
  "hold show -- {argument}",
  "hold release --reason={argument} -- {argument}",
  "evidence --since 1d --out={argument}/x",
  "wallets show {wallet}",
  "wallets show -- {address}",
  "wallets show -- {argument}",
  "wallets history -- {argument}",
  "wallets status --chain 1 --project 1 -- {address}",
  "wallets remove --yes -- {argument}",
  "wallets import wallets.jsonl",
  "wallets import wallets.csv",
  "scan status",
  "scan run --project={argument}",
  "scan stop --project 1",
  "scan stop --project={argument}",
  "users get -- {userId}",
  "users delete --yes -- {argument}",
  "users import users.jsonl",
  "users import users.csv",
  "users import -- {argument}",
  "users check",
  "users check users.jsonl",
  "users compare users.jsonl",
  "users list",
  "users schema",
  "quarantine show -- {argument}",
  "quarantine replay -- {argument}",
  "quarantine replay --all",
  "audit --user={argument}",
  "desk people",
  "desk invite --role officer -- {argument}",
  "desk remove -- {argument}",
  "desk sign-out --everybody",
  "trigger illegal --user={argument} --law={argument}",
  "trigger -- {argument}",
  "sign GET -- /users/{argument}",
  "sign -- {argument} {argument}",
  "sign POST /webhook body.json",
  "verify capture.txt",
  "verify event.json",
  "verify --signature {argument} --timestamp {argument} -- GET /users/{argument}",
  "verify -- {argument}",
  "rates set MXN --on 2026-02-20 -- {argument}",
  "rates set MXN 18.20 --on={argument}",
  "rates delete MXN --on 2026-02-20",
  "rates list -- {argument}",
  "secrets set --kind webhook --project 1 < \n{argument}",
  "secrets rotate --kind api-key --project 1 --overlap={argument} < {argument}",
  "secrets retire --kind={argument}",
  "configure --set=scan.schedule={argument}",
  "subscriptions confirm https://sns.us-east-1.amazonaws.com/?TopicArn={argument}&Token=1",
  "subscriptions renew --yes --topic={argument} officer@company.example",
  "dlq list --queue={argument}",
  "dlq redrive",
  "smoke --{argument}",
  "doctor --stage={argument}",
  "{argument}",
  "notifications {argument}",
];

/** A command line, and what it reads. */
export interface CommandLine {
  args: string[];
  stdin: string | undefined;
}

/** All of them. @param each the values for which a line with their name is run, again for each */
export function commandLines(
  texts: StoredTexts & { wallet: string },
  each: Readonly<Record<"key" | "quarantined" | "alert", readonly string[]>>,
): CommandLine[] {
  const formatted = (line: string, ...formats: string[]) => [
    line,
    ...formats.map((format) => `${line} --format ${format}`),
  ];
  const lines = [
    ...LISTS.flatMap((line) => formatted(line, "jsonl", "csv")),
    ...TWO_FORMATS.flatMap((line) => formatted(line, "jsonl")),
    ...OTHERS,
  ];
  return lines.flatMap((line) => {
    const [, values = [""]] = Object.entries(each).find(([name]) => line.includes(`{${name}}`)) ?? [];
    return values.map((value) => {
      const given: Record<string, string> = { ...texts, key: value, quarantined: value, alert: value };
      const filled = (part: string) => part.replace(/\{(\w+)\}/g, (_, name) => given[name] ?? "");
      const [command = "", stdin] = line.split(" < ");
      return { args: command.split(" ").map(filled), stdin: stdin === undefined ? undefined : filled(stdin) };
    });
  });
}

/** The files that commands are given. */
export function filesOf({ argument }: StoredTexts): Record<string, string> {
  const said = JSON.stringify(argument);
  const cell = `"${argument.replaceAll('"', '""')}"`;
  const headers = { "x-wavynode-hmac": argument, "x-wavynode-timestamp": argument };
  return {
    "body.json": `{"type":${said},"data":{${said}:1}`,
    "capture.txt": `POST /webhook${argument} HTTP/1.1\r\nX-Wavynode-Hmac: ${argument}\r\nX-Wavynode-Timestamp: 1\r\n\r\n{${said}:1}`,
    "event.json": JSON.stringify({
      ...{ rawPath: argument, headers, body: argument, requestContext: { http: { method: argument } } },
    }),
    "users.jsonl": `{"userId":${said},"givenName":${said},${said}:1}\n${argument}\n`,
    "users.csv": `userId,givenName,${cell}\n${cell},${cell},1\nu,${cell}\n`,
    "wallets.jsonl": `{"projectId":1,"chainId":${said},"address":${said}}\n{"projectId":${said}}\n${argument}\n`,
    "wallets.csv": `projectId,chainId,address,userId,description\n1,1,${cell},${cell},${cell}\n${cell},1,x,,\n`,
  };
}
