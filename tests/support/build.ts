import { buildIfChanged } from "../../scripts/build.ts";

/** Once before routes and journeys, unless it is up to date. */
export default async function build(): Promise<void> {
  await buildIfChanged();
}
