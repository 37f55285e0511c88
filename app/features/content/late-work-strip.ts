import { latePart } from "~/ui/late-part";

/** `WorkStrip` as a separate chunk, for pages where few people see it. */
export const LateWorkStrip = latePart("WorkStrip", () => import("./landing-work"));
