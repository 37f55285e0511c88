export const services = ["database", "mail", "realtime", "files", "payments"] as const;
export type Service = (typeof services)[number];

export interface HealthNote {
  succeededAt?: Date;
  failedAt?: Date;
  /** An error's name and code, because its message may quote an address. */
  cause?: string;
}

/**
 * What this process has noted since the last time notes were stored. Making a note is an assignment instead of an SQL
 * statement.
 */
let notes = new Map<Service, HealthNote>();

function noteOf(service: Service): HealthNote {
  const note = notes.get(service) ?? {};
  notes.set(service, note);
  return note;
}

export function noteSuccess(service: Service): void {
  noteOf(service).succeededAt = new Date();
}

export function noteFailure(service: Service, error: unknown): void {
  const { name = "Error", code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  Object.assign(noteOf(service), { failedAt: new Date(), cause: [name, code].filter(Boolean).join(" ") });
}

/** Returns the notes and clears them. */
export function takeHealthNotes(): ReadonlyMap<Service, HealthNote> {
  const taken = notes;
  notes = new Map();
  return taken;
}

/** Called if the notes couldn't be stored. Newer notes take precedence. */
export function returnHealthNotes(taken: ReadonlyMap<Service, HealthNote>): void {
  for (const [service, note] of taken) notes.set(service, { ...note, ...notes.get(service) });
}

/**
 * Wraps an adapter to note whether each call worked. It's a Proxy over our own ports, so calls to methods that are
 * added later are noted, too. It replaces nothing in a library.
 * @param isAnswer whether an error is the response of a working service
 */
export function noted<Adapter extends object>(
  service: Service,
  adapter: Adapter,
  isAnswer: (error: unknown) => boolean = () => false,
): Adapter {
  return new Proxy(adapter, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const result: unknown = value.apply(target, given);
        if (result instanceof Promise) {
          result.then(
            () => noteSuccess(service),
            (error) => (isAnswer(error) ? noteSuccess(service) : noteFailure(service, error)),
          );
        }
        return result;
      };
    },
  });
}
