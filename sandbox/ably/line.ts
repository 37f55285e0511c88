import { randomUUID } from "node:crypto";
import type { WebSocket } from "ws";
import type { Channels, Entry } from "./channels.ts";
import { isAllowed, type KeyRing, type Token } from "./key-ring.ts";
import { AblyError, actions, type Frame, flags } from "./protocol.ts";

/** How long before a token's expiry its holder is asked to renew it. */
const renewBefore = 30_000;
const beatEvery = 5_000;

/** Connection IDs by connection key, used to resume. */
export type Connections = Map<string, string>;

export class Line {
  private readonly attached = new Map<string, () => void>();
  private readonly beating: ReturnType<typeof setInterval>;
  private token: Token | undefined;
  private timers: ReturnType<typeof setTimeout>[] = [];
  private connectionId = "";

  constructor(
    private readonly socket: WebSocket,
    query: URLSearchParams,
    private readonly keys: KeyRing,
    private readonly channels: Channels,
    connections: Connections,
  ) {
    // Browsers can't see pings, so they ask for heartbeat messages instead.
    const wantsHeartbeats = query.get("heartbeats") === "true";
    this.beating = setInterval(() => {
      if (wantsHeartbeats) this.send({ action: actions.heartbeat });
      else this.socket.ping();
    }, beatEvery);
    socket.on("message", (data) => this.receive(JSON.parse(String(data)) as Frame));
    socket.on("error", () => {});
    socket.on("close", () => this.clear());
    try {
      this.admit(query.get("access_token") ?? "");
    } catch (error) {
      this.fail(error as AblyError);
      return;
    }
    const known = connections.get(query.get("resume") ?? "");
    this.connectionId = known ?? randomUUID().slice(0, 10);
    const connectionKey = randomUUID();
    connections.set(connectionKey, this.connectionId);
    this.welcome(
      connectionKey,
      query.has("resume") && !known ? new AblyError(80018, "Invalid connection key", 400) : undefined,
    );
  }

  checkToken(): void {
    try {
      if (this.token) this.keys.validToken(this.token.token);
    } catch (error) {
      this.send({ action: actions.disconnected, error: error as AblyError });
      this.socket.close();
    }
  }

  /** Drops the connection without a close message. */
  cut(): void {
    this.socket.terminate();
  }

  private welcome(connectionKey: string, error?: AblyError): void {
    this.send({
      action: actions.connected,
      connectionId: this.connectionId,
      connectionDetails: {
        connectionKey,
        clientId: this.token?.clientId,
        connectionStateTtl: 120_000,
        maxIdleInterval: 15_000,
        maxMessageSize: 65_536,
        serverId: "stand-in",
      },
      ...(error ? { error } : {}),
    });
  }

  private admit(text: string): void {
    const token = this.keys.validToken(text);
    if (this.token && token.clientId !== this.token.clientId)
      throw new AblyError(40102, "Incompatible credentials: another clientId");
    this.token = token;
    for (const timer of this.timers) clearTimeout(timer);
    const left = token.expires - Date.now();
    this.timers = [setTimeout(() => this.checkToken(), left + 1)];
    if (left > renewBefore)
      this.timers.push(setTimeout(() => this.send({ action: actions.auth }), left - renewBefore));
  }

  private receive(frame: Frame): void {
    const { channel = "" } = frame;
    switch (frame.action) {
      case actions.heartbeat:
        this.send({ action: actions.heartbeat, ...(frame.id ? { id: frame.id } : {}) });
        break;
      case actions.auth:
        this.renew(frame.auth?.accessToken ?? "");
        break;
      case actions.attach:
        this.attach(channel, frame.channelSerial);
        break;
      case actions.detach:
        this.leave(channel);
        this.send({ action: actions.detached, channel });
        break;
      case actions.message:
        this.publish(frame);
        break;
      case actions.close:
        this.send({ action: actions.closed });
        this.socket.close();
        break;
      case actions.disconnect:
        this.socket.close();
    }
  }

  private renew(text: string): void {
    try {
      this.admit(text);
      this.welcome(randomUUID());
      for (const channel of this.attached.keys()) this.checkRight(channel);
    } catch (error) {
      this.fail(error as AblyError);
    }
  }

  private attach(channel: string, serial: string | null | undefined): void {
    this.leave(channel);
    if (!this.checkRight(channel)) return;
    const log = this.channels.get(channel);
    const missed = log.since(serial);
    this.send({
      action: actions.attached,
      channel,
      channelSerial: missed ? serial : log.serial,
      flags: flags.subscribe | (missed ? flags.resumed : 0),
    });
    for (const entry of missed ?? []) this.deliver(channel, entry);
    this.attached.set(
      channel,
      this.channels.listen(channel, (entry) => this.deliver(channel, entry)),
    );
  }

  private checkRight(channel: string): boolean {
    if (this.token && isAllowed(this.token, "subscribe", channel)) return true;
    this.leave(channel);
    this.send({ action: actions.error, channel, error: notPermitted() });
    return false;
  }

  private publish({ channel = "", messages = [], msgSerial }: Frame): void {
    if (!this.token || !isAllowed(this.token, "publish", channel)) {
      this.send({ action: actions.nack, msgSerial, count: 1, error: notPermitted() });
      return;
    }
    this.channels.publish(channel, messages);
    this.send({ action: actions.ack, msgSerial, count: 1 });
  }

  private deliver(channel: string, { channelSerial, id, timestamp, messages }: Entry): void {
    this.send({ action: actions.message, channel, channelSerial, id, timestamp, messages });
  }

  private leave(channel: string): void {
    this.attached.get(channel)?.();
    this.attached.delete(channel);
  }

  private fail(error: AblyError): void {
    this.send({ action: actions.error, error });
    this.socket.close();
  }

  private clear(): void {
    clearInterval(this.beating);
    for (const timer of this.timers) clearTimeout(timer);
    for (const leave of this.attached.values()) leave();
    this.attached.clear();
  }

  private send(frame: Frame): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}

const notPermitted = () => new AblyError(40160, "Operation not permitted with provided capability");
