/** Test files share processes, where the packages stay loaded; what they could leave to the next ends here. */

import { afterAll, vi } from "vitest";
import { config } from "zod/mini";

// The project's own modules are loaded again for each file: some keep state, such as a function's clients and caches.
vi.resetModules();

// The whole of zod, where a package brings it, gives every zod of the process its English messages.
config({ localeError: undefined });

const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
});
