import { useFetcher } from "@remix-run/react";
import { useCallback, useEffect, useState } from "react";
import { paths } from "~/paths";
import { Dialog } from "~/ui/dialog";
import type { OnDemandDialogProps } from "~/ui/dialog-link";
import type { FormResult } from "~/ui/form";
import { Button, NextLink } from "~/ui/parts";
import type { InviteTab } from "../invite";
import { Perks } from "./invitations";
import { InviteByMail, WaysToInvite } from "./ways-to-invite";

/** Shows refusals in place; after an invitation is sent, the list opens. */
export function InviteDialog({ onClose }: OnDemandDialogProps) {
  const [tab, setTab] = useState<InviteTab>();
  const mailing = useFetcher<{ result: FormResult }>();
  const { link, hasFailed, tryAgain } = useInviteLink();

  return (
    <Dialog title="Invite people" onClose={onClose}>
      <div className="stack">
        <WaysToInvite
          tab={tab}
          onSelect={setTab}
          link={link}
          noLink={
            <div className="row" role="status">
              {hasFailed ? "We couldn't load your link." : "Loading your link..."}{" "}
              {hasFailed && (
                <Button type="button" kind="secondary" onClick={tryAgain}>
                  Try Again
                </Button>
              )}
            </div>
          }
          byMail={<InviteByMail fetcher={mailing} result={mailing.data?.result} />}
        />
        <Perks />
        <p>
          <NextLink to={paths.invitePeople()}>Your invitations and rewards</NextLink>
        </p>
      </div>
    </Dialog>
  );
}

/**
 * The member's own link, requested once the dialog opens. Not a Remix fetcher, because its failure would replace the
 * page.
 */
function useInviteLink() {
  const [link, setLink] = useState<string>();
  const [hasFailed, setFailed] = useState(false);

  const ask = useCallback(async () => {
    setFailed(false);
    try {
      const reply = await fetch(paths.inviteLink());
      if (!reply.ok) throw reply;
      const invitation: { link: string } = await reply.json();
      setLink(invitation.link);
    } catch {
      setFailed(true);
    }
  }, []);

  useEffect(() => void ask(), [ask]);
  return { link, hasFailed, tryAgain: ask };
}
