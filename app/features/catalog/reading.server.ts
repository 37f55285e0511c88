import { readRows } from "~/platform/db.server";
import type { AmountUnit } from "./amount";
import type { Catalog, CatalogEntry, Service } from "./catalog";

type Row = {
  list: "content" | "service" | "tool" | "style" | "tone" | "budget";
  id: number;
  name: string;
  category: string;
  needCategory: Service["needCategory"];
  forCreators: boolean;
  unit: AmountUnit | null;
};

let catalog: Promise<Catalog> | undefined;

/** Cached forever, because the lists change only by migration, which requires a restart. */
export function listCatalog(): Promise<Catalog> {
  catalog ??= readCatalog().catch((error: unknown) => {
    // A failure must not be cached.
    catalog = undefined;
    throw error;
  });
  return catalog;
}

async function readCatalog(): Promise<Catalog> {
  const rows = await readRows<Row>("catalog-entries", listsText, []);
  const of = (list: Row["list"]) => rows.filter((row) => row.list === list);
  const entry = ({ id, name }: Row): CatalogEntry => ({ id, name });
  const names = (list: Row["list"]) => Object.fromEntries(of(list).map(({ id, name }) => [id, name]));
  return {
    contentTypes: of("content").map(entry),
    services: of("service").map(({ id, name, category, needCategory }) => ({
      id,
      name,
      category,
      needCategory,
    })),
    tools: of("tool").map(({ id, name, category, forCreators }) => ({ id, name, category, forCreators })),
    visualStyles: of("style").map(({ id, name, forCreators }) => ({ id, name, forCreators })),
    brandTones: of("tone").map(entry),
    budgetTypes: of("budget").map(({ id, name, unit }) => ({ id, name, unit })),
    byId: {
      contentTypes: names("content"),
      services: names("service"),
      tools: names("tool"),
      styles: names("style"),
      tones: names("tone"),
      budgets: names("budget"),
    },
  };
}

const listsText = `
SELECT list, id, name, coalesce(category, '') AS category, need_category AS "needCategory",
       for_creators AS "forCreators", unit FROM (
  SELECT 'content' AS list, id, name, NULL AS category, NULL AS need_category, true AS for_creators, NULL::text AS unit FROM content_types
  UNION ALL SELECT 'service', id, name, category, need_category, need_category IS NOT NULL, NULL FROM services
  UNION ALL SELECT 'tool', id, name, category, NULL, for_creators, NULL FROM tools
  UNION ALL SELECT 'style', id, name, NULL, NULL, for_creators, NULL FROM visual_styles
  UNION ALL SELECT 'tone', id, name, NULL, NULL, true, NULL FROM brand_tones
  UNION ALL SELECT 'budget', id, name, NULL, NULL, true, unit::text FROM budget_types
) entries ORDER BY list, lower(name)`;
