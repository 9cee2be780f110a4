/** App that `cdk` runs in place of infra/app.ts: the same stack, without the parts that an endpoint lacks. */

import { App } from "aws-cdk-lib";
import { stageSettings, VigiaStack } from "../../../infra/vigia.ts";
import { LEFT_OUT, leaveOut, setUpFunctions } from "./left-out.ts";

const app = new App({ builtinCloudFormationValidation: false });
const settings = stageSettings(app);
const stack = new VigiaStack(app, `Vigia-${settings.stage}`, settings);
// It is made to be removed, and MiniStack knows no such protection.
stack.terminationProtection = false;
const names = (process.env[LEFT_OUT] ?? "").split(",").filter((name) => name !== "");
leaveOut(stack, names);
if (names.length > 0) setUpFunctions(stack);
app.synth();
