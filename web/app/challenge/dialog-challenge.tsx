import { Button } from "../../ui/form/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import type { ChallengeProps } from "./challenge-props.ts";
import * as layoutCss from "../../ui/styles/layout.module.css";

/** A question with one or two answers. */
export function DialogChallengeView({ raised, onClose }: ChallengeProps<"dialog">) {
  const { title, text, confirm, cancel } = raised.args;
  const answer = (isConfirmed: boolean) => {
    raised.answer(isConfirmed);
    onClose();
  };
  return (
    <Dialog isOpen onClose={() => answer(false)} title={title ?? text} {...(title !== undefined && { text })}>
      {cancel !== undefined && (
        <Button look="outline" className={layoutCss.grow} onClick={() => answer(false)}>
          {cancel}
        </Button>
      )}
      <Button className={layoutCss.grow} onClick={() => answer(true)}>
        {confirm}
      </Button>
    </Dialog>
  );
}
