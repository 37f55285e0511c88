import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { paths } from "../../app/paths.ts";
import type { Participant } from "../people.ts";

export interface Listener {
  socket: Socket;
  onHint: ((seq: number, at: number) => void) | undefined;
}

/** Some at a time; resolves when all have begun. */
export async function openAll(origin: string, participants: Participant[]): Promise<Listener[]> {
  const { hostname, port, host } = new URL(origin);
  const listeners: Listener[] = [];
  for (let from = 0; from < participants.length; from += 100) {
    const opening = participants.slice(from, from + 100).map(async (participant) => {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(
        `GET ${paths.live()} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${participant.cookie}\r\nAccept: text/event-stream\r\nSec-Fetch-Site: same-origin\r\n\r\n`,
      );
      const [first] = (await once(socket, "data")) as [Buffer];
      if (!first.toString().startsWith("HTTP/1.1 200")) throw new Error(first.toString().slice(0, 100));
      listeners.push(listenerOn(socket));
    });
    await Promise.all(opening);
  }
  return listeners;
}

function listenerOn(socket: Socket): Listener {
  const listener: Listener = { socket, onHint: undefined };
  socket.on("data", (chunk: Buffer) => {
    const seq = /"seq":(\d+)/.exec(chunk.toString())?.[1];
    if (seq) listener.onHint?.(Number(seq), performance.timeOrigin + performance.now());
  });
  return listener;
}

export function arrivalTimes(listeners: Listener[]): Promise<number[]> {
  return Promise.all(
    listeners.map(
      (listener) =>
        new Promise<number>((received) => {
          listener.onHint = (_seq, at) => received(at);
        }),
    ),
  );
}
