import type { Actor } from "~/features/accounts/actor";

export type UserType = NonNullable<Actor["userType"]>;

/** Kept apart from `profile.ts`, because the builder's first page needs no more than this. */
export const userTypeLabels: Record<UserType, string> = {
  creator: "Hiring User",
  contributor: "Service Provider",
};
