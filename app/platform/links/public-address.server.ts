import { promises as dns, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whether an address is on the open internet: not in a loopback, private, link-local, carrier or reserved range. An
 * IPv6 address that maps an IPv4 one counts as the latter.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

/** The reason why no connection was made. */
export class PrivateAddress extends Error {}

export type Resolve = (host: string) => Promise<LookupAddress[]>;

const resolveAll: Resolve = (host) => dns.lookup(host, { all: true });

/**
 * For connections with `autoSelectFamily`, which ask for all of a host's addresses and connect to exactly those that
 * this returns, so a name can't change between the check and the connection. Fails with PrivateAddress if any of them
 * isn't public.
 */
export const publicLookup =
  (resolve: Resolve = resolveAll): LookupFunction =>
  (host, _, callback) => {
    resolve(host).then(
      (found) => {
        if (found.length === 0 || !found.every(({ address }) => isPublicAddress(address)))
          callback(new PrivateAddress("not a public address"), "", 4);
        else callback(null, found);
      },
      (error) => callback(error, "", 4),
    );
  };
