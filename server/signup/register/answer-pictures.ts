import type { FormField } from "#contract/activity/activity.ts";
import { Refusal } from "#contract/core/errors.ts";
import type { AppContext } from "../../core/app-context.ts";
import { signUpMessages } from "../messages.ts";
import type { SignUpPorts } from "../ports.ts";
import { answerPictureStore, type AnswerPictureStore } from "./answer-picture-store.ts";
import type { NewSignUp } from "./bulk-insert-store.ts";

/** Picture ids in the answers, by question; answers have been validated. */
const picturesByQuestion = (
  form: readonly Pick<FormField, "key" | "kind">[],
  answers: Readonly<Record<string, string>>,
): [string, string[]][] =>
  form.flatMap(({ key, kind }): [string, string[]][] => {
    const answer = answers[key]?.trim() ?? "";
    return kind === "picture" && answer !== "" ? [[key, answer.split(",")]] : [];
  });

/**
 * Claims the pictures of an attempt and names them under the id of the sign-up, before it is written: what refers to them
 * counts only once the sign-up exists. @throws Refusal "invalid" with a message at the question
 */
export type AttachPictures = (
  activityId: string,
  signUp: NewSignUp,
  form: readonly FormField[],
) => Promise<void>;
type Attached = { readonly signUpId: string; readonly ids: string[] };

/** Releases the attached pictures if the sign-up was not written; a failure is left to the periodic cleanup. */
async function settle(
  { signUpId, ids }: Attached,
  store: AnswerPictureStore,
  { pictures }: SignUpPorts,
  log: Pick<AppContext["log"], "warn">,
): Promise<void> {
  try {
    await store.removeUnlessSignedUp(signUpId);
    // Releases only pictures that nothing uses.
    for (const id of ids) await pictures.release(id);
  } catch (error) {
    log.warn({ err: error }, "pictures of a refused sign-up not released");
  }
}

/** Runs attempts to sign up with their pictures; without picture questions it costs nothing. */
export function withAnswerPictures({ db, log }: Pick<AppContext, "db" | "log">, ports: SignUpPorts) {
  const store = answerPictureStore(db);
  return async <T>(run: (attach: AttachPictures) => Promise<T>): Promise<T> => {
    const attached: Attached[] = [];
    const attach: AttachPictures = async (activityId, one, form) => {
      const byQuestion = picturesByQuestion(form, one.answers);
      if (byQuestion.length === 0) return;
      const { user_id: userId, signup_id: signUpId, answers, created_time: now } = one;
      const ids: string[] = [];
      attached.push({ signUpId, ids });
      for (const [key, pictures] of byQuestion)
        for (const id of pictures) {
          if (!(await ports.pictures.claim(id, userId)))
            throw new Refusal("invalid", { fields: { [`answers.${key}`]: signUpMessages.pictureExpired } });
          ids.push(id);
        }
      const signUp = { activityId, userId, signUpId, answers };
      await db.transaction().execute(async (transaction) => {
        await store.add(transaction, signUp, ids, now);
        await ports.pictures.submit(transaction, signUp, now);
      });
    };
    try {
      return await run(attach);
    } finally {
      for (const one of attached) await settle(one, store, ports, log);
    }
  };
}
