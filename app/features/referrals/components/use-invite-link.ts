import { useCallback, useEffect, useState } from "react";
import { paths } from "~/paths";

/** The member's own link, asked for once the dialog shows. Not a Remix fetcher, whose failure replaces the page. */
export function useInviteLink() {
  const [link, setLink] = useState<string>();
  const [hasFailed, setFailed] = useState(false);

  const ask = useCallback(async () => {
    setFailed(false);
    try {
      const reply = await fetch(paths.inviteLink());
      if (!reply.ok) throw reply;
      const found: { link: string } = await reply.json();
      setLink(found.link);
    } catch {
      setFailed(true);
    }
  }, []);

  useEffect(() => void ask(), [ask]);
  return { link, hasFailed, tryAgain: ask };
}
