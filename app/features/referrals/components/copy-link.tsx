import { useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { useHasScript } from "~/ui/has-script";

/** The link as text to select; with script, a button that copies it. */
export function CopyLink({ link }: { link: string }) {
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
      // Not allowed, or not a secure page: the text is selected.
      setSaid(
        "Your browser does not let us copy. The link is selected: copy it with your keyboard or a long press.",
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
        hint="Send it to somebody who would be good here. It works for everybody, as often as you like."
      />
      {hasScript && (
        <div className="row">
          <Button type="button" kind="secondary" onClick={copy}>
            Copy link
          </Button>
          <span role="status">{said}</span>
        </div>
      )}
    </div>
  );
}
