/** Loaded into commands: names under `localhost` are this machine (RFC 6761), which not every resolver knows. */

import dns from "node:dns";

dns.lookup = new Proxy(dns.lookup, {
  apply(lookup, self, [hostname, ...others]: [string, ...unknown[]]) {
    const name = hostname.endsWith(".localhost") ? "localhost" : hostname;
    return Reflect.apply(lookup, self, [name, ...others]);
  },
});
