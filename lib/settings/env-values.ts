/** Single values of a function's environment, as text. */

import * as z from "zod/mini";
import { deadlineRule } from "./deadline-rule.ts";

export const text = z.string().check(z.minLength(1));
export const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d+$/, { error: "expected digits" })),
  z.transform((digits) => Number(digits)),
);
export const flag = z.pipe(
  z.enum(["true", "false"]),
  z.transform((word) => word === "true"),
);

/** A project as the functions know it: its id with the service, and whether Mexican compliance is enabled. */
export const project = z.object({ id: z.number(), mexico: z.boolean() });
export type Project = z.infer<typeof project>;

export const projects = z.pipe(
  z.string(),
  z.transform((json) => z.array(project).parse(JSON.parse(json))),
);

/** The currencies beside dollars, as JSON. */
export const currencies = z.pipe(
  z.string(),
  z.transform((json) => z.array(z.string()).parse(JSON.parse(json))),
);

/** The UMA by year, in digits, as JSON. */
export const umaYears = z.pipe(
  z.string(),
  z.transform((json) => z.record(z.string(), z.string()).parse(JSON.parse(json))),
);

/** The deadlines that settings add, as JSON; none where no desk is deployed. */
export const deadlines = z._default(
  z.pipe(
    z.string(),
    z.transform((json) => z.array(deadlineRule).parse(JSON.parse(json))),
  ),
  [],
);

/** Most that a project may send within a day (UTC), and its longest silence: 0 hours is for ever. */
const bounds = z.object({
  webhooksPerDay: z.number(),
  megabytesPerDay: z.number(),
  newWalletsPerDay: z.number(),
  silenceHours: z.number(),
});
const trafficBounds = z.extend(bounds, {
  /** Bounds of projects that have their own, by id, with those of all for the others. */
  projects: z.optional(z.record(z.string(), bounds)),
});
export type TrafficBounds = z.infer<typeof bounds>;
export type BoundsByProject = z.infer<typeof trafficBounds>;

/** As JSON. */
export const trafficBoundsJson = z.pipe(
  z.string(),
  z.transform((json) => trafficBounds.parse(JSON.parse(json))),
);

/** Authentication of inbound calls. */
export const authentication = z.enum(["signature", "api-key", "none"]);
export type Authentication = z.infer<typeof authentication>;

/** Expected subscribers of a topic: digests of e-mail addresses, and whether a Slack channel is one. */
const subscribers = z.object({ emails: z.array(z.string()), slack: z.boolean() });
export type Subscribers = z.infer<typeof subscribers>;

/** By topic, as JSON; empty for escalations without a topic. */
export const subscribersByTopic = () =>
  z.pipe(
    z.string(),
    z.transform((json) =>
      z
        .object({
          alerts: subscribers,
          operations: subscribers,
          escalation: z._default(subscribers, { emails: [], slack: false }),
        })
        .parse(JSON.parse(json)),
    ),
  );
