import * as overlayCss from "../../ui/overlay/overlay.module.css";
import { AlertDialog } from "@base-ui/react/alert-dialog";
import { refusals } from "#contract/core/errors.ts";
import { Button, ButtonLink } from "../../ui/form/button.tsx";
import { ShieldIcon } from "../../ui/icons/activity-icons.tsx";
import { useCloseOnBack } from "../../ui/overlay/use-close-on-back.ts";
import { expireScreens } from "../club-state.ts";
import { groupMessages } from "./messages.ts";
import * as peopleCss from "../member/people.module.css";
import * as textCss from "../../ui/styles/text.module.css";

/**
 * Dialog for a person who is no verified owner: the exact sentence and a link to the verification (requirement P13,
 * mockup 10-club-join-dialog).
 */
export default function NotOwnerDialog({ groupId, onClose }: { groupId: string; onClose: () => void }) {
  useCloseOnBack(true, onClose);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={overlayCss.overlay} />
        <AlertDialog.Viewport className={`${overlayCss.viewport} ${overlayCss.dialogViewport}`}>
          <AlertDialog.Popup className={`${overlayCss.dialog} ${peopleCss.notOwner}`}>
            <div className={peopleCss.artwork} aria-hidden="true">
              <ShieldIcon size={32} />
            </div>
            <div className={overlayCss.body}>
              <AlertDialog.Title className={textCss.title2}>{groupMessages.notOwner.title}</AlertDialog.Title>
              <AlertDialog.Description>{refusals.notOwner.message}</AlertDialog.Description>
            </div>
            <div className={overlayCss.footer}>
              {/* Drops cached screens, since a verified person can do more when they come back. */}
              <ButtonLink to={`/mine/owner?group=${groupId}`} isWide onClick={expireScreens}>
                {groupMessages.notOwner.verify}
              </ButtonLink>
              <Button look="quiet" size="small" isWide onClick={onClose}>
                {groupMessages.notOwner.later}
              </Button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
