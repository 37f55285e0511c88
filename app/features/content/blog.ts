export const blogCategories = ["Creator Tips", "Industry Trends", "Contributor Tips"] as const;
export type BlogCategory = (typeof blogCategories)[number];

/** As in a URL: 'creator-tips'. */
export const slugOf = (category: BlogCategory) => category.toLowerCase().replaceAll(" ", "-");

/** The category with this slug. Null, which means all categories, if there's no such category. */
export function categoryOf(slug: string | null): BlogCategory | null {
  return blogCategories.find((category) => slugOf(category) === slug) ?? null;
}

/** Minutes of reading, at 230 words a minute. */
export const minutesOf = (words: number) => Math.max(1, Math.round(words / 230));
