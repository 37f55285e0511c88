import { paths } from "~/paths";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link, SubmitButton } from "~/ui/parts";
import { type UserType, userTypeLabels } from "../profile";

const roles: { userType: UserType; promise: string; points: string[] }[] = [
  {
    userType: "creator",
    promise: "I make content and look for people who help me.",
    points: ["Swipe through vetted editors, designers and writers", "Match and talk, with 0% platform fees"],
  },
  {
    userType: "contributor",
    promise: "I edit, design, write or run things for creators.",
    points: ["Free, with unlimited swipes", "Creators who need what you do come to you"],
  },
];

/** `draftRole` comes from an unfinished draft; `redirectTo` is the page that needs a profile. */
export function RoleChoice({
  draftRole,
  redirectTo,
  error,
}: {
  draftRole: UserType | null;
  redirectTo?: string;
  error?: string;
}) {
  return (
    <div className="stack">
      <h1>How will you use Matchcut?</h1>
      <p className="muted">You can build your profile first and make an account at the end.</p>
      {error && (
        <p role="alert" className="error">
          {error}
        </p>
      )}
      {draftRole && (
        <p className="notice">
          You have started a profile as {userTypeLabels[draftRole]}.{" "}
          <Link to={paths.onboardingStep(1, { redirectTo })}>Continue where you left off</Link>
        </p>
      )}
      <div className="cards">
        {roles.map(({ userType, promise, points }) => (
          <Form key={userType} className="card">
            <h2>{userTypeLabels[userType]}</h2>
            <p>{promise}</p>
            <ul className="ticks">
              {points.map((point) => (
                <li key={point}>
                  <Icon name="check" />
                  {point}
                </li>
              ))}
            </ul>
            <SubmitButton kind="secondary" name="userType" value={userType} pending="One moment...">
              Continue as {userTypeLabels[userType]}
            </SubmitButton>
          </Form>
        ))}
      </div>
    </div>
  );
}
