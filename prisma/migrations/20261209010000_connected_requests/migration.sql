-- messaging: a request, ignored or held too, between two who have since matched or share an application was answered by
-- no button. From now on the connection itself ends it.
UPDATE "conversation_participants" p SET "state" = 'active', "is_held" = false
  FROM "conversations" c, "conversation_participants" o
 WHERE c."id" = p."conversation_id" AND c."direct_key" IS NOT NULL
   AND o."conversation_id" = p."conversation_id" AND o."user_id" <> p."user_id"
   AND (p."state" IN ('requested', 'ignored') OR p."is_held")
   AND (EXISTS (SELECT FROM "matches" m
                 WHERE NOT m."held" AND p."user_id" IN (m."creator_id", m."contributor_id")
                   AND o."user_id" IN (m."creator_id", m."contributor_id"))
     OR EXISTS (SELECT FROM "project_applications" a JOIN "project_briefs" b ON b."id" = a."project_id"
                 WHERE a."status" <> 'withdrawn'
                   AND (a."contributor_id" = p."user_id" AND b."creator_id" = o."user_id"
                     OR a."contributor_id" = o."user_id" AND b."creator_id" = p."user_id")));
