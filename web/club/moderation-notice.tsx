import { Suspense, useRef, useState } from "react";
import { Link } from "react-router";
import type { Notification } from "#contract/community-members.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { refusalOf } from "../ui/failure.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { askForReview } from "./api.ts";
import { expire } from "./club-state.ts";
import { HiddenIcon } from "./icons.tsx";
import { Ago } from "./now.tsx";
import { part } from "./part.ts";
import { words } from "./words.ts";

const { Part: ReasonSheet, whenReady } = part(() => import("./reason-sheet.tsx"));

type ModerationProps = {
  notice: Notification;
  moderation: NonNullable<Notification["moderation"]>;
};

/** Whether something of the person's is hidden or shown again, and of what it is. */
function Said({ notice, moderation: { by, reason, explanation, review } }: ModerationProps) {
  const { article, comment, group, outcome, read } = notice;
  const said = words.notices.moderation;
  const because = explanation === "" && reason !== null ? words.report.reasons[reason] : explanation;
  return (
    <>
      <span className="bs cl-blk">
        {outcome === "shown"
          ? said.shown[comment === null ? "article" : "comment"]
          : said.hidden(comment === null ? "article" : "comment", by, review === "decided")}
        {!read && <span className="sr">{words.notices.isNew}</span>}
      </span>
      <span className="bs c2 el2">{comment?.text ?? article?.title}</span>
      {group !== null && <span className="cap c3 el1 cl-blk">{group.name}</span>}
      {outcome === "hidden" && because !== "" && (
        <span className="cap c2 cl-blk">{words.because(because)}</span>
      )}
    </>
  );
}

/** Asks operators to look again, with a word of the author's. */
function Review({ kind, targetId }: { kind: "article" | "comment"; targetId: string }) {
  const said = words.notices.moderation;
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const waiting = useRef<HTMLParagraphElement>(null);
  const kept = useFocusKept(() => waiting.current);
  const ask = async (detail: string) => {
    setBusy(true);
    try {
      await askForReview(send, { kind, targetId, detail });
      toast(said.asked);
      expire();
      setAsked(true);
      setOpen(false);
      kept();
    } catch (error) {
      // Told by the call itself; what was written stays.
      if (refusalOf(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  if (isAsked)
    return (
      <p ref={waiting} className="cap c2 mt2" tabIndex={-1}>
        {said.waiting}
      </p>
    );
  return (
    <>
      <p className="mt2">
        <Button look="outline" size="tiny" onClick={() => whenReady(() => setOpen(true))}>
          {said.ask}
        </Button>
      </p>
      {isOpen && (
        <Suspense>
          <ReasonSheet
            title={said.ask}
            text={said.askText}
            label={said.askReason}
            send={said.askSend}
            isBusy={isBusy}
            onSend={(detail) => void ask(detail)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** An author is told what has become of what they wrote, why, and what they can do about it (requirement P23). */
export function ModerationNotice({ notice, moderation }: ModerationProps) {
  const { article, comment, outcome, read, createdTime } = notice;
  const kind = comment === null ? "article" : "comment";
  const targetId = comment?.commentId ?? article?.articleId ?? "";
  const isShown = outcome === "shown";
  const body = (
    <>
      <span className="cl-ntm" aria-hidden="true">
        <HiddenIcon size={20} isOpen={isShown} />
      </span>
      <span className="f1">
        <Said notice={notice} moderation={moderation} />
        <Ago className="cap c3" time={createdTime} />
        {!isShown && moderation.review === "none" && <Review kind={kind} targetId={targetId} />}
        {!isShown && moderation.review === "waiting" && (
          <span className="cap c2 cl-blk mt2">{words.notices.moderation.waiting}</span>
        )}
      </span>
    </>
  );
  const look = classes("cl-nt", !read && "new");
  if (!isShown) return <div className={look}>{body}</div>;
  const place = comment === null ? "" : `#comment-${comment.commentId}`;
  return (
    <Link className={look} to={`/club/article/${article?.articleId ?? ""}${place}`} prefetch="intent">
      {body}
    </Link>
  );
}
