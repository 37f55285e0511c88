import { AmountFields } from "~/features/catalog/components/amount-fields";
import { PriceText } from "~/features/catalog/components/price-text";
import { FileField } from "~/ui/file-field";
import { CheckboxGroup, ErrorSummary, Field, RadioGroup, Select, TextArea } from "~/ui/form";
import { Switch } from "~/ui/switch";
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
            <Field
              label="Near its limit"
              name="near"
              id={`${scheme}-near`}
              defaultValue="Nineteen characters"
              limit={20}
            />
            <Field
              label="Over its limit"
              name="over"
              id={`${scheme}-over`}
              defaultValue="Nineteen characters"
              limit={12}
              error="Please use at most 12 characters."
            />
          </>
        )}
      </Pair>
      <Pair title="Switches: on, off">
        {(scheme) => (
          <>
            <Switch
              name={`${scheme}-online`}
              label="Show when I'm online"
              hint="You'll also see when others are online."
              defaultChecked
            />
            <Switch
              name={`${scheme}-seen`}
              label="Show “Seen”"
              hint="Never shows for requests or in groups."
              defaultChecked={false}
            />
          </>
        )}
      </Pair>
      <Pair title="More text, a choice, a file">
        {(scheme) => (
          <>
            <TextArea label="About you" name="bio" id={`${scheme}-bio`} hint="Up to 1,000 characters." />
            <TextArea
              label="Your note"
              name="note"
              id={`${scheme}-note`}
              error="Please write a sentence or two."
            />
            <Select
              label="Role"
              name="role"
              id={`${scheme}-role`}
              options={options}
              emptyLabel="Choose one"
            />
            <Select
              label="Experience"
              name="level"
              id={`${scheme}-level`}
              options={options}
              emptyLabel="Choose one"
              error="Please choose one."
            />
            <FileField
              label="Picture"
              name="file"
              id={`${scheme}-file`}
              hint="JPEG, PNG or WebP, up to 20 MB."
            />
            <FileField
              label="Video"
              name="video"
              id={`${scheme}-video`}
              error="That file is larger than 500 MB."
            />
            <label className="check">
              <input type="checkbox" name={`${scheme}-check`} defaultChecked /> Show when I'm online
            </label>
          </>
        )}
      </Pair>
      <Pair title="Picks: several, one, none with an error">
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
      <Pair title="An amount: understood, refused, and shown with its note">
        {(scheme) => (
          <>
            {(["$65–85", "85–65"] as const).map((typed, index) => {
              const id = (name: string) => ({
                id: `${scheme}-${name}-${index}`,
                name: `${scheme}-${name}-${index}`,
              });
              const errors = index === 0 ? undefined : ["The second amount is lower than the first."];
              return (
                <AmountFields
                  key={typed}
                  legend="Price"
                  from={{ ...id("from"), initialValue: typed, errors }}
                  to={id("to")}
                  unit={{ ...id("per"), initialValue: "hour" }}
                />
              );
            })}
            <p>
              <PriceText
                price={{
                  amount: { unit: "hour", low: 6_500, high: 8_500 },
                  note: "Two rounds of changes included.",
                }}
              />
            </p>
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
