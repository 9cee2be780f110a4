/** Set up before each file of stories: the stacks that it starts are deployed onto the endpoint. */

import "../loopback-names.ts";
import { startStacksBy } from "../../../support/test-stack.ts";
import { StoryStack } from "./story-stack.ts";

startStacksBy((options) => StoryStack.deploy(options));
