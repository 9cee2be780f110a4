/** Loaded into commands: names under `localhost` are this machine (RFC 6761), which not every resolver knows. */

import dns from "node:dns";

function knowing<Lookup extends typeof dns.lookup | typeof dns.promises.lookup>(lookup: Lookup): Lookup {
  return new Proxy(lookup, {
    apply(target, self, [hostname, ...others]: [string, ...unknown[]]) {
      const name = hostname.endsWith(".localhost") ? "localhost" : hostname;
      return Reflect.apply(target, self, [name, ...others]);
    },
  });
}

dns.lookup = knowing(dns.lookup);
// By which a browser's driver asks.
dns.promises.lookup = knowing(dns.promises.lookup);
