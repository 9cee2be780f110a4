/** The fields of an address or a form, parsed once: what says anything else leads nowhere. */

import { parse } from "node:querystring";
import * as z from "zod/mini";
import { FRAME } from "../../i18n/catalogue/desk/frame.ts";
import type { DeskContext } from "./desk-context.ts";
import { notFound } from "./layout.tsx";

/** More than any address or form of the desk has, one of 500 ticked cases and as many left out too; further ones are not read. */
const MAX_FIELDS = 1_100;

/** The largest form that the desk takes, in bytes. */
export const MAX_FORM_BYTES = 256 * 1024;

/** Bytes of a form that are read without a session: a full note is less, in every script. */
export const MAX_BYTES_WITHOUT_SESSION = 16 * 1024;

/** Each name with its value, or with all of them where it is repeated. `URLSearchParams` takes quadratic time for many pairs. */
function fieldsIn(text: string): Record<string, string | string[] | undefined> {
  return parse(text, "&", "=", { maxKeys: MAX_FIELDS });
}

/** The fields of a form as they were sent; of a repeated one its last value. */
export type FormFields = Record<string, string | undefined>;

/** The form that a request sends, or what its first bytes say. */
export async function formOf(context: DeskContext, mostBytes = MAX_FORM_BYTES): Promise<FormFields> {
  const body = Buffer.from(await context.req.arrayBuffer());
  return lastValues(fieldsIn(body.subarray(0, mostBytes).toString()));
}

/** The parameters of an address as it came, also of one that was copied from the source of a mail, where `&` is `&amp;`. */
export function fieldsOf(context: DeskContext): FormFields {
  return lastValues(fieldsIn(new URL(context.req.url).search.slice(1).replaceAll("&amp;", "&")));
}

function lastValues(fields: ReturnType<typeof fieldsIn>): FormFields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
  );
}

/** All values of a field that a form sends, at most as many as a form has fields. */
export async function valuesIn(context: DeskContext, name: string): Promise<string[]> {
  const body = Buffer.from(await context.req.arrayBuffer());
  return [fieldsIn(body.subarray(0, MAX_FORM_BYTES).toString())[name] ?? []].flat();
}

/**
 * The parameters of a page as its schema has them; those that the schema does not name are left out.
 * @returns undefined where one is missing, stands twice, or is not what the schema says
 */
export function parametersOf<Schema extends z.ZodMiniType>(
  context: DeskContext,
  schema: Schema,
): z.output<Schema> | undefined {
  return parametersIn(new URL(context.req.url).search, schema);
}

/** The same of any address. @param search its query, with the question mark */
export function parametersIn<Schema extends z.ZodMiniType>(
  search: string,
  schema: Schema,
): z.output<Schema> | undefined {
  return schema.safeParse({ ...fieldsIn(search.slice(1)) }).data;
}

/** Page of an address with an invalid part. */
export function badRequest(context: DeskContext) {
  return notFound(context, FRAME.badRequest);
}

/** An empty field of a form counts as missing. */
function unlessEmpty<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.optional(
    z.pipe(
      z.transform((text) => (text === "" ? undefined : text)),
      z.optional(schema),
    ),
  );
}

/** A filter that takes any text. */
export const textFilter = unlessEmpty(z.string());

/** The same without the blanks around it, which come with a pasted text. */
export const trimmedFilter = z.optional(
  z.pipe(
    z.string(),
    z.transform((text) => text.trim() || undefined),
  ),
);

/** A filter that takes one of some words. */
export function choice<Word extends string>(words: readonly Word[]) {
  return unlessEmpty(z.enum(words));
}

/** A project's id, in the one way in which the desk writes it. */
export const projectId = z.pipe(
  z.string().check(z.regex(/^(?:0|[1-9]\d{0,15})$/)),
  z.transform((digits) => Number(digits)),
);

export const projectFilter = unlessEmpty(projectId);

/** A whole number from 1 to `most`. */
export function upTo(most: number) {
  return z.pipe(
    z.string().check(
      z.regex(/^[1-9]\d{0,15}$/),
      z.refine((digits) => Number(digits) <= most),
    ),
    z.transform((digits) => Number(digits)),
  );
}

/** Number of the first row of a page; 1 where it is absent. */
export function firstRow(most: number) {
  return z._default(upTo(most), 1);
}

/** A cursor: the item that a text names; an invalid text is refused. */
export function cursor<Named>(named: (text: string) => Named | undefined) {
  return z.optional(
    z.pipe(
      z.string(),
      z.transform((text, context): Named => {
        const translated = named(text);
        if (translated !== undefined) return translated;
        context.issues.push({ code: "custom", input: text });
        return z.NEVER;
      }),
    ),
  );
}

/** A day of the calendar, `YYYY-MM-DD`: `Date.parse` takes February 30 for March 2. */
export const calendarDay = z.iso.date().check(z.regex(/^[12]/));

/** A filter that takes one. */
export const dayFilter = unlessEmpty(calendarDay);
