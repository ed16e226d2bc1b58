import { isBlank } from "#contract/core/text.ts";
import { useCallback, useRef, useState } from "react";
import type { ArticleDetail } from "#contract/club/articles.ts";
import type { Comment, Group } from "#contract/club/shapes.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { newUuid } from "../../platform/http/random-ids.ts";
import { send } from "../../platform/http/send.ts";
import { useUserKey } from "../../platform/session/use-user-key.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Sheet } from "../../ui/overlay/sheet.tsx";
import { publishComment as sendComment } from "./api.ts";
import { findMembers } from "../mention/api.ts";
import { removeClubDraft, readClubDraft, storeClubDraft } from "../compose/club-draft.ts";
import { serializeMarkup } from "../mention/serialize-markup.ts";
import { MentionField } from "../mention/mention-field.tsx";
import { emptyMentionText, type MentionText } from "../mention/mention-text.ts";
import { toMentionable } from "../mention/mentionable.ts";
import { useJoinGroup, type JoinGroupState } from "../group/use-join-group.tsx";
import { clubMessages } from "../messages.ts";
import { groupMessages } from "../group/messages.ts";
import { writingMessages } from "../writing-messages.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as overlayCss from "../../ui/overlay/overlay.module.css";

type CommentSheetProps = {
  article: ArticleDetail;
  /** Comment to reply to; null: comments on the article. */
  replyTo: Comment | null;
  onAdded: (comment: Comment, comments: number) => void;
  onClose: () => void;
};

/** Sheet for writing a comment. The draft survives closing and a refusal; another person starts with an empty form. */
export default function CommentSheet(props: CommentSheetProps) {
  return <CommentForm key={useUserKey()} {...props} />;
}

/** Tells a non-member before they write that only members comment, and lets them join; their text stays. */
function JoinNotice({ group, joining }: { group: Group; joining: JoinGroupState }) {
  const { standing, isBusy, join } = joining;
  const isReview = standing === "review";
  return (
    <Notice>
      <span className={`${layoutCss.row} ${layoutCss.gap2}`}>
        <span className={layoutCss.grow}>
          {isReview ? groupMessages.join.inReview : groupMessages.join.toComment(group.name)}
        </span>
        {!isReview && (
          <Button look="tonal" size="tiny" isBusy={isBusy} onClick={join}>
            {group.joinMode === "approval" ? groupMessages.join.ask : groupMessages.join.now}
          </Button>
        )}
      </span>
    </Notice>
  );
}

function CommentForm({ article, replyTo, onAdded, onClose }: CommentSheetProps) {
  const { articleId, groupId, group } = article;
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector("textarea") ?? null;
  const isVisitor = useUser() === null;
  const joining = useJoinGroup(group, field);
  const draftKey = `comment.${articleId}.${replyTo?.commentId ?? ""}`;
  const [draft] = useState(() => readClubDraft(draftKey));
  const [text, setText] = useState<MentionText>(draft?.text ?? emptyMentionText);
  const [key, setKey] = useState(() => draft?.idempotencyKey ?? newUuid());
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const find = useCallback(
    async (query: string) => (await findMembers(send, query, groupId)).list.map(toMentionable),
    [groupId],
  );
  const isEmpty = isBlank(text.text);
  const isTooLong = [...text.text].length > clubLimits.maxCommentLength;
  const save = (next: MentionText, idempotencyKey: string) =>
    storeClubDraft(draftKey, { idempotencyKey, title: "", text: next, groupId, activityId: null });
  const change = (next: MentionText) => {
    setText(next);
    setError(null);
    save(next, key);
  };
  const submit = async () => {
    if (isBusy || isEmpty || isTooLong) return;
    setBusy(true);
    try {
      const content = serializeMarkup(text);
      const added = await sendComment(
        send,
        { articleId, content, ...(replyTo !== null && { replyTo: replyTo.commentId }) },
        { idempotencyKey: key, handlesRefusal: () => true },
      );
      removeClubDraft(draftKey);
      onAdded(added.comment, added.comments);
    } catch (caught) {
      const refusal = asRefusal(caught);
      if (refusal === null) throw caught;
      if (refusal.refusal === "conflict") {
        // The key was used with another text: the next attempt is a new comment.
        const nextKey = newUuid();
        setKey(nextKey);
        save(text, nextKey);
      }
      setError(refusal.fields["content"] ?? refusal.remark ?? refusal.message);
    } finally {
      setBusy(false);
    }
  };
  const isNonMember = !isVisitor && joining.standing !== "joined";
  return (
    <>
      <Sheet
        isOpen
        onClose={onClose}
        isBusy={isBusy}
        firstFocus={field}
        title={
          replyTo === null ? writingMessages.writeComment : clubMessages.replyTo(replyTo.author.displayName)
        }
      >
        <form
          ref={form}
          className={overlayCss.body}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {error !== null && <Notice kind="err">{error}</Notice>}
          {isNonMember && <JoinNotice group={group} joining={joining} />}
          <MentionField
            id="comment-text"
            label={writingMessages.writeComment}
            placeholder={clubMessages.say}
            value={text}
            onChange={change}
            find={find}
            maxLength={clubLimits.maxCommentLength}
          />
          <Button type="submit" isWide isBusy={isBusy} disabled={isEmpty || isTooLong}>
            {isBusy ? writingMessages.sending : writingMessages.sendComment}
          </Button>
        </form>
      </Sheet>
      {joining.dialogs}
    </>
  );
}
