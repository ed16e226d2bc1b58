import { useState } from "react";
import { Link } from "react-router";
import { communityLimits } from "#contract/community-limits.ts";
import { raise, toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { ChoiceGroup } from "../ui/choice-group.tsx";
import { refusalOf } from "../ui/failure.ts";
import { Sheet } from "../ui/overlay.tsx";
import { act } from "./act.ts";
import { block, manage, report } from "./api.ts";
import { feeds } from "./club-state.ts";
import ReasonSheet from "./reason-sheet.tsx";
import { removeOwnArticle } from "./remove-article.ts";
import { TextArea } from "./text-area.tsx";
import type { Subject } from "./subject.ts";
import { useReload } from "./use-reload.ts";
import { words } from "./words.ts";

type MoreSheetProps = { subject: Subject; onClose: () => void };
type Facts = { id: string; authorId: string; authorName: string; own: boolean; manages: boolean };

function factsOf(subject: Subject): Facts {
  if (subject.kind === "member") {
    const { id, displayName } = subject.member;
    return { id, authorId: id, authorName: displayName, own: false, manages: false };
  }
  const { author, own } = subject.kind === "article" ? subject.article : subject.comment;
  return {
    id: subject.kind === "article" ? subject.article.articleId : subject.comment.commentId,
    authorId: author.id,
    authorName: author.displayName,
    own,
    manages: subject.kind === "article" ? subject.article.manages : subject.manages,
  };
}

const reasons = ["spam", "abuse", "false", "privacy", "illegal", "other"] as const;
type Reason = (typeof reasons)[number];

/** Why it is complained of. */
function Report({ subject, onClose }: MoreSheetProps) {
  const [reason, setReason] = useState<Reason>("spam");
  const [detail, setDetail] = useState("");
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if ([...detail].length > communityLimits.reasonMost) return;
    setBusy(true);
    try {
      await report(send, { kind: subject.kind, targetId: factsOf(subject).id, reason, detail });
      toast(words.report.done);
      onClose();
    } catch (error) {
      // Told by the call itself; what was filled in stays.
      if (refusalOf(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="bd flds"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ChoiceGroup
        name="report-reason"
        label={words.report.reason}
        look="cl-reasons"
        choices={reasons.map((one) => ({ value: one, content: <span>{words.report.reasons[one]}</span> }))}
        value={reason}
        onChoose={(chosen) => setReason(chosen as Reason)}
      />
      <TextArea
        id="report-detail"
        label={words.report.detail}
        value={detail}
        onChange={setDetail}
        most={communityLimits.reasonMost}
      />
      <Button type="submit" isWide isBusy={isBusy}>
        {words.report.send}
      </Button>
    </form>
  );
}

async function blockAuthor({ authorId, authorName }: Facts, subject: Subject): Promise<void> {
  const { title, text, confirm, cancel } = words.block;
  if (!(await raise("dialog", { title: title(authorName), text, confirm, cancel }))) return;
  await act(
    () => block(send, authorId, true),
    () => {
      feeds.remove(({ author }) => author.id === authorId);
      toast(words.block.done);
      if (subject.kind === "comment") subject.onBlocked();
      else subject.onGone();
    },
  );
}

const removeOwn = (subject: Subject): Promise<void> | void => {
  if (subject.kind === "comment") return subject.onDelete();
  if (subject.kind === "article") return removeOwnArticle(subject.article.articleId, subject.onGone);
};

type Moderation = { action: "hide" | "feature" | "unfeature"; reason?: string };
const moderated = (
  subject: Subject,
  id: string,
  { action, ...why }: Moderation,
  reload: () => void,
): Promise<boolean> =>
  act(
    () =>
      manage(send, {
        kind: subject.kind === "comment" ? "comment" : "article",
        targetId: id,
        action,
        ...why,
      }),
    () => {
      toast(words.moderated[action]);
      // Its tag, and what the menu offers.
      if (action !== "hide") return reload();
      if (subject.kind === "article") feeds.remove(({ articleId }) => articleId === id);
      subject.onGone();
    },
  );

/** What else can be done about an article, a comment or somebody. */
export default function MoreSheet({ subject, onClose }: MoreSheetProps) {
  const [isReporting, setReporting] = useState(false);
  const [isHiding, setHiding] = useState(false);
  const facts = factsOf(subject);
  const { own, manages, id } = facts;
  const isFeatured = subject.kind === "article" && subject.article.featured;
  const [isBusy, setBusy] = useState(false);
  const reload = useReload();
  const hide = async (reason: string) => {
    setBusy(true);
    // Refused, what was written stays.
    const isDone = await moderated(subject, id, { action: "hide", reason }, reload).finally(() =>
      setBusy(false),
    );
    if (isDone) onClose();
  };
  const run = (work: () => Promise<unknown> | void) => () => {
    onClose();
    void work();
  };
  if (isHiding)
    return (
      <ReasonSheet
        title={words.hide.title[subject.kind === "comment" ? "comment" : "article"]}
        text={words.hide.text}
        label={words.hide.reason}
        send={words.hide.confirm}
        isBusy={isBusy}
        isSevere
        onSend={(reason) => void hide(reason)}
        onClose={onClose}
      />
    );
  return (
    <Sheet isOpen onClose={onClose} title={isReporting ? words.report.title : words.more}>
      {isReporting ? (
        <Report subject={subject} onClose={onClose} />
      ) : (
        <ul className="cl-menu">
          {manages && subject.kind === "article" && (
            <li>
              <button
                type="button"
                onClick={run(() =>
                  moderated(subject, id, { action: isFeatured ? "unfeature" : "feature" }, reload),
                )}
              >
                {isFeatured ? words.unfeature : words.feature}
              </button>
            </li>
          )}
          {manages && !own && (
            <li>
              <button type="button" onClick={() => setHiding(true)}>
                {words.hideIt}
              </button>
            </li>
          )}
          {!own && (
            <li>
              <button type="button" onClick={() => setReporting(true)}>
                {words.report.title}
              </button>
            </li>
          )}
          {own && subject.kind === "article" && (
            <li>
              <Link to={`/club/article/${id}/edit`}>{words.editIt}</Link>
            </li>
          )}
          {(own || (subject.kind === "comment" && subject.isBelowOwn)) && (
            <li>
              <button type="button" className="danger" onClick={run(() => removeOwn(subject))}>
                {words.remove}
              </button>
            </li>
          )}
          {!own && (
            <li>
              <button type="button" className="danger" onClick={run(() => blockAuthor(facts, subject))}>
                {words.block.label(facts.authorName)}
              </button>
            </li>
          )}
        </ul>
      )}
    </Sheet>
  );
}
