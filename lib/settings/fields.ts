/** Checks of single properties. */

import * as z from "zod/mini";
import { isLoopback } from "../aws/local-call.ts";
import { isTimeZone } from "../i18n/time/calendar.ts";
import { nextRuns } from "../i18n/time/schedule.ts";

/** @param tooLarge what is said of a number above the maximum, where it needs a reason */
export function wholeNumber(minimum: number, maximum: number, tooLarge?: string) {
  return z
    .number()
    .check(
      z.int({ error: "expected a whole number", abort: true }),
      z.minimum(minimum),
      tooLarge === undefined
        ? z.maximum(maximum)
        : z.refine((value) => value <= maximum, { error: tooLarge }),
    );
}

export function matching(pattern: RegExp, error: string) {
  return z.string().check(z.regex(pattern, { error }));
}

/** A value that CDK fills in at the deployment, such as the ARN of a resource beside a construct. */
const FILLED_IN = /\$\{Token\[/;

/** The name or ARN of a resource: of the form, or filled in at the deployment. */
export function reference(pattern: RegExp, error: string) {
  return z.string().check(z.refine((text) => FILLED_IN.test(text) || pattern.test(text), { error }));
}

/** As HTML has it, with a dot in its domain, none at an end of its name and no two together, and at most 64 characters before the @. */
export const email = z
  .email({ pattern: z.regexes.html5Email, error: "expected an e-mail address", abort: true })
  .check(z.regex(/^(?!\.)(?!.*\.[.@])[^@]{1,64}@[^@]+\./, { error: "expected an e-mail address" }));
/** SNS takes more, but each address is in a function's environment: a longer list needs a mailing list. */
const MAX_EMAILS = 50;

export const emails = z.array(email).check(
  z.maxLength(MAX_EMAILS),
  z.refine((list) => new Set(list.map((item) => item.toLowerCase())).size === list.length, {
    error: "expected each address once",
  }),
);

export const currencyCodes = z
  .array(
    z.string().check(
      z.refine((code) => /^(?!USD)[A-Z]{3}$/.test(code) && isCurrency(code), {
        error: "expected codes of currencies other than USD, as ISO 4217 has them, such as MXN",
      }),
    ),
  )
  .check(
    z.maxLength(5),
    z.refine((list) => new Set(list).size === list.length, { error: "expected each currency once" }),
  );

/** ICU names units of account too, such as CLF, which `Intl.supportedValuesOf` leaves out. */
function isCurrency(code: string): boolean {
  return new Intl.DisplayNames("en", { type: "currency", fallback: "none" }).of(code) !== undefined;
}

const bare = z.refine<string>((text) => !/[@?#]/.test(text), {
  error: "expected a URL without a user, password, query or fragment",
});

export const baseUrl = z.string().check(
  z.refine(
    (text) => {
      const url = URL.parse(text);
      return url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
    },
    { error: "expected an https URL", abort: true },
  ),
  bare,
);

export const issuerUrl = z.string().check(
  z.refine((text) => URL.parse(text)?.protocol === "https:", {
    error: "expected an https URL",
    abort: true,
  }),
  bare,
);

export const userLink = z.string().check(
  z.refine((text) => URL.parse(text)?.protocol === "https:" && text.includes("{userId}"), {
    error: "expected an https URL with {userId} in it",
    abort: true,
  }),
  z.refine((text) => URL.parse(text)?.username === "" && URL.parse(text)?.password === "", {
    error: "expected a URL without a user or password",
  }),
);

export const schedule = z.string().check(
  z.refine((expression) => nextRuns(expression, "UTC", 1).length > 0, {
    error:
      "expected cron(minutes hours day-of-month month day-of-week year) or rate(value unit), as EventBridge has them",
  }),
);

export const timeZone = z
  .string()
  .check(z.refine(isTimeZone, { error: "expected a time zone such as America/Mexico_City" }));

export const slackChannel = matching(/^[A-Za-z0-9]{1,256}$/, "expected a channel id such as C0123ABCD");

/** Values that AWS makes DNS names of. */
export const domainName = matching(
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/,
  "expected a domain in lower case such as vigia.company.example",
);
export const certificateArn = reference(
  /^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
  "expected the ARN of a certificate in ACM, which begins with arn:aws:acm:",
);
