import { useState } from "react";
import { paths } from "~/paths";
import { ErrorSummary, Field, Form, type FormResult, useForm } from "~/ui/form";
import { useLeaveWarning } from "~/ui/leave-warning";
import { ButtonLink, SubmitButton } from "~/ui/parts";
import type { Choices } from "../builder";
import { linkLabels, type ProfileFields } from "../profile";
import { changedNames, namesIn, type ProfileSection, storedWords } from "../sections";
import { ProfileField } from "./profile-field";

/**
 * The form for one section of the profile. If the section was saved elsewhere in the meantime, it shows what's stored
 * now and asks which to keep.
 */
export function SectionForm({
  profileId,
  section,
  values,
  version,
  choices,
  result,
}: {
  /**
   * The server compares it with the session, because another account may have signed in since the page was rendered.
   */
  profileId: string;
  section: ProfileSection;
  /** The stored values. `version` is `versionOf` them. */
  values: ProfileFields;
  version: string;
  choices: Choices;
  result?: FormResult;
}) {
  const { formProps, field, errorsOf, propsOf } = useForm<keyof ProfileFields>("profile", result, values);
  useLeaveWarning(formProps.id, Boolean(result));
  // Keep the version from when the form was opened, because a reload of the data doesn't update the fields. After a
  // refusal, the person has seen the current values, so their version is sent.
  const [opened] = useState(version);
  const sent = result?.initialValue?.version;
  const changed = typeof sent === "string" ? changedNames(section, sent, version) : new Set<string>();
  const isChanged = changed.size > 0;
  const errors = errorsOf(namesIn(section));
  return (
    <Form {...formProps} action={paths.editProfile({ section: section.id })} className="stack">
      <input type="hidden" name="profileId" value={profileId} />
      <input type="hidden" name="version" value={result ? version : opened} />
      <ErrorSummary title={isChanged ? changedTitle : "Error updating profile"} errors={errors}>
        {isChanged && (
          <dl className="changed">
            {storedWords(section, values, choices)
              .filter(({ names }) => names.some((name) => changed.has(name)))
              .map(({ label, words }) => (
                <div key={label}>
                  <dt>{label} is now:</dt> <dd>{words || "empty"}</dd>
                </div>
              ))}
          </dl>
        )}
      </ErrorSummary>
      <div className="in-pairs">
        {section.fields.map((spec) => (
          <ProfileField
            key={spec.name}
            spec={spec}
            fieldOf={field}
            choices={choices}
            required={spec.name === "name"}
          />
        ))}
        {section.links?.map((key) => (
          <Field
            key={key}
            label={linkLabels[key]}
            inputMode="url"
            placeholder={key === "website" ? "https://" : "https:// or @handle"}
            limit={2000}
            {...propsOf(key)}
          />
        ))}
      </div>
      <div className="row">
        <SubmitButton kind="secondary" small pending="Saving...">
          {isChanged ? "Save mine" : "Save"}
        </SubmitButton>
        {isChanged && (
          <ButtonLink kind="quiet" small to={paths.editProfile({ section: section.id })}>
            Keep what's saved
          </ButtonLink>
        )}
      </div>
    </Form>
  );
}

const changedTitle = "This changed while you were editing";
