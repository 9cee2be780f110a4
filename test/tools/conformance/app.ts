/** App that `cdk` runs in place of infra/app.ts: the same stack, without the parts that an endpoint lacks. */

import { buildApp } from "../../../infra/assembly.ts";
import { LEFT_OUT, leaveOut, setUpFunctions } from "./left-out.ts";

const { app, stack } = buildApp({ rules: false });
// It is made to be removed, and MiniStack knows no such protection.
stack.terminationProtection = false;
const names = (process.env[LEFT_OUT] ?? "").split(",").filter((name) => name !== "");
leaveOut(stack, names);
if (names.length > 0) setUpFunctions(stack);
app.synth();
