import { useState, type ReactNode } from "react";
import { Refusal } from "#contract/core/errors.ts";
import { ConsoleButton } from "../controls/console-button.tsx";
import { NoteBar } from "../display/note-bar.tsx";
import { TextInput } from "../form/text-input.tsx";
import { kitMessages } from "../messages.ts";
import * as utilityCss from "../styles/utility.module.css";
import { Modal } from "./modal.tsx";

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  /** Effect of the act, counted: 将影响 46 位已报名客户. */
  text?: ReactNode;
  children?: ReactNode;
  /** Verb and object of the act: 取消活动. */
  confirm: string;
  isDanger?: boolean;
  /** The act's own input is incomplete. */
  isDisabled?: boolean;
  /** Text that has to be typed before the act, for acts that cannot be taken back. */
  typed?: { readonly label: string; readonly text: string };
  /** "left": the page is being left, and the dialog goes with it. */
  onConfirm: () => Promise<void | "left">;
  onClose: () => void;
};

/**
 * Question before an act. It stays open with the reason when the act is refused; while the act runs it cannot be
 * closed.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose } = props;
  const [isBusy, setBusy] = useState(false);
  return (
    <Modal
      isOpen={isOpen}
      onClose={isBusy ? undefined : onClose}
      title={props.title}
      {...(props.text !== undefined && { text: props.text })}
    >
      {/* Anew for each question, so that nothing typed before counts. */}
      {isOpen && <Question {...props} isBusy={isBusy} onBusy={setBusy} />}
    </Modal>
  );
}

type QuestionProps = ConfirmDialogProps & { isBusy: boolean; onBusy: (isBusy: boolean) => void };

function Question({ isBusy, onBusy, typed, onConfirm, onClose, ...props }: QuestionProps) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const isReady = props.isDisabled !== true && (typed === undefined || text.trim() === typed.text.trim());

  async function confirm(): Promise<void> {
    onBusy(true);
    setFault(null);
    try {
      if ((await onConfirm()) !== "left") onClose();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      setFault(error.message);
    } finally {
      onBusy(false);
    }
  }

  return (
    <form
      className={utilityCss.stack}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !isBusy) void confirm();
      }}
    >
      {props.children}
      {typed && <TextInput label={typed.label} placeholder={typed.text} value={text} onChange={setText} />}
      {fault !== null && <NoteBar tone="error">{fault}</NoteBar>}
      <div className={utilityCss.row}>
        <span className={utilityCss.grow} />
        <ConsoleButton onClick={onClose} disabled={isBusy}>
          {kitMessages.cancel}
        </ConsoleButton>
        <ConsoleButton
          type="submit"
          look={props.isDanger === true ? "danger" : "primary"}
          disabled={!isReady}
          isBusy={isBusy}
        >
          {props.confirm}
        </ConsoleButton>
      </div>
    </form>
  );
}
