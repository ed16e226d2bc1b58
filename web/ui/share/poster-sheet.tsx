import * as posterSheetCss from "./poster-sheet.module.css";
import { useEffect, useState, type ReactNode } from "react";
import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { copyText } from "../../platform/browser/copy-text.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { canSavePicture, posterUrl, sharingMethod, absoluteUrl } from "../../platform/share/poster.ts";
import {
  createShareReference,
  ownShareReference,
  withShareReference,
} from "../../platform/share/share-link.ts";
import { Button, Spinner } from "../form/button.tsx";
import { asRefusal } from "../feedback/load-failure.ts";
import { CopyIcon, FriendsIcon, SaveIcon, TimelineIcon } from "../icons/share-icons.tsx";
import { ShareIcon } from "../icons/detail-icons.tsx";
import { shareActivity, type SharedActivity } from "./share-activity.ts";
import { sharingMessages } from "./sharing-messages.ts";
import { useCloseOnBack } from "../overlay/use-close-on-back.ts";
import { uiMessages } from "../messages.ts";
import * as controlsCss from "../styles/controls.module.css";
import * as textCss from "../styles/text.module.css";

const { poster: texts } = sharingMessages;

/**
 * The person's share reference for the poster: undefined until it is known whether one exists, null if none
 * does.
 */
function useShareReference(activityId: string) {
  const openId = useUser()?.openId ?? null;
  const [found, setFound] = useState<{ of: string | null; reference: string | null } | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void ownShareReference(activityId).then((reference) => isCurrent && setFound({ of: openId, reference }));
    return () => {
      isCurrent = false;
    };
  }, [activityId, openId]);
  const create = async (): Promise<void> => {
    setBusy(true);
    try {
      const reference = await createShareReference(activityId);
      // After a change of user the effect above loads the new reference.
      setFound((before) => (before === null ? before : { ...before, reference }));
    } catch (error) {
      // The call has already shown its refusal.
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  return {
    isVisitor: openId === null,
    reference: found?.of === openId ? found.reference : undefined,
    isBusy,
    create: () => void create(),
  };
}

/** Poster, or the state of its loading. */
function Poster({ address, title }: { address: string | null; title: string }) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<{ of: string; end: "shown" | "failed" } | null>(null);
  const key = `${address ?? ""} ${attempt}`;
  const end = state?.of === key ? state.end : null;
  return (
    <div className={posterSheetCss.picture}>
      {address !== null && (
        <img
          key={key}
          src={address}
          alt={texts.alt(title)}
          width={750}
          height={1280}
          hidden={end !== "shown"}
          onLoad={() => setState({ of: key, end: "shown" })}
          onError={() => setState({ of: key, end: "failed" })}
        />
      )}
      {end === null && (
        <output className={posterSheetCss.message}>
          <Spinner /> {texts.loading}
        </output>
      )}
      {end === "failed" && (
        <div className={posterSheetCss.message} role="alert">
          <p>{texts.failed}</p>
          <Button size="small" onClick={() => setAttempt(attempt + 1)}>
            {uiMessages.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

type ShareActionsProps = { shared: SharedActivity; reference: string | null; address: string | null };

/** Actions of the poster sheet: the host's or system's share function, copy the link, save the picture. */
function ShareActions({ shared, reference, address }: ShareActionsProps) {
  const method = sharingMethod();
  const send = () => void shareActivity(shared);
  const copy = async () => {
    const isCopied = await copyText(absoluteUrl(withShareReference(shared.path, reference)));
    showToast(isCopied ? sharingMessages.share.copied : sharingMessages.share.failed);
  };
  return (
    <div className={posterSheetCss.actions}>
      {method === "host" && (
        <>
          <button type="button" onClick={send}>
            <span className={posterSheetCss.icon}>
              <FriendsIcon />
            </span>
            {texts.friends}
          </button>
          <button type="button" onClick={send}>
            <span className={posterSheetCss.icon}>
              <TimelineIcon />
            </span>
            {texts.timeline}
          </button>
        </>
      )}
      {method === "system" && (
        <button type="button" onClick={send}>
          <span className={posterSheetCss.icon}>
            <ShareIcon />
          </span>
          {texts.system}
        </button>
      )}
      <button type="button" onClick={() => void copy()}>
        <span className={posterSheetCss.icon}>
          <CopyIcon />
        </span>
        {texts.copy}
      </button>
      {canSavePicture() && address !== null ? (
        <a href={address} download={texts.file(shared.title)} onClick={() => showToast(texts.saved)}>
          <span className={`${posterSheetCss.icon} ${posterSheetCss.primary}`}>
            <SaveIcon />
          </span>
          {texts.save}
        </a>
      ) : (
        <button type="button" onClick={() => showToast(texts.hold)}>
          <span className={`${posterSheetCss.icon} ${posterSheetCss.primary}`}>
            <SaveIcon />
          </span>
          {texts.save}
        </button>
      )}
    </div>
  );
}

type PosterSheetProps = { shared: SharedActivity; onClose: () => void; children?: ReactNode };

/** Poster of an activity with the actions to share it (mockup 15-share-poster, requirement M21). */
export function PosterSheet({ shared, onClose, children }: PosterSheetProps) {
  useCloseOnBack(true, onClose);
  const { activityId, title } = shared;
  const { isVisitor, reference, isBusy, create } = useShareReference(activityId);
  const address = reference === undefined ? null : posterUrl(activityId, reference);
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={posterSheetCss.overlay} />
        <BaseDialog.Popup className={posterSheetCss.poster}>
          <BaseDialog.Title className={textCss.visuallyHidden}>{texts.title}</BaseDialog.Title>
          <Poster {...{ address, title }} />
          <div className={posterSheetCss.ways}>
            <div className={posterSheetCss.own}>
              {reference === null ? (
                <Button look="tonal" size="small" isBusy={isBusy} onClick={create}>
                  {isVisitor ? texts.ownVisitor : texts.own}
                </Button>
              ) : (
                <p className={`${textCss.caption} ${textCss.secondary}`}>
                  {reference === undefined ? texts.loading : texts.credited}
                </p>
              )}
            </div>
            <ShareActions {...{ shared, reference: reference ?? null, address }} />
            <BaseDialog.Close
              className={`${controlsCss.button} ${controlsCss.quiet} ${posterSheetCss.cancel}`}
            >
              {texts.cancel}
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
