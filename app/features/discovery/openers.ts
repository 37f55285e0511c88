import type { MatchView } from "./showing.server";

interface Other {
  name: string;
  role: "creator" | "contributor";
  match: Pick<MatchView, "shared"> | null;
}

/** Two first messages about what two people share, to edit and send. */
export function openersOf({ name, role, match }: Other): [string, string] {
  const hello = `Hi ${name.trim().split(/\s+/)[0]}, `;
  const { services = [], styles = [], tools = [] } = match?.shared ?? {};
  const [service] = services;
  const [style] = styles;
  const [tool] = tools;
  const wanted = service && withArticle(service);
  const about =
    role === "contributor"
      ? wanted
        ? `I'm looking for ${wanted}. Can I tell you about my next project?`
        : "I like your work. Can I tell you about my next project?"
      : wanted
        ? `I saw you're looking for ${wanted}. What's your next project about?`
        : "I'd love to work with you. What's your next project about?";
  const common = style
    ? `we both picked ${style} as a style. What are you working on right now?`
    : tool
      ? `we both work with ${tool}. What are you working on right now?`
      : "glad we matched. What are you working on right now?";
  return [hello + about, hello + common];
}

const withArticle = (noun: string) => `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
