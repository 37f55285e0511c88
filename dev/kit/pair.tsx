import type { ReactNode } from "react";

/** Shows one part of the kit in light and in dark. `children` gets a prefix that keeps the two sets of IDs apart. */
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
