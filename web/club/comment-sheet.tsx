import { useCallback, useRef, useState } from "react";
import type { ArticleDetail } from "#contract/community-articles.ts";
import type { Comment, Group } from "#contract/community-shapes.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { newUuid } from "../platform/http/request.ts";
import { send } from "../platform/http/send.ts";
import { useTurn } from "../platform/login/use-turn.ts";
import { useUser } from "../platform/login/use-user.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { Notice } from "../ui/notice.tsx";
import { Sheet } from "../ui/overlay.tsx";
import { comment as sendComment, findMembers } from "./api.ts";
import { dropDraft, readDraft, keepDraft } from "./draft.ts";
import { markupOf } from "./mention/markup.ts";
import { MentionField } from "./mention/mention-field.tsx";
import { emptyText, type MentionText } from "./mention/mention-text.ts";
import { namedOf } from "./named.ts";
import { useJoin, type Joining } from "./use-join.tsx";
import { words } from "./words.ts";

type CommentSheetProps = {
  article: ArticleDetail;
  /** Whom it answers; null: the article. */
  replyTo: Comment | null;
  onAdded: (comment: Comment, comments: number) => void;
  onClose: () => void;
};

/** Where a comment is written. What was written stays when the sheet is put away, and when it is refused; the next person begins anew. */
export default function CommentSheet(props: CommentSheetProps) {
  return <OwnComment key={useTurn()} {...props} />;
}

/** Members comment: who is none reads so before they write, and joins here; what they have written stays. */
function JoinFirst({ group, joining }: { group: Group; joining: Joining }) {
  const { standing, isBusy, join } = joining;
  const isReview = standing === "review";
  return (
    <Notice>
      <span className="row g2">
        <span className="f1">{isReview ? words.join.inReview : words.join.toComment(group.name)}</span>
        {!isReview && (
          <Button look="tonal" size="tiny" isBusy={isBusy} onClick={join}>
            {group.joinMode === "approval" ? words.join.ask : words.join.now}
          </Button>
        )}
      </span>
    </Notice>
  );
}

function OwnComment({ article, replyTo, onAdded, onClose }: CommentSheetProps) {
  const { articleId, groupId, group } = article;
  const form = useRef<HTMLFormElement>(null);
  const field = () => form.current?.querySelector("textarea") ?? null;
  const isVisitor = useUser() === null;
  const joining = useJoin(group, field);
  const place = `comment.${articleId}.${replyTo?.commentId ?? ""}`;
  const [draft] = useState(() => readDraft(place));
  const [text, setText] = useState<MentionText>(draft?.text ?? emptyText);
  const [key, setKey] = useState(() => draft?.idempotencyKey ?? newUuid());
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const find = useCallback(
    async (query: string) => (await findMembers(send, query, groupId)).list.map(namedOf),
    [groupId],
  );
  const isEmpty = text.text.trim() === "";
  const isTooLong = [...text.text].length > communityLimits.commentMost;
  const keep = (next: MentionText, idempotencyKey: string) =>
    keepDraft(place, { idempotencyKey, title: "", text: next, groupId, activityId: null });
  const change = (next: MentionText) => {
    setText(next);
    setFault(null);
    keep(next, key);
  };
  const submit = async () => {
    if (isBusy || isEmpty || isTooLong) return;
    setBusy(true);
    try {
      const content = markupOf(text);
      const added = await sendComment(
        send,
        { articleId, content, ...(replyTo !== null && { replyTo: replyTo.commentId }) },
        { idempotencyKey: key, isToldHere: () => true },
      );
      dropDraft(place);
      onAdded(added.comment, added.comments);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      if (refusal.refusal === "conflict") {
        // Sent before with other words: these are another comment.
        const anew = newUuid();
        setKey(anew);
        keep(text, anew);
      }
      setFault(refusal.fields["content"] ?? refusal.remark ?? refusal.message);
    } finally {
      setBusy(false);
    }
  };
  const isOut = !isVisitor && joining.standing !== "joined";
  return (
    <>
      <Sheet
        isOpen
        onClose={onClose}
        isBusy={isBusy}
        firstFocus={field}
        title={replyTo === null ? words.writeComment : words.replyTo(replyTo.author.displayName)}
      >
        <form
          ref={form}
          className="bd"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {fault !== null && <Notice kind="err">{fault}</Notice>}
          {isOut && <JoinFirst group={group} joining={joining} />}
          <MentionField
            id="comment-text"
            label={words.writeComment}
            placeholder={words.say}
            value={text}
            onChange={change}
            find={find}
            most={communityLimits.commentMost}
          />
          <Button type="submit" isWide isBusy={isBusy} disabled={isEmpty || isTooLong}>
            {isBusy ? words.sending : words.sendComment}
          </Button>
        </form>
      </Sheet>
      {joining.dialogs}
    </>
  );
}
