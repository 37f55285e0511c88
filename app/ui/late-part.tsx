import { type ComponentType, createContext, lazy, useContext, useState } from "react";

/** Collects the names of the late parts that a page shows. Null in the browser. */
export const ShownPartsContext = createContext<Set<string> | null>(null);

const parts: { name: string; load: () => Promise<void> }[] = [];

/** Loads the late parts with these names. By default, it loads all parts whose modules have been loaded so far. */
export async function loadParts(names?: readonly string[]): Promise<void> {
  await Promise.all(parts.map(({ name, load }) => (!names || names.includes(name)) && load()));
}

/**
 * A part of a page that many of its readers never see, such as what only a project's owner gets. Its code is in a
 * separate file, which only those readers load who see the part. A navigation waits for it. On a first view, it loads
 * before the page hydrates: if a root suspends while it hydrates and someone presses a key, the page loses its script.
 */
export function latePart<Props extends object>(name: string, load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const Later = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  parts.push({
    name,
    load: async () => {
      loaded ??= await load();
    },
  });
  // biome-ignore lint/correctness/noComponentHookFactories: modules call this once, when they load
  return function LatePart(props: Props) {
    useContext(ShownPartsContext)?.add(name);
    // Chosen once: switching from `Later` to `loaded` would lose the part's state.
    const [{ Part }] = useState(() => ({ Part: loaded ?? Later }));
    return <Part {...props} />;
  };
}
