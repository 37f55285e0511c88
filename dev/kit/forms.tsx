import { FileField } from "~/ui/file-field";
import { CheckboxGroup, ErrorSummary, Field, RadioGroup, Select, TextArea } from "~/ui/form";
import { Pair } from "./pair";

const options = [
  { value: "long", label: "Long-form editing" },
  { value: "short", label: "Shorts" },
  { value: "thumbnails", label: "Thumbnails" },
];

/** Every form control: at rest, with a hint, with an error, disabled. */
export function Forms() {
  return (
    <>
      <Pair title="One line of text">
        {(scheme) => (
          <>
            <Field label="At rest" name="rest" id={`${scheme}-rest`} placeholder="A placeholder" />
            <Field
              label="Filled"
              name="filled"
              id={`${scheme}-filled`}
              defaultValue="Maya Chen"
              showOptional
            />
            <Field label="With a hint" name="hint" id={`${scheme}-hinted`} hint="Visible to your matches." />
            <Field label="Wrong" name="wrong" id={`${scheme}-wrong`} error="Please enter an email address." />
            <Field label="Disabled" name="off" id={`${scheme}-off`} defaultValue="Not now" disabled />
          </>
        )}
      </Pair>
      <Pair title="More text, a choice, a file">
        {(scheme) => (
          <>
            <TextArea label="About you" name="bio" id={`${scheme}-bio`} hint="Up to 1,000 characters." />
            <Select
              label="Role"
              name="role"
              id={`${scheme}-role`}
              options={options}
              emptyLabel="Choose one"
            />
            <FileField
              label="Picture"
              name="file"
              id={`${scheme}-file`}
              hint="JPEG, PNG or WebP, up to 20 MB."
            />
          </>
        )}
      </Pair>
      <Pair title="Chips: several, or one">
        {(scheme) => (
          <>
            <CheckboxGroup
              legend="Services"
              name={`${scheme}-services`}
              options={options}
              defaultValue={["long"]}
            />
            <RadioGroup
              legend="Main service"
              name={`${scheme}-main`}
              options={options}
              defaultValue="short"
            />
            <CheckboxGroup
              legend="None chosen"
              name={`${scheme}-none`}
              options={options}
              error="Choose at least one."
            />
          </>
        )}
      </Pair>
      <Pair title="A form's errors">
        {(scheme) => (
          <ErrorSummary errors={[{ id: `${scheme}-wrong`, message: "Please enter an email address." }]} />
        )}
      </Pair>
    </>
  );
}
