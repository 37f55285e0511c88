import type { Account } from "../account.ts";
import type { Form } from "../form.ts";

/** Answers one method and path; `id` is the path's. @throws Failure */
export type Handler = (account: Account, form: Form, id: string) => object;

/** By method and path, such as 'GET /v1/prices/:id'. */
export type Routes = Record<string, Handler>;
