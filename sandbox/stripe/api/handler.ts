import type { Account } from "../account.ts";
import type { Form } from "../form.ts";

/**
 * Handles one method and path; `id` comes from the path.
 * @throws Failure
 */
export type Handler = (account: Account, form: Form, id: string) => object;

/** Handlers by method and path, such as "GET /v1/prices/:id". */
export type Routes = Record<string, Handler>;
