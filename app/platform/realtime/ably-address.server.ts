/** The channel on which one person's browsers hear of them. */
export const channelOf = (personId: string) => `person:${personId}`;

export interface AblyAddress {
  endpoint?: string;
  port?: number;
  tlsPort?: number;
  tls?: boolean;
}

/** Where the SDK finds Ably: by itself, or at `host`, a URL of another server that speaks the same. */
export function addressOf(host: string | undefined): AblyAddress & { disableConnectivityCheck?: boolean } {
  if (!host) return {};
  const { hostname, port, protocol } = new URL(host);
  const tls = protocol === "https:";
  return {
    endpoint: hostname,
    tls,
    ...(port && (tls ? { tlsPort: Number(port) } : { port: Number(port) })),
    // It would ask Ably whether the network is there.
    disableConnectivityCheck: true,
  };
}

/** The origins to which a browser's SDK connects, for a policy: HTTP for tokens, WebSocket for the rest. */
export function ablyOrigins(host: string | undefined): string[] {
  // The SDK's defaults: main.realtime.ably.net, and main.a.fallback.ably-realtime.com to main.e.
  const hosts = host ? [new URL(host).origin] : ["https://*.ably.net", "https://*.ably-realtime.com"];
  return hosts.flatMap((origin) => [origin, origin.replace(/^http/, "ws")]);
}
