/** Test files share processes, where the packages stay loaded; what they could leave to the next ends here. */

import { afterAll, vi } from "vitest";

// The project's own modules are made anew for each file: some keep state, such as a function's clients and caches.
vi.resetModules();

const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
