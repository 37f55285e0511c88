import { type UserType, userTypeLabels } from "~/features/profiles/profile";

/** 'Video Editor, Colorist'; without services, the type. */
export function roleOf({ services, userType }: { services: readonly string[]; userType: UserType }): string {
  return services.slice(0, 2).join(", ") || userTypeLabels[userType];
}
