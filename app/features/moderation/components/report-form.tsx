import { paths } from "~/paths";
import { CheckboxGroup, ErrorSummary, Form, type FormResult, Select, TextArea, useForm } from "~/ui/form";
import { Link, Section, SubmitButton } from "~/ui/parts";
import { longestDetails, reportReasonNames, reportReasons } from "../report";

const reasons = reportReasonNames.map((value) => ({ value, label: reportReasons[value].label }));

export function ReportForm({
  action,
  canBlock,
  result,
}: {
  action: string;
  /** False for guests, who can't block anyone. */
  canBlock: boolean;
  result?: FormResult;
}) {
  const { formProps, field, errorsOf, propsOf } = useForm<"reason" | "details" | "block">("report", result);
  const block = field("block");
  return (
    <Section>
      <Form action={action} className="stack" {...formProps}>
        <ErrorSummary errors={errorsOf(["reason", "details"])} />
        <Select
          label="What's wrong?"
          options={reasons}
          emptyLabel="Choose a reason"
          required
          {...propsOf("reason")}
        />
        <TextArea
          label="Tell us more"
          hint="What should we look at? Required if you chose “Something else.”"
          limit={longestDetails}
          showOptional
          {...propsOf("details")}
        />
        {canBlock && (
          <CheckboxGroup
            legend="Block them, too?"
            hint="You won't see each other anymore. You can undo this in Settings."
            name="block"
            id={block.id}
            options={[{ value: "on", label: "Also block this person" }]}
            defaultValue={block.initialValue === "on" ? ["on"] : []}
          />
        )}
        <p className="hint">
          We save a copy of what you're reporting as it looks now. No one outside our team will know it was
          you. <Link to={paths.reported()}>What happens after you report</Link>
        </p>
        <SubmitButton pending="Sending...">Send report</SubmitButton>
      </Form>
    </Section>
  );
}
