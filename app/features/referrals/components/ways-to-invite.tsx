import type { FetcherWithComponents } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import { paths } from "~/paths";
import { ErrorSummary, Field, Form, type FormResult, useForm } from "~/ui/form";
import { useHasScript } from "~/ui/has-script";
import { useIsBlank } from "~/ui/is-blank";
import { Button, SubmitButton } from "~/ui/parts";
import { Tabs } from "~/ui/tabs";
import { type InviteTab, invitationLimits, shareLinks } from "../invite";

/**
 * The tabs and what the current one shows: `byMail` for Email, the link for the others, and `noLink` until there is
 * one. With `onSelect`, tabs change without a navigation.
 */
export function WaysToInvite({
  tab,
  link,
  noLink,
  byMail,
  onSelect,
}: {
  tab: InviteTab | undefined;
  link: string | undefined;
  noLink?: ReactNode;
  byMail: ReactNode;
  onSelect?: (tab: InviteTab | undefined) => void;
}) {
  const item = (of: InviteTab | undefined, label: string) => ({
    to: paths.invitePeople({ tab: of }),
    label,
    current: tab === of,
    onSelect: onSelect && (() => onSelect(of)),
  });
  return (
    <>
      <Tabs
        label="How to invite"
        items={[item(undefined, "Copy Link"), item("email", "Email"), item("social", "Social")]}
      />
      {tab === "email" && byMail}
      {tab !== "email" && !link && noLink}
      {tab === undefined && link && <CopyLink link={link} />}
      {tab === "social" && link && <ShareLinks link={link} />}
    </>
  );
}

/** The link as selectable text. With script, a button that copies it. */
function CopyLink({ link }: { link: string }) {
  const hasScript = useHasScript();
  const place = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");

  async function copy() {
    const input = place.current?.querySelector("input");
    input?.select();
    try {
      await navigator.clipboard.writeText(link);
      setSaid("Copied.");
    } catch {
      // Copying isn't allowed, or the page isn't secure, so the text is selected instead.
      setSaid(
        "Your browser won't let us copy. The link is selected, so copy it with your keyboard or a long press.",
      );
    }
  }

  return (
    <div className="stack" ref={place}>
      <Field
        label="Your invite link"
        name="link"
        defaultValue={link}
        readOnly
        hint="Send it to anyone who'd be a good fit. There's no limit on how many people can use it."
      />
      {hasScript && (
        <div className="row">
          <Button type="button" onClick={copy}>
            Copy link
          </Button>
          <span role="status">{said}</span>
        </div>
      )}
    </div>
  );
}

/** Links that open the networks' own pages. Our pages load nothing from them. */
function ShareLinks({ link }: { link: string }) {
  return (
    <>
      <p>Opens the network with your link filled in. Nothing is posted until you post it there.</p>
      <p className="actions socials">
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

/** Posts `email` to the page of invitations. With `fetcher`, refusals appear here. */
export function InviteByMail({
  result,
  fetcher,
}: {
  result: FormResult | undefined;
  fetcher?: FetcherWithComponents<unknown>;
}) {
  const { formProps, field, errorsOf, propsOf } = useForm<"email">("invite", result);
  const isBlank = useIsBlank(field("email").id);
  return (
    <Form fetcher={fetcher} action={paths.invitePeople({ tab: "email" })} className="stack" {...formProps}>
      <ErrorSummary title="Invitation not sent" errors={errorsOf(["email"])} />
      <Field
        label="Their email address"
        type="email"
        inputMode="email"
        autoComplete="off"
        limit={254}
        required
        hint={`We email each address once, with your name but no message. Up to ${invitationLimits.aDay} a day and ${invitationLimits.inAll} in all.`}
        {...propsOf("email")}
      />
      <SubmitButton pending="Sending..." disabled={isBlank}>
        Send
      </SubmitButton>
    </Form>
  );
}
