/** The app of CDK: a stack of Vigía for each stage. Editors say what each property means. */

import { App } from "aws-cdk-lib";
import { type VigiaProps, VigiaStack } from "vigia";

const app = new App();

/** Properties of every stage. */
const shared: VigiaProps = {
  // The projects of the risk service, by their ids in its dashboard.
  projects: [{ id: 1 }],
  language: "en",
};

// Without `env`, both stages go into the account and region of your credentials.
new VigiaStack(app, "Vigia-dev", {
  ...shared,
  // env: { account: "111122223333", region: "us-east-1" },
  alertEmails: [],
  operationsEmails: [],
  desk: true,
});

new VigiaStack(app, "Vigia-prod", {
  ...shared,
  // env: { account: "444455556666", region: "us-east-1" },
  alertEmails: [],
  operationsEmails: [],
  escalationEmails: [],
  desk: true,
  tags: { team: "compliance" },
});
