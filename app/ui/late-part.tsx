import { type ComponentType, createContext, lazy, type ReactNode, useContext, useState } from "react";

/**
 * On the server, collects the names of the late parts that a page renders, so that its script can load them first. Null
 * in the browser.
 */
export const ShownPartsContext = createContext<Set<string> | null>(null);

const parts: { name: string; load: () => Promise<void> }[] = [];

/** Loads the late parts with these names; without names, all whose modules have been loaded so far. */
export async function loadParts(names?: readonly string[]): Promise<void> {
  await Promise.all(parts.map(({ name, load }) => (!names || names.includes(name)) && load()));
}

/**
 * A component whose code is in a separate file, because many readers of a page never see it, such as what only a
 * project's owner sees. Only readers who see it load it. A navigation waits for it, and a first view loads it before
 * hydrating. Without that, React would suspend during hydration, and if someone pressed a key meanwhile, the page would
 * lose its script.
 * @param name what the file exports it as
 */
export function latePart<Name extends string, Module extends Record<Name, (props: never) => ReactNode>>(
  name: Name,
  load: () => Promise<Module>,
) {
  let loaded: ComponentType | undefined;
  const loadPart = async () => (await load())[name] as unknown as ComponentType;
  const Later = lazy(async () => ({ default: await loadPart() }));
  parts.push({
    name,
    load: async () => {
      loaded ??= await loadPart();
    },
  });
  // biome-ignore lint/correctness/noComponentHookFactories: each module calls this only once, when it's loaded
  return function LatePart(props: Parameters<Module[Name]>[0]) {
    useContext(ShownPartsContext)?.add(name);
    // The state keeps the first choice. Switching from `Later` to `loaded` would mount the part again and lose its
    // state.
    const [{ Part }] = useState(() => ({ Part: loaded ?? Later }));
    return <Part {...(props as object)} />;
  };
}
