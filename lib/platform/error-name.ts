/** What a log says of an error: its text may quote what was sent or stored. */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}
