import { latePart } from "~/ui/late-part";

/** The strip of people's work on pages where few see it. */
export const LateWorkStrip = latePart("work-strip", async () => (await import("./landing-work")).WorkStrip);
