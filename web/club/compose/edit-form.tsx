import { useNavigate } from "react-router";
import type { ArticleDetail } from "#contract/club/articles.ts";
import { isFirstEntry } from "../../platform/navigation/app-back.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { newUuid } from "../../platform/http/random-ids.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { edit } from "./api.ts";
import { removeClubDraft, readClubDraft } from "./club-draft.ts";
import { editArticleMessages } from "./edit-messages.ts";
import { serializeMarkup } from "../mention/serialize-markup.ts";
import { parseMarkup } from "../mention/parse-markup.ts";
import { useClubDraft } from "./use-club-draft.ts";
import { useEditedPictures } from "./use-edited-pictures.ts";
import { useSubmitArticle } from "./use-submit-article.ts";
import { WriteFields } from "./write-fields.tsx";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";

type EditFormProps = {
  openId: string;
  /** Current revision of the article. */
  article: ArticleDetail;
  /** Called when the article was edited elsewhere. */
  onConflict: () => void;
  /** Called to restart from the current content. */
  onRestart: () => void;
};

/** Content of a draft that starts from the article. */
const draftOfArticle = ({ title, content, groupId, activityId, pictureIds, revision }: ArticleDetail) => ({
  title,
  text: parseMarkup(content),
  groupId,
  activityId,
  standing: pictureIds,
  revision,
});

/** Returns to the previous page; as the first page of a visit, to the article. */
function useGoBack(articleId: string): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    if (isFirstEntry()) await navigate(`/club/article/${articleId}`, { replace: true });
    else await navigate(-1);
  };
}

/** Form for editing an own article; its draft is separate from the one of a new article. */
export function EditForm({ openId, article, onConflict, onRestart }: EditFormProps) {
  const { articleId, revision, pictureIds, images } = article;
  const draftKey = `edit ${articleId}`;
  const form = useClubDraft(draftKey, () => {
    const draft = readClubDraft(draftKey);
    return {
      start: draft ?? { idempotencyKey: newUuid(), ...draftOfArticle(article) },
      isRestored: draft !== null,
    };
  });
  const { values, change } = form;
  const pictures = useEditedPictures({
    draftKey,
    openId,
    // A picture that cannot be shown any more has no URL.
    current: pictureIds.map((pictureId, at) => ({
      pictureId,
      url: images.length === pictureIds.length ? (images[at] ?? "") : "",
    })),
    kept: (values.standing ?? pictureIds).filter((pictureId) => pictureIds.includes(pictureId)),
    onKept: (standing) => change({ standing }),
  });
  const goBack = useGoBack(articleId);
  const submission = useSubmitArticle({
    draftKey,
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
        if (asRefusal(error)?.refusal === "conflict") onConflict();
        throw error;
      }),
    onSent: () => {
      showToast(editArticleMessages.saved);
      return goBack();
    },
  });
  const discard = () => {
    removeClubDraft(draftKey);
    pictures.discard();
  };
  const cancel = async () => {
    const { title, text } = draftOfArticle(article);
    const hasSameText = values.title === title && serializeMarkup(values.text) === serializeMarkup(text);
    const hasSamePictures =
      pictures.items.length === pictureIds.length && pictures.ids.join() === pictureIds.join();
    const isUnchanged = hasSameText && hasSamePictures;
    if (!isUnchanged && !(await raiseChallenge("dialog", editArticleMessages.leave))) return;
    discard();
    await goBack();
  };
  return (
    <WriteFields
      {...{ form, submission, pictures }}
      first={
        values.revision !== revision && (
          <Notice kind="warn">
            {editArticleMessages.elsewhere}
            <button
              type="button"
              className={`${controlsCss.link} ${controlsCss.retry}`}
              onClick={() => {
                discard();
                onRestart();
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
          <Button type="submit" className={layoutCss.grow} isBusy={submission.isBusy}>
            {submission.isBusy ? editArticleMessages.saving : editArticleMessages.save}
          </Button>
        </>
      }
    />
  );
}
