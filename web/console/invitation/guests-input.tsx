import { useRef, useState } from "react";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { TextAreaInput } from "../kit/form/text-input.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import * as invitationCss from "./invitation.module.css";
import { guestsOfFile, MAX_FILE } from "./guest-file.ts";
import { invitationPageMessages } from "./messages.ts";

const { dialog: texts } = invitationPageMessages;
const countLines = (text: string): number => text.split("\n").filter((line) => line.trim() !== "").length;

/** Names of guests, typed, pasted, or from a file. */
export function GuestsInput({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (text: string) => void;
  error: string | null;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  async function read(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    if (file.size > MAX_FILE) {
      setFault(texts.tooLarge);
      return;
    }
    const guests = await guestsOfFile(new Uint8Array(await file.arrayBuffer()));
    setFault(guests === null ? texts.unreadable : null);
    if (guests !== null) onChange(guests);
  }
  return (
    <div data-private>
      <TextAreaInput
        label={texts.guests}
        hint={texts.guestsHint}
        placeholder={texts.placeholder}
        isRequired
        rows={7}
        value={value}
        onChange={onChange}
        error={fault ?? error}
        aside={texts.lines(countLines(value))}
      />
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.xlsx,text/csv,text/plain"
        hidden
        aria-label={texts.file}
        onChange={(event) => {
          void read(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div className={`${utilityCss.row} ${utilityCss.wrapped} ${invitationCss.file}`}>
        <ConsoleButton isSmall onClick={() => input.current?.click()}>
          {texts.file}
        </ConsoleButton>
        <span className={`${utilityCss.caption} ${utilityCss.muted}`}>{texts.fileHint}</span>
      </div>
    </div>
  );
}
