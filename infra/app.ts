/** The app that `cdk` and `npm start` run in this repository. */

import { App } from "aws-cdk-lib";
import { VigiaStack } from "./vigia.ts";

const app = new App();
new VigiaStack(app, "Vigia-dev", { projects: [{ id: 1 }, { id: 2, mexico: true }], desk: true });
