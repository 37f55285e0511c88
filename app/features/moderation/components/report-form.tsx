import { paths } from "~/paths";
import {
  CheckboxGroup,
  ErrorSummary,
  Form,
  type FormResult,
  fieldProps,
  Select,
  summaryOf,
  TextArea,
  useForm,
} from "~/ui/form";
import { Card, Link, SubmitButton } from "~/ui/parts";
import { longestDetails, reportReasonNames, reportReasons } from "../report";

const reasons = reportReasonNames.map((value) => ({ value, label: reportReasons[value].label }));

export function ReportForm({
  action,
  canBlock,
  result,
}: {
  action: string;
  /** Guests cannot. */
  canBlock: boolean;
  result?: FormResult;
}) {
  const { form, formProps, field } = useForm<"reason" | "details" | "block">("report", result);
  const [reason, details, block] = [field("reason"), field("details"), field("block")];
  return (
    <Card>
      <Form action={action} className="stack" {...formProps}>
        <ErrorSummary errors={summaryOf(form, [reason, details])} />
        <Select
          label="What is wrong?"
          options={reasons}
          emptyLabel="Choose a reason"
          required
          {...fieldProps(reason)}
        />
        <TextArea
          label="In your words"
          hint="What should we look at? Needed for something else."
          limit={longestDetails}
          showOptional
          {...fieldProps(details)}
        />
        {canBlock && (
          <CheckboxGroup
            legend="And from now on"
            hint="You no longer see one another. You can undo that under Settings."
            name="block"
            id={block.id}
            options={[{ value: "on", label: "Block this person as well" }]}
            defaultValue={block.initialValue === "on" ? ["on"] : []}
          />
        )}
        <p className="hint">
          We keep what you report as it is now. Nobody but us learns that it was you.{" "}
          <Link to={paths.reported()}>What happens with a report</Link>
        </p>
        <div>
          <SubmitButton pending="Sending...">Send the report</SubmitButton>
        </div>
      </Form>
    </Card>
  );
}
