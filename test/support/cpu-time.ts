/** CPU that work takes on its thread: other work of the machine makes it last longer, and cost no more. */

/** @returns milliseconds */
export async function cpuTimeOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
