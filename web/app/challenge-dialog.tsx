import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/overlay.tsx";
import type { PartProps } from "./challenge-part.ts";

/** A question with one or two answers. */
export function DialogPart({ raised, onClose }: PartProps<"dialog">) {
  const { title, text, confirm, cancel } = raised.ask;
  const answer = (isConfirmed: boolean) => {
    raised.answer(isConfirmed);
    onClose();
  };
  return (
    <Dialog isOpen onClose={() => answer(false)} title={title ?? text} {...(title !== undefined && { text })}>
      {cancel !== undefined && (
        <Button look="outline" className="f1" onClick={() => answer(false)}>
          {cancel}
        </Button>
      )}
      <Button className="f1" onClick={() => answer(true)}>
        {confirm}
      </Button>
    </Dialog>
  );
}
