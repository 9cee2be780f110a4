/** Members of Node 24's JSON that TypeScript's library does not declare: a number's source text, read and written. */
interface JSON {
  parse(
    text: string,
    reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
}
