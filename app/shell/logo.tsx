/** Two offset frames that share one diagonal edge, as in a match cut. */
export function Logo() {
  return (
    <span className="logo">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <path d="M2 4h18l-8 20H2z" fill="currentColor" />
        <path d="M22 8h8v20H14z" className="logo-cut" />
      </svg>
      Matchcut
    </span>
  );
}
