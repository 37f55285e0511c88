import type { ReactNode } from "react";

/** One part of the kit, light and dark. `children` gets a prefix for its ids, which must differ. */
export function Pair({ title, children }: { title: string; children: (scheme: string) => ReactNode }) {
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <div className="kit-pair">
        {["light", "dark"].map((scheme) => (
          <div key={scheme} className={`stack ${scheme}`}>
            {children(scheme)}
          </div>
        ))}
      </div>
    </section>
  );
}
