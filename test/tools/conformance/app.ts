/** App that `cdk` runs in place of infra/app.ts: a stack without the parts that an endpoint lacks. */

import { App } from "aws-cdk-lib";
import { VigiaStack } from "../../../infra/vigia.ts";
import { LEFT_OUT, leaveOut, STACK, setUpFunctions } from "./left-out.ts";

const { stackName, props } = JSON.parse(process.env[STACK] ?? "{}");
const app = new App({ builtinCloudFormationValidation: false });
// It is made to be removed, and MiniStack knows no such protection.
const stack = new VigiaStack(app, stackName, { ...props, terminationProtection: false });
const names = (process.env[LEFT_OUT] ?? "").split(",").filter((name) => name !== "");
leaveOut(stack, names);
if (names.length > 0) setUpFunctions(stack);
app.synth();
