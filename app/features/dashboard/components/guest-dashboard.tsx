import type { ReactNode } from "react";
import { SignInForm } from "~/features/accounts/components/sign-in-form";
import { BesideFilm, StillSheet } from "~/features/catalog/components/stills";
import { paths } from "~/paths";
import { Link } from "~/ui/parts";

/** Signing in returns to `place`. */
export function GuestDashboard({ place, children }: { place: string; children: ReactNode }) {
  return (
    <BesideFilm film={<StillSheet />}>
      {children}
      <h1>Sign in to access your dashboard</h1>
      <SignInForm redirectTo={place} />
      <p>
        New here? <Link to={paths.onboarding()}>Build your profile</Link>
      </p>
    </BesideFilm>
  );
}
