import { ButtonLink } from "./button";

/** Lists are walked forward; `first` is the address of the first page, on all others. */
export function Pager({ first, next, label }: { first?: string; next?: string; label: string }) {
  if (!first && !next) return null;
  return (
    <nav aria-label={label} className="row justify-between">
      {first ? (
        <ButtonLink kind="secondary" to={first}>
          First page
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
