/** App that `cdk` runs in this repository: the stage of vigia.json that `-c stage=…` names, judged by cdk-nag's rules too. */

import { App, Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { stageSettings, VigiaStack } from "./vigia.ts";

const app = new App();
const settings = stageSettings(app);
new VigiaStack(app, `Vigia-${settings.stage}`, settings);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
