import { cruise, type ICruiseResult } from "dependency-cruiser";
import rules from "../../../.dependency-cruiser.mjs";

/** Returns each violation as the rule and the offending file. */
export async function findForbiddenImports(root: string): Promise<string[]> {
  const { options, ...ruleSet } = rules;
  const cruised = await cruise(
    ["app"],
    // Resolving with tsConfig would use the files in the working directory instead of those in `root`.
    { ...options, tsConfig: {}, baseDir: root, validate: true, ruleSet },
    { alias: { "~": `${root}/app` } },
  );
  return (cruised.output as ICruiseResult).summary.violations.map(({ rule, from, to, cycle }) => {
    const way = cycle?.map((step) => step.name).join(" -> ");
    return `${rule.name}: ${from} -> ${way ?? to}`;
  });
}
