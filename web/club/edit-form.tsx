import { useNavigate } from "react-router";
import type { ArticleDetail } from "#contract/community-articles.ts";
import { isFirstEntry } from "../platform/back.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { newUuid } from "../platform/http/request.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { edit } from "./api.ts";
import { dropDraft, readDraft } from "./draft.ts";
import { words } from "./edit-article-words.ts";
import { markupOf } from "./mention/markup.ts";
import { textOf } from "./mention/text-of.ts";
import { useDraft } from "./use-draft.ts";
import { useEditedPictures } from "./use-edited-pictures.ts";
import { useWriting } from "./use-writing.ts";
import { WriteFields } from "./write-fields.tsx";

type EditFormProps = { openId: string; article: ArticleDetail };

/** What stands there. */
const standingOf = ({ title, content, groupId, activityId, pictureIds }: ArticleDetail) => ({
  title,
  text: textOf(content),
  groupId,
  activityId,
  standing: pictureIds,
});

/** Back to the article, or wherever the person came from. */
function useLeave(articleId: string): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    if (isFirstEntry()) await navigate(`/club/article/${articleId}`, { replace: true });
    else await navigate(-1);
  };
}

/** One's own article, as it is changed: kept apart from what is written anew, and from other revisions of it. */
export function EditForm({ openId, article }: EditFormProps) {
  const { articleId, revision, pictureIds, images } = article;
  const place = `edit ${articleId} ${revision}`;
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
    stay: values.standing ?? pictureIds,
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
      ),
    onSent: () => {
      toast(words.saved);
      return leave();
    },
  });
  const cancel = async () => {
    const { title, text } = standingOf(article);
    const isSame = values.title === title && markupOf(values.text) === markupOf(text);
    const hasSamePictures =
      pictures.items.length === pictureIds.length && pictures.ids.join() === pictureIds.join();
    if (!(isSame && hasSamePictures) && !(await raise("dialog", words.leave))) return;
    dropDraft(place);
    pictures.forget();
    await leave();
  };
  return (
    <WriteFields
      {...{ form, writing, pictures }}
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
