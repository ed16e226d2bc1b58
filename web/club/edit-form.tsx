import { useNavigate } from "react-router";
import type { ArticleDetail } from "#contract/community-articles.ts";
import { isFirstEntry } from "../platform/back.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { newUuid } from "../platform/http/request.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { Notice } from "../ui/notice.tsx";
import { edit } from "./api.ts";
import { dropDraft, readDraft } from "./draft.ts";
import { words } from "./edit-article-words.ts";
import { markupOf } from "./mention/markup.ts";
import { textOf } from "./mention/text-of.ts";
import { useDraft } from "./use-draft.ts";
import { useEditedPictures } from "./use-edited-pictures.ts";
import { useWriting } from "./use-writing.ts";
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
const standingOf = ({ title, content, groupId, activityId, pictureIds, revision }: ArticleDetail) => ({
  title,
  text: textOf(content),
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
  const form = useDraft(place, () => {
    const kept = readDraft(place);
    return {
      start: kept ?? { idempotencyKey: newUuid(), ...standingOf(article) },
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
  const writing = useWriting({
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
          content: markupOf(text),
          pictureIds: [...pictures.ids],
        },
        options,
      ).catch((error: unknown) => {
        if (refusalOf(error)?.refusal === "conflict") onElsewhere();
        throw error;
      }),
    onSent: () => {
      toast(words.saved);
      return leave();
    },
  });
  const forget = () => {
    dropDraft(place);
    pictures.forget();
  };
  const cancel = async () => {
    const { title, text } = standingOf(article);
    const isSame = values.title === title && markupOf(values.text) === markupOf(text);
    const hasSamePictures =
      pictures.items.length === pictureIds.length && pictures.ids.join() === pictureIds.join();
    if (!(isSame && hasSamePictures) && !(await raise("dialog", words.leave))) return;
    forget();
    await leave();
  };
  return (
    <WriteFields
      {...{ form, writing, pictures }}
      first={
        values.revision !== revision && (
          <Notice kind="warn">
            {words.elsewhere}
            <button
              type="button"
              className="lk again"
              onClick={() => {
                forget();
                onAnew();
              }}
            >
              {words.discard}
            </button>
          </Notice>
        )
      }
      buttons={
        <>
          <Button look="outline" onClick={() => void cancel()}>
            {words.cancel}
          </Button>
          <Button type="submit" className="f1" isBusy={writing.isBusy}>
            {writing.isBusy ? words.saving : words.save}
          </Button>
        </>
      }
    />
  );
}
