import { paths } from "~/paths";
import { Badge } from "~/ui/badge";
import { SubmitButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import type { SampleView } from "../sample";
import { SampleFigure } from "./sample-figure";

/** One of the actor's own, with what can be done about it. */
export function OwnSample({
  sample,
  isFirst,
  isLast,
}: {
  sample: SampleView;
  isFirst: boolean;
  isLast: boolean;
}) {
  const act = (intent: string, label: string, pending: string, isOff = false) => (
    <SubmitButton kind="quiet" small name="intent" value={intent} pending={pending} disabled={isOff}>
      {label}
      <span className="visually-hidden"> {sample.title}</span>
    </SubmitButton>
  );
  return (
    <SampleFigure sample={sample} isFirst={isFirst}>
      {sample.isCover && (
        <p>
          <Badge tone="positive">Cover</Badge>
        </p>
      )}
      <Form action={paths.samples()} className="row" preventScrollReset>
        <input type="hidden" name="sample" value={sample.id} />
        {act("up", "Move up", "Moving...", isFirst)}
        {act("down", "Move down", "Moving...", isLast)}
        {sample.isCover
          ? act("no-cover", "No cover", "Saving...")
          : act("cover", "Make it the cover", "Saving...")}
        <Link to={paths.sample(sample.id)}>
          Edit<span className="visually-hidden"> {sample.title}</span>
        </Link>{" "}
        {act("remove", "Remove", "Removing...")}
      </Form>
    </SampleFigure>
  );
}
