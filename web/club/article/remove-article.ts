import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { runMutation } from "../shared/run-mutation.ts";
import { removeArticle } from "./api.ts";
import { feedCache } from "../club-state.ts";
import { clubMessages } from "../messages.ts";

/** Deletes the person's own article after they have confirmed. @param onGone called after the deletion */
export async function removeOwnArticle(id: string, onGone: () => void): Promise<void> {
  const { title, text, confirm, cancel } = clubMessages.removeArticle;
  if (!(await raiseChallenge("dialog", { title, text, confirm, cancel }))) return;
  await runMutation(
    () => removeArticle(send, id),
    () => {
      feedCache.remove(({ articleId }) => articleId === id);
      showToast(clubMessages.removed);
      onGone();
    },
  );
}
