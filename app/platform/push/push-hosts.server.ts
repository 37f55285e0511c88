/** Push services of the known browsers; '.example.com' stands for everything under it. */
const hosts = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".notify.windows.com",
  "web.push.apple.com",
];

/** Whether a browser may have given this address; our server contacts no others. */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isListed = hosts.some((host) => (host.startsWith(".") ? hostname.endsWith(host) : hostname === host));
  return protocol === "https:" && port === "" && username === "" && password === "" && isListed;
}
