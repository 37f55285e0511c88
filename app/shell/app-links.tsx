/** The paper colors in tokens.css. */
const papers = { light: "#fcfbf9", dark: "#120b09" } as const;

/**
 * The links that make the app installable, and the color for the browser's own bars. They come last in the head and
 * only from the server. React ignores what follows its own elements there, so this adds nothing to a page's script.
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
