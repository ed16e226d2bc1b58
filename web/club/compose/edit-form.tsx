import { useNavigate } from "react-router";
import type { ArticleDetail } from "#contract/club/articles.ts";
import { isFirstEntry } from "../../platform/navigation/app-back.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { newUuid } from "../../platform/http/random-id.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { edit } from "../api.ts";
import { removeClubDraft, readClubDraft } from "./club-draft.ts";
import { editArticleMessages } from "./edit-messages.ts";
import { serializeMarkup } from "../mention/serialize-markup.ts";
import { parseMarkup } from "../mention/parse-markup.ts";
import { useClubDraft } from "./use-club-draft.ts";
import { useEditedPictures } from "./use-edited-pictures.ts";
import { useSubmitArticle } from "./use-submit-article.ts";
import { WriteFields } from "./write-fields.tsx";

type EditFormProps = {
  openId: string;
  /** As it stands now. */
  article: ArticleDetail;
  /** It stands otherwise by now. */
  onElsewhere: () => void;
  /** To begin again from what stands there. */
  onAnew: () => void;
};

/** What stands there. */
const draftOfArticle = ({ title, content, groupId, activityId, pictureIds, revision }: ArticleDetail) => ({
  title,
  text: parseMarkup(content),
  groupId,
  activityId,
  standing: pictureIds,
  revision,
});

/** Back to the article, or wherever the person came from. */
function useLeave(articleId: string): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    if (isFirstEntry()) await navigate(`/club/article/${articleId}`, { replace: true });
    else await navigate(-1);
  };
}

/** One's own article, as it is changed: kept apart from what is written anew, whatever becomes of it elsewhere. */
export function EditForm({ openId, article, onElsewhere, onAnew }: EditFormProps) {
  const { articleId, revision, pictureIds, images } = article;
  const place = `edit ${articleId}`;
  const form = useClubDraft(place, () => {
    const kept = readClubDraft(place);
    return {
      start: kept ?? { idempotencyKey: newUuid(), ...draftOfArticle(article) },
      isRestored: kept !== null,
    };
  });
  const { values, change } = form;
  const pictures = useEditedPictures({
    place,
    openId,
    // One that cannot be shown any more has no address.
    has: pictureIds.map((pictureId, at) => ({
      pictureId,
      url: images.length === pictureIds.length ? (images[at] ?? "") : "",
    })),
    stay: (values.standing ?? pictureIds).filter((pictureId) => pictureIds.includes(pictureId)),
    onStay: (standing) => change({ standing }),
  });
  const leave = useLeave(articleId);
  const writing = useSubmitArticle({
    place,
    form,
    pictures,
    post: ({ title, text }, options) =>
      edit(
        send,
        {
          articleId,
          revision,
          title: title.trim(),
          content: serializeMarkup(text),
          pictureIds: [...pictures.ids],
        },
        options,
      ).catch((error: unknown) => {
        if (asRefusal(error)?.refusal === "conflict") onElsewhere();
        throw error;
      }),
    onSent: () => {
      showToast(editArticleMessages.saved);
      return leave();
    },
  });
  const forget = () => {
    removeClubDraft(place);
    pictures.forget();
  };
  const cancel = async () => {
    const { title, text } = draftOfArticle(article);
    const isSame = values.title === title && serializeMarkup(values.text) === serializeMarkup(text);
    const hasSamePictures =
      pictures.items.length === pictureIds.length && pictures.ids.join() === pictureIds.join();
    if (!(isSame && hasSamePictures) && !(await raiseChallenge("dialog", editArticleMessages.leave))) return;
    forget();
    await leave();
  };
  return (
    <WriteFields
      {...{ form, writing, pictures }}
      first={
        values.revision !== revision && (
          <Notice kind="warn">
            {editArticleMessages.elsewhere}
            <button
              type="button"
              className="lk again"
              onClick={() => {
                forget();
                onAnew();
              }}
            >
              {editArticleMessages.discard}
            </button>
          </Notice>
        )
      }
      buttons={
        <>
          <Button look="outline" onClick={() => void cancel()}>
            {editArticleMessages.cancel}
          </Button>
          <Button type="submit" className="f1" isBusy={writing.isBusy}>
            {writing.isBusy ? editArticleMessages.saving : editArticleMessages.save}
          </Button>
        </>
      }
    />
  );
}
