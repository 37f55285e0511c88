import { type ComponentType, createContext, lazy, useContext, useState } from "react";

/** Collects the names of the late parts that a page shows. Null in the browser. */
export const ShownPartsContext = createContext<Set<string> | null>(null);

const parts: { name: string; load: () => Promise<void> }[] = [];

/** Loads the late parts with these names: by default, those of all modules so far. */
export async function loadParts(names?: readonly string[]): Promise<void> {
  await Promise.all(parts.map(({ name, load }) => (!names || names.includes(name)) && load()));
}

/**
 * A part of a page that many of its readers never see, such as what only a project's owner gets. Its code isn't in the
 * page's own, so only those who see it load it: before the page hydrates, because a root that suspends while it
 * hydrates loses the page's script if a key is pressed, or during a navigation, which waits for it.
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
    // If it changed from one to the other, the part would lose its state.
    const [{ Part }] = useState(() => ({ Part: loaded ?? Later }));
    return <Part {...props} />;
  };
}
