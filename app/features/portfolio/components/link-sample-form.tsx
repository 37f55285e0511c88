import { SubmitButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { type FormResult, fieldProps, summaryOf, useForm } from "~/ui/form-fields";
import { SampleFields } from "./sample-fields";

/** Of work that lives elsewhere. */
export function LinkSampleForm({
  sampleKey,
  services,
  result,
}: {
  sampleKey: string;
  services: { id: number; name: string }[];
  result: FormResult | undefined;
}) {
  const { form, formProps, field } = useForm<"url" | "title" | "part" | "service" | "madeOn">(
    "sample",
    result,
  );
  return (
    <Form {...formProps} className="stack">
      <ErrorSummary
        title="The sample was not added"
        errors={summaryOf(form, (["url", "title", "part", "service", "madeOn"] as const).map(field))}
      />
      <input type="hidden" name="intent" value="link" />
      <input type="hidden" name="key" value={sampleKey} />
      <Field
        label="Address"
        hint="Of a video, a post or a page: youtube.com/watch?v=…"
        inputMode="url"
        autoComplete="off"
        required
        {...fieldProps(field("url"))}
      />
      <SampleFields field={field} services={services} />
      <div>
        <SubmitButton pending="Adding...">Add to your work</SubmitButton>
      </div>
    </Form>
  );
}
