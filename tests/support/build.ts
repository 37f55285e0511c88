import { buildIfChanged } from "../../scripts/build.ts";

/** Builds the product before route tests and journeys, unless the build is up to date. */
export default async function build(): Promise<void> {
  await buildIfChanged();
}
