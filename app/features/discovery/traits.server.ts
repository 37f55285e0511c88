import type { Traits } from "./score";

export type TraitsRow = {
  user_type: "creator" | "contributor";
  service_ids: number[];
  style_ids: number[];
  tool_ids: number[];
  experience_level: string | null;
  availability: string;
  price_range: string;
};

/** For a profile `p`, creator or contributor. */
export const traitColumns = `
  coalesce(p.user_type, 'creator') AS user_type, p.experience_level, p.availability, p.price_range,
  CASE WHEN p.user_type = 'contributor'
    THEN ARRAY(SELECT service_id FROM contributor_services WHERE contributor_id = p.id ORDER BY service_id)
    ELSE ARRAY(SELECT service_id FROM creator_services_needed WHERE creator_id = p.id ORDER BY service_id) END AS service_ids,
  CASE WHEN p.user_type = 'contributor'
    THEN ARRAY(SELECT visual_style_id FROM contributor_visual_styles WHERE contributor_id = p.id ORDER BY visual_style_id)
    ELSE ARRAY(SELECT visual_style_id FROM creator_visual_styles WHERE creator_id = p.id ORDER BY visual_style_id) END AS style_ids,
  CASE WHEN p.user_type = 'contributor'
    THEN ARRAY(SELECT tool_id FROM contributor_tools WHERE contributor_id = p.id ORDER BY tool_id)
    ELSE ARRAY(SELECT tool_id FROM creator_tools WHERE creator_id = p.id ORDER BY tool_id) END AS tool_ids`;

export function traitsOf(row: TraitsRow): Traits {
  return {
    userType: row.user_type,
    serviceIds: row.service_ids,
    styleIds: row.style_ids,
    toolIds: row.tool_ids,
    experience: row.experience_level,
    availability: row.availability,
    priceRange: row.price_range,
  };
}
