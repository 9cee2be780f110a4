/** Slowness of the machine under other work: then everything is given more time. */

/** So much work is measured, in milliseconds of processor time. */
const MEASURED_MS = 200;

/** Largest factor: a longer wait is no use. */
const MOST = 6;

/** Present time of some work beside its time alone: 1 on an idle machine. */
export function slowness(): number {
  const [start, used] = [performance.now(), process.cpuUsage()];
  for (;;) {
    const { user, system } = process.cpuUsage(used);
    const worked = (user + system) / 1_000;
    if (worked >= MEASURED_MS) return Math.min(MOST, Math.max(1, (performance.now() - start) / worked));
  }
}
