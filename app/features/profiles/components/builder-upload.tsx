import { SubmitButton } from "~/ui/button";

/**
 * The builder's file upload. Files belong to an account, so that their quota is someone's: a guest's come right after
 * the account is created. The button completes the profile and leads to the upload.
 */
export function BuilderUpload({ hasAccount }: { hasAccount: boolean }) {
  return (
    <div className="field">
      <p className="font-bold">Show your work</p>
      <p className="hint" id="builder-upload">
        Pictures, videos and PDFs, on your profile and your card.
        {!hasAccount && " You create your account first; the upload comes right after."}
      </p>
      <div>
        <SubmitButton
          kind="secondary"
          small
          name="intent"
          value="work"
          pending="Saving..."
          aria-describedby="builder-upload"
        >
          Save and upload files
        </SubmitButton>
      </div>
    </div>
  );
}
