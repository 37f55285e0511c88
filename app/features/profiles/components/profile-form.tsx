import { paths } from "~/paths";
import { ErrorSummary, Field, Form, type FormResult, fieldProps, summaryOf, useForm } from "~/ui/form";
import { useLeaveWarning } from "~/ui/leave-warning";
import { ButtonLink, Card, SubmitButton } from "~/ui/parts";
import { builderSteps, type Choices, controlNames } from "../builder";
import { linkKeys, linkLabels, type ProfileAnswers, type ProfileLinks, type UserType } from "../profile";
import { ProfileField } from "./profile-field";

/**
 * Multipart, because percent-encoded non-Latin text can exceed 64 KB. Creators have the website link instead of the
 * portfolio.
 */
export function ProfileForm({
  profileId,
  userType,
  values,
  choices,
  result,
}: {
  /** Sent along, because another account may have signed in since the page was rendered. */
  profileId: string;
  userType: UserType;
  values: ProfileAnswers & ProfileLinks;
  choices: Choices;
  result?: FormResult;
}) {
  const { form, formProps, field } = useForm<keyof (ProfileAnswers & ProfileLinks)>(
    "profile",
    result,
    values,
  );
  useLeaveWarning(form.id, Boolean(result));
  const sections = builderSteps[userType].map((step) => ({
    title: step.title,
    specs: step.fields.filter(({ name }) => userType === "contributor" || name !== "portfolio"),
  }));
  const names = [...sections.flatMap(({ specs }) => specs.flatMap(controlNames)), ...linkKeys];
  return (
    <Form {...formProps} encType="multipart/form-data" className="stack">
      <input type="hidden" name="profileId" value={profileId} />
      <ErrorSummary title="Error updating profile" errors={summaryOf(form, names.map(field))} />
      {sections.map(({ title, specs }) => (
        <Card key={title} title={title}>
          {specs.map((spec) => (
            <ProfileField
              key={spec.name}
              spec={spec}
              fieldOf={field}
              choices={choices}
              required={spec.name === "name"}
            />
          ))}
        </Card>
      ))}
      <Card title="Links">
        {linkKeys.map((key) => (
          <Field
            key={key}
            label={linkLabels[key]}
            inputMode="url"
            placeholder={key === "website" ? "https://" : "https:// or @handle"}
            limit={2000}
            {...fieldProps(field(key))}
          />
        ))}
      </Card>
      <div className="row">
        <SubmitButton pending="Saving...">Save Profile</SubmitButton>
        <ButtonLink kind="secondary" to={paths.ownProfile()}>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}
