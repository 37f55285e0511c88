import { promises as dns, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** On the open internet: in no loopback, private, link-local, carrier's, mapped or reserved range. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** Why a connection was not made. */
export class PrivateAddress extends Error {}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveAll: Resolve = (host) => dns.lookup(host, { all: true });

/**
 * For `net.connect`, which connects to exactly what this returns, so that a name cannot change between check and
 * connection. Fails with PrivateAddress if any address of the host is not public.
 */
export const publicLookup =
  (resolve: Resolve = resolveAll): LookupFunction =>
  (host, options, callback) => {
    resolve(host).then(
      (found) => {
        const [first] = found;
        if (!first || !found.every(({ address }) => isPublicAddress(address)))
          callback(new PrivateAddress("not a public address"), "", 4);
        else if (options.all) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, "", 4),
    );
  };
