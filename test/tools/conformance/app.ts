/** What `cdk` runs in place of infra/app.ts: the same stack, without what an endpoint lacks. */

import { buildApp } from "../../../infra/assembly.ts";
import { LEFT_OUT, leaveOut } from "./left-out.ts";

const { app, stack } = buildApp({ rules: false });
leaveOut(stack, (process.env[LEFT_OUT] ?? "").split(","));
app.synth();
