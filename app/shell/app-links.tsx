/** As the colors of paper in tokens.css. */
const papers = { light: "#faf6ef", dark: "#161311" } as const;

/**
 * What installs the app, and the color around its pages. Last in the head and from the server alone: React leaves what
 * follows its own elements there, and so it weighs nothing in a page's script.
 */
export function AppLinks({ scheme }: { scheme?: "light" | "dark" }) {
  return (
    <>
      <link rel="manifest" href="/site.webmanifest" />
      {!scheme && <meta name="theme-color" content={papers.dark} media="(prefers-color-scheme:dark)" />}
      <meta name="theme-color" content={papers[scheme ?? "light"]} />
    </>
  );
}
