import { buildIfChanged } from "../../scripts/build.ts";

/** Once per run, before doors and journeys: the production build, unless the one that stands is of these sources. */
export default async function build(): Promise<void> {
  await buildIfChanged();
}
