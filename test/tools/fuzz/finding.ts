/** Findings of a run. */

/** Something that must never happen. */
export class FuzzError extends Error {
  override name = "FuzzError";
}

/** Says with what it was that something was found. */
export async function within<T>(attempt: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FuzzError ? new FuzzError(`${attempt}: ${error.message}`) : error;
  }
}
