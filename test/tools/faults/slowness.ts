/** How busy the machine is with other things: then everything is given more time. */

/** So much work is measured, in milliseconds of processor time. */
const MEASURED_MS = 1_000;

/** Beyond this, waiting longer would take longer than anybody waits. */
const MOST = 6;

/** How much longer work takes just now than it would alone: 1 where nothing else is going on. */
export function slowness(): number {
  const [start, used] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    const worked = (user + system) / 1_000;
    if (worked >= MEASURED_MS) return Math.min(MOST, Math.max(1, (performance.now() - start) / worked));
  }
}
