import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { act } from "./act.ts";
import { removeArticle } from "./api.ts";
import { feeds } from "./club-state.ts";
import { words } from "./words.ts";

/** Deletes the person's own article once they are sure. @param onGone then it is no longer there */
export async function removeOwnArticle(id: string, onGone: () => void): Promise<void> {
  const { title, text, confirm, cancel } = words.removeArticle;
  if (!(await raise("dialog", { title, text, confirm, cancel }))) return;
  await act(
    () => removeArticle(send, id),
    () => {
      feeds.remove(({ articleId }) => articleId === id);
      toast(words.removed);
      onGone();
    },
  );
}
