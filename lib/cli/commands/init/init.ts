/** `vigia init`: begins the folder of a company that deploys Vigía. */

import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import cdkJson from "../../../../cdk.json" with { type: "json" };
import packageJson from "../../../../package.json" with { type: "json" };
import { CDK_FILE, SCHEMA_FILE, SETTINGS_FILE } from "../../../settings/project-file.ts";
import { addCommand, type Call, type CommandGroup } from "../../core/command.ts";
import { CommandError } from "../../core/failure.ts";

export function addInit(program: CommandGroup): void {
  addCommand(program, "init", {
    summary: "begin a folder for deploying: settings, an app of CDK, scripts and a workflow",
    details: "It writes into the folder that it is called in, overwrites no file, and deploys nothing.",
    // Outside a folder that has the package, npx would run a stranger's package of this name.
    examples: [`npm exec --package=${packageJson.name}@${packageJson.version} -- vigia init`],
    action: init,
  });
}

async function init({ context }: Call): Promise<undefined> {
  const { cwd } = context;
  const files = Object.entries(newFiles(basename(cwd)));
  const there = files.map(([name]) => name).filter((name) => existsSync(join(cwd, name)));
  if (there.length > 0)
    throw new CommandError(
      `${there.join(", ")} ${there.length === 1 ? "is" : "are"} in ${cwd} already, and init overwrites no file: run it in an empty folder. Nothing was written.`,
    );
  for (const [name, text] of files) {
    const path = join(cwd, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
    await context.print(name);
  }
  await context.note("Run npm install, then npm start. README.md says how to go on.");
}

const { name: PACKAGE, version: VERSION } = packageJson;

/** The files by their paths. @param folder name of the folder, for package.json */
function newFiles(folder: string): Readonly<Record<string, string>> {
  return {
    [SETTINGS_FILE]: json({
      $schema: `./node_modules/${PACKAGE}/${SCHEMA_FILE}`,
      projects: [{ id: 1, mexico: false }],
      alertEmails: [],
      operationsEmails: [],
      stages: { dev: {}, prod: {} },
    }),
    "app.ts": APP,
    // CDK's flags are those that the stack is tested with.
    [CDK_FILE]: json({ app: "node app.ts", context: cdkJson.context }),
    "package.json": json(ownPackage(folder)),
    ".github/workflows/vigia.yml": WORKFLOW,
    ".gitignore": "node_modules/\ncdk.out/\n.local/\n",
    "README.md": README,
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function ownPackage(folder: string) {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const { "aws-cdk": cdk, "aws-cdk-lib": library, constructs } = packageJson.devDependencies;
  const { dynalite, fauxqs, "oidc-provider": issuer } = packageJson.devDependencies;
  return {
    // npm installs no package into one of the same name.
    name: name === "" || name === PACKAGE ? `${PACKAGE}-deployment` : name,
    private: true,
    type: "module",
    engines: { node: ">=24" },
    // Scripts refuse an older Node by name, before it fails to read app.ts.
    devEngines: { runtime: { name: "node", version: ">=24", onFail: "error" } },
    scripts: {
      start: "vigia start",
      vigia: "vigia",
      synth: "cdk synth --quiet",
      diff: "cdk diff",
      deploy: "vigia upgrade",
    },
    dependencies: {
      "aws-cdk": cdk,
      "aws-cdk-lib": library,
      constructs,
      [PACKAGE]: VERSION,
    },
    // The local stack's emulators: a deployment does without.
    devDependencies: { dynalite, fauxqs, "oidc-provider": issuer },
  };
}

const APP = `/** The app that cdk runs: the stage of vigia.json that -c stage=… names. */

import { App } from "aws-cdk-lib";
import { stageSettings, VigiaStack } from "${PACKAGE}";

const app = new App();
const settings = stageSettings(app);
// The id stays as it is: logical ids hold it.
new VigiaStack(app, \`Vigia-\${settings.stage}\`, settings);
`;

const CHECKOUT = "actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0";
const SETUP_NODE = "actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0";

const INSTALL = `      - uses: ${CHECKOUT}
      - uses: ${SETUP_NODE}
        with:
          node-version: 24
      - run: npm ci --ignore-scripts --omit=dev --omit=optional
      - name: Ask GitHub for a token of this run, which AWS exchanges for the role
        run: |
          umask 077
          curl --silent --fail -H "Authorization: bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \\
            "$ACTIONS_ID_TOKEN_REQUEST_URL&audience=sts.amazonaws.com" | jq -r .value > "$AWS_WEB_IDENTITY_TOKEN_FILE"
`;

function deployment(stage: string, needs: string): string {
  return `  ${stage}:
    if: github.event_name == 'push'
${needs}    runs-on: ubuntu-latest
    timeout-minutes: 60
    environment: ${stage}
    permissions:
      contents: read
      id-token: write
    env:
      AWS_REGION: \${{ vars.AWS_REGION }}
      AWS_ROLE_ARN: \${{ vars.DEPLOY_ROLE_${stage.toUpperCase()} }}
      AWS_WEB_IDENTITY_TOKEN_FILE: \${{ github.workspace }}/../oidc-token
    steps:
${INSTALL}      - run: npm run deploy -- -c stage=${stage} --require-approval never
`;
}

const WORKFLOW = `name: vigia
on:
  push:
    branches: [main]
  pull_request:
permissions:
  contents: read
concurrency:
  group: vigia-\${{ github.event_name == 'push' && 'deploy' || github.ref }}
  cancel-in-progress: \${{ github.event_name == 'pull_request' }}
jobs:
  diff:
    # A fork gets no token of this repository.
    if: github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    timeout-minutes: 15
    permissions:
      contents: read
      id-token: write
      pull-requests: write
    env:
      AWS_REGION: \${{ vars.AWS_REGION }}
      AWS_WEB_IDENTITY_TOKEN_FILE: \${{ github.workspace }}/../oidc-token
    steps:
${INSTALL}      - name: Compare both stages with what is deployed
        env:
          DIFF_ROLE_DEV: \${{ vars.DIFF_ROLE_DEV }}
          DIFF_ROLE_PROD: \${{ vars.DIFF_ROLE_PROD }}
        run: |
          status=0
          compare() {
            AWS_ROLE_ARN="$2" npm run --silent diff -- -c "stage=$1" --no-color > diff.txt 2>&1 || status=1
            { printf '### Stage %s\\n\\n\`\`\`\\n' "$1"; head -c 25000 diff.txt; printf '\\n\`\`\`\\n\\n'; } >> diff.md
          }
          compare dev "$DIFF_ROLE_DEV"
          compare prod "$DIFF_ROLE_PROD"
          cat diff.md
          exit $status
      - name: Write it as a comment, also where a comparison failed
        if: success() || failure()
        env:
          GH_TOKEN: \${{ github.token }}
          PULL_REQUEST: \${{ github.event.pull_request.number }}
        run: gh pr comment "$PULL_REQUEST" --body-file diff.md --edit-last --create-if-none
${deployment("dev", "")}${deployment("prod", "    needs: dev\n")}`;

const README = `# Vigía

This folder deploys Vigía, which connects this company to its blockchain risk service. Everything that is ours is in \`vigia.json\`: editors complete and check it, and \`npm run vigia -- configure\` writes it.

| File | What it is |
| --- | --- |
| \`vigia.json\` | the settings: those of all stages, and under \`stages\` what differs in one |
| \`app.ts\` | the app of CDK; resources of our own go here |
| \`cdk.json\` | CDK's flags; leave them as they are |
| \`package.json\` | the scripts, and the version of Vigía; commit \`package-lock.json\` beside it |
| \`.github/workflows/vigia.yml\` | deploys \`main\` to dev, then to prod; shows the difference of a pull request as a comment |

Node 24 or later runs all of it. Where a text says \`vigia\`, type \`npx vigia\` in this folder. The pages that texts name as \`docs/…\` are
in \`node_modules/${PACKAGE}\`: \`docs/reference/settings.md\` has every setting, \`docs/guides/own-app.md\` the construct in an app of our own.

## On this machine

\`\`\`sh
npm install
npm start                                    # the whole stack, with a simulated risk service; Ctrl-C stops it
npm run vigia -- trigger illegal --user u-1  # in a second shell: a flagged transaction, alerted a few seconds later
npm run vigia -- notifications list
\`\`\`

## The first deployment

\`\`\`sh
npm run vigia -- configure --set 'projects=[{"id":7}]'   # the project's id in the service's dashboard
npm run vigia -- configure                               # asks who is alerted
npm run vigia -- configure --stage dev --set account=111122223333 --set region=us-east-1
npm run vigia -- configure --stage prod --set throttle.rate=150   # a setting of prod alone; null removes it
npx cdk bootstrap -c stage=dev                           # once for an account and region
npm run deploy -- -c stage=dev
\`\`\`

Then, with \`AWS_REGION\` set to the stage's region:

1. \`npm run vigia -- secrets set --kind webhook --project 7 --stage dev\`, and again with \`--kind api-key\`, ask for the values of
   the service's dashboard. With \`--kind rehearsal\` a value is made.
2. Register the outputs \`WebhookUrl\` and \`UserLookupUrl\` in the service's dashboard.
3. Each address gets a mail of AWS Notifications. Confirm its link by \`npm run vigia -- subscriptions confirm '<link>' --stage dev\`.
4. \`npm run vigia -- doctor --stage dev\` says what is still missing.

A setting behind \`-c key=value\` wins for one run alone: the next deployment reverts it.

## GitHub Actions

Each account trusts GitHub as an OIDC provider (\`token.actions.githubusercontent.com\`, audience \`sts.amazonaws.com\`) and has two
roles. Their ARNs are variables of this repository, \`DIFF_ROLE_DEV\`, \`DEPLOY_ROLE_DEV\`, \`DIFF_ROLE_PROD\` and \`DEPLOY_ROLE_PROD\`,
beside \`AWS_REGION\`.

| Role | Trusts the subject | May |
| --- | --- | --- |
| diff | \`repo:<owner>/<repository>:pull_request\` | assume CDK's lookup role \`cdk-*-lookup-role-*\`, which reads |
| deploy | \`repo:<owner>/<repository>:environment:dev\`, or \`prod\` | assume CDK's roles \`cdk-*\`; \`cloudformation:GetTemplate\` on the stack \`Vigia-*\` |

Require a review for the environment \`prod\` under _Settings_, _Environments_.

## Upgrading

1. \`npm install ${PACKAGE}@latest\`.
2. \`npm run vigia -- upgrade --check --stage dev\` compares what would be deployed with what is deployed, and \`npm run diff -- -c stage=dev\` shows all of it.
3. \`npm run deploy -- -c stage=dev\`. It compares first, and deploys nothing where a table, key, pool, secret or policy would be lost.

\`docs/operate/upgrade.md\` in \`node_modules/${PACKAGE}\` says what each release changes.
`;
