/** Stacks on which webhooks and look-ups are played: one for the doors, and one for what is behind them. */

import { FaultStack } from "./fault-stack.ts";
import { Intake } from "./intake.ts";
import { doorStories, queueStories } from "./intake-stories.ts";
import { lookUpStory } from "./look-up-story.ts";
import { settled } from "./settled.ts";
import type { Story, Theatre } from "./story.ts";
import { FIRST_SUBJECT } from "./subjects.ts";
import { unless } from "./violation.ts";

/** The functions behind the doors have 1 s, even where the machine has other things to do. */
const DOORS_TIME_SCALE = 10;

/** The consumer has 1.5 s; a message comes back after 9 s. */
const QUEUE_TIME_SCALE = 40;

const PATIENCE_MS = 120_000;

/** As many as there are workers. */
const AT_ONCE_AT_THE_DOORS = 4;

/** More would be gathered into alerts that name only twenty. */
const AT_ONCE_IN_THE_QUEUE = 12;

/** Starts a stack for what is posted and looked up; `slowness` divides how fast its clock runs. */
export async function openDoors(slowness = 1): Promise<Theatre> {
  const stack = await FaultStack.start({ timeScale: DOORS_TIME_SCALE / slowness, warm: true });
  const intake = new Intake(stack);
  const stories = [...doorStories(intake), lookUpStory(stack, false), lookUpStory(stack, true)];
  const patienceMs = PATIENCE_MS * slowness;
  return theatre("doors", { stack, intake, stories, atOnce: AT_ONCE_AT_THE_DOORS, patienceMs });
}

/** Starts a stack for what comes out of the webhook queue; `slowness` divides how fast its clock runs. */
export async function openQueue(slowness = 1): Promise<Theatre> {
  const stack = await FaultStack.start({ timeScale: QUEUE_TIME_SCALE / slowness, warm: true });
  const intake = new Intake(stack);
  const patienceMs = PATIENCE_MS * slowness;
  const settle = (subject: string) => settled(() => intake.violations(subject), patienceMs);
  const stories = queueStories(intake, settle);
  return theatre("queue", { stack, intake, stories, atOnce: AT_ONCE_IN_THE_QUEUE, patienceMs });
}

interface Parts {
  stack: FaultStack;
  intake: Intake;
  stories: readonly Story[];
  atOnce: number;
  patienceMs: number;
}

function theatre(name: string, { stack, intake, ...parts }: Parts): Theatre {
  let next = FIRST_SUBJECT;
  return {
    name,
    ...parts,
    stack,
    nextSubject: () => String(next++),
    restart: (functions) => stack.restart(functions),
    async drain() {
      await intake.drain();
      const dead = await stack.waiting("webhookDlq");
      return unless(dead === 0, "lost", `${dead} messages of the webhook queue went to its dead letters`);
    },
    close: () => stack.close(),
  };
}
