import { randomUUID } from "node:crypto";
import type { PublishedMessage } from "./protocol.ts";

/** Messages that were published together, and their position in the channel. */
export interface Entry {
  channelSerial: string;
  id: string;
  timestamp: number;
  messages: PublishedMessage[];
}

/** How many entries a channel keeps for clients that resume. */
const historyLimit = 1_000;

class Channel {
  private readonly epoch = randomUUID().slice(0, 8);
  private readonly kept: Entry[] = [];
  private count = 0;

  get serial(): string {
    return `${this.epoch}:${this.count}`;
  }

  add(messages: PublishedMessage[]): Entry {
    this.count += 1;
    const id = randomUUID();
    const entry = { channelSerial: this.serial, id, timestamp: Date.now(), messages };
    this.kept.push(entry);
    if (this.kept.length > historyLimit) this.kept.shift();
    return entry;
  }

  /** The entries after this position; null if some of them are no longer kept. */
  since(serial: string | null | undefined): Entry[] | null {
    const [epoch, at] = (serial ?? "").split(":");
    const missed = this.count - Number(at);
    if (epoch !== this.epoch || !(missed >= 0 && missed <= this.kept.length)) return null;
    return missed === 0 ? [] : this.kept.slice(-missed);
  }
}

type Listener = (entry: Entry) => void;

export class Channels {
  private readonly all = new Map<string, Channel>();
  private readonly listeners = new Map<string, Set<Listener>>();

  get(name: string): Channel {
    const channel = this.all.get(name) ?? new Channel();
    this.all.set(name, channel);
    return channel;
  }

  publish(name: string, messages: PublishedMessage[]): Entry {
    const entry = this.get(name).add(messages);
    for (const listener of this.listeners.get(name) ?? []) listener(entry);
    return entry;
  }

  listen(name: string, listener: Listener): () => void {
    const own = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, own.add(listener));
    return () => own.delete(listener);
  }
}
