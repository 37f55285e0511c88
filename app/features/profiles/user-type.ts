import type { Actor } from "~/features/accounts/actor";

export type UserType = NonNullable<Actor["userType"]>;

/** In its own file, because the builder's first page would otherwise load all of `profile.ts`. */
export const userTypeLabels: Record<UserType, string> = {
  creator: "Hiring User",
  contributor: "Service Provider",
};
