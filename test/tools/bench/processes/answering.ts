/** What a process of the bench does when it is asked. */

/** Answers every question of the parent with what `work` makes of it. */
export function answering(work: (question: unknown) => Promise<unknown>): void {
  process.on("message", async (message) => {
    try {
      process.send?.({ done: await work(Reflect.get(Object(message), "question")) });
    } catch (error) {
      process.send?.({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}
