import type { ArgsOf, Send, SendOptions } from "#contract/core/call.ts";
import { editArticle, publishArticle } from "#contract/club/articles.ts";

/** @param options the idempotency key and the refusals that the form shows itself */
export const publish = (
  send: Send,
  form: ArgsOf<typeof publishArticle>,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
) => send(publishArticle, form, options);
/** @param options the idempotency key and the refusals that the form shows itself */
export const edit = (
  send: Send,
  form: ArgsOf<typeof editArticle>,
  options: Pick<SendOptions, "idempotencyKey" | "handlesRefusal">,
) => send(editArticle, form, options);
