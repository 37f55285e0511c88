import { Field, TextArea } from "~/ui/field";
import { type FieldState, fieldProps } from "~/ui/form-fields";
import { Select } from "~/ui/select";
import { sampleLimits } from "../sample";

export type SampleFieldName = "title" | "part" | "service" | "madeOn";

/** What a sample says about itself. */
export function SampleFields({
  field,
  services,
}: {
  field: (name: SampleFieldName) => FieldState;
  services: { id: number; name: string }[];
}) {
  return (
    <>
      <Field
        label="Title"
        hint="What it is: 'Trailer for a series about rivers'"
        maxLength={sampleLimits.title}
        required
        {...fieldProps(field("title"))}
      />
      <TextArea
        label="Your part in it"
        hint="'Edit and color; the footage was given'"
        rows={2}
        maxLength={sampleLimits.part}
        showOptional
        {...fieldProps(field("part"))}
      />
      <Select
        label="Service"
        emptyLabel="None"
        options={services.map(({ id, name }) => ({ value: String(id), label: name }))}
        showOptional
        {...fieldProps(field("service"))}
      />
      <Field label="Made on" type="date" showOptional {...fieldProps(field("madeOn"))} />
    </>
  );
}
