export const services = ["database", "mail", "realtime", "files", "payments"] as const;
export type Service = (typeof services)[number];

export interface HealthNote {
  succeededAt?: Date;
  failedAt?: Date;
  /** An error's name and code: its message may quote an address. */
  cause?: string;
}

/** This process's notes since they were last stored: a note costs an assignment, not a statement. */
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

/** Called when they could not be stored. Newer notes win. */
export function returnHealthNotes(taken: ReadonlyMap<Service, HealthNote>): void {
  for (const [service, note] of taken) notes.set(service, { ...note, ...notes.get(service) });
}

/**
 * The same side, noting whether each call worked. A Proxy over our own ports, so that a method added to one is noted,
 * too; nothing of a library is replaced.
 * @param isAnswer whether an error is an answer of a service that works
 */
export function noted<Side extends object>(
  service: Service,
  side: Side,
  isAnswer: (error: unknown) => boolean = () => false,
): Side {
  return new Proxy(side, {
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
