/** Whether a URL is on one of the hosts, with HTTPS on its usual port. ".example.com" stands for all its subdomains. */
export function isOnListedHost(url: URL, hosts: readonly string[]): boolean {
  const { protocol, hostname, port, username, password } = url;
  const isListed = hosts.some((host) => (host.startsWith(".") ? hostname.endsWith(host) : hostname === host));
  return protocol === "https:" && port === "" && username === "" && password === "" && isListed;
}
