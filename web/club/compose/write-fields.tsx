import { useCallback, type ReactNode } from "react";
import { clubLimits } from "#contract/club/limits.ts";
import { send } from "../../platform/http/send.ts";
import { TextField } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { PictureField } from "../../ui/media/picture-field.tsx";
import type { PictureUploads } from "../../ui/media/use-picture-uploads.ts";
import { findMembers } from "../mention/api.ts";
import { MentionField } from "../mention/mention-field.tsx";
import { toMentionable } from "../mention/mentionable.ts";
import type { DraftForm } from "./use-club-draft.ts";
import type { ArticleSubmission } from "./use-submit-article.ts";
import { writingMessages } from "../writing-messages.ts";
import * as articleCss from "../article/article.module.css";
import * as frameCss from "../../ui/styles/frame.module.css";

type WriteFieldsProps = {
  form: DraftForm;
  submission: ArticleSubmission;
  pictures: PictureUploads;
  /** Content above the common fields. */
  first?: ReactNode;
  /** Content below the common fields. */
  last?: ReactNode;
  /** Buttons in the bar at the bottom of the screen. */
  buttons: ReactNode;
};

/** Form with the fields that new and edited articles share: title, text with mentions, pictures. */
export function WriteFields({ form, submission, pictures, first, last, buttons }: WriteFieldsProps) {
  const { values, change, errors, formRef } = form;
  const find = useCallback(
    async (query: string) =>
      (await findMembers(send, query, values.groupId === "" ? undefined : values.groupId)).list.map(
        toMentionable,
      ),
    [values.groupId],
  );
  return (
    // POST keeps the text out of the URL if the form is submitted before hydration.
    <form
      ref={formRef}
      className={articleCss.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submission.submit();
      }}
    >
      {submission.failure !== null && <Notice kind="err">{submission.failure}</Notice>}
      {form.isRestored && <Notice>{writingMessages.write.restored}</Notice>}
      {first}
      <TextField
        id="write-title"
        label={writingMessages.write.heading}
        value={values.title}
        placeholder={writingMessages.write.headingHint}
        onChange={({ target }) => change({ title: target.value })}
        error={errors["title"]}
        enterKeyHint="next"
        autoComplete="off"
      />
      <MentionField
        id="write-content"
        label={writingMessages.write.content}
        placeholder={writingMessages.write.contentHint}
        value={values.text}
        onChange={(text) => change({ text })}
        find={find}
        maxLength={clubLimits.maxArticleLength}
        error={errors["content"]}
        rows={7}
        isOfForm
      />
      <PictureField
        id="write-pictures"
        label={writingMessages.write.pictures(clubLimits.maxPictures)}
        pictures={pictures}
        max={clubLimits.maxPictures}
        error={errors["pictureIds"]}
      />
      {last}
      <div className={frameCss.bottomBar}>
        <div className={frameCss.inner}>{buttons}</div>
      </div>
    </form>
  );
}
