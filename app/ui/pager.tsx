import { ButtonLink } from "./button";

export function Pager({ previous, next, label }: { previous?: string; next?: string; label: string }) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={label} className="row justify-between">
      {previous ? (
        <ButtonLink kind="secondary" rel="prev" to={previous}>
          Previous
        </ButtonLink>
      ) : (
        <span />
      )}
      {next && (
        <ButtonLink kind="secondary" rel="next" to={next}>
          Next
        </ButtonLink>
      )}
    </nav>
  );
}
