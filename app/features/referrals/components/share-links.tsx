import { shareLinks } from "../invite";

/** Opens those networks' own pages; nothing of theirs is on ours. */
export function ShareLinks({ link }: { link: string }) {
  return (
    <>
      <p>Opens the network with your link filled in. You decide there whether to post it.</p>
      <p className="row">
        {shareLinks(link).map(({ name, href }) => (
          <span key={name}>
            <a
              href={href}
              className="btn btn-secondary"
              {...(href.startsWith("https:") && { target: "_blank", rel: "noopener noreferrer" })}
            >
              {name}
              {href.startsWith("https:") && <span className="visually-hidden"> (opens in a new tab)</span>}
            </a>{" "}
          </span>
        ))}
      </p>
    </>
  );
}
