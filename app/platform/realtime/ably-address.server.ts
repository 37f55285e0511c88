export const channelOf = (personId: string) => `person:${personId}`;

export interface AblyAddress {
  endpoint?: string;
  port?: number;
  tlsPort?: number;
  tls?: boolean;
}

/** The SDK's defaults, or another server with the same protocol. */
export function addressOf(host: string | undefined): AblyAddress & { disableConnectivityCheck?: boolean } {
  if (!host) return {};
  const { hostname, port, protocol } = new URL(host);
  const tls = protocol === "https:";
  return {
    endpoint: hostname,
    tls,
    ...(port && (tls ? { tlsPort: Number(port) } : { port: Number(port) })),
    // Without this, the SDK would contact Ably to find out whether the network is up.
    disableConnectivityCheck: true,
  };
}

/** For the Content-Security-Policy: HTTP for tokens, WebSocket for messages. */
export function ablyOrigins(host: string | undefined): string[] {
  // The SDK's defaults are main.realtime.ably.net, and main.a.fallback.ably-realtime.com to main.e.
  const hosts = host ? [new URL(host).origin] : ["https://*.ably.net", "https://*.ably-realtime.com"];
  return hosts.flatMap((origin) => [origin, origin.replace(/^http/, "ws")]);
}
