import { useState, type ReactNode } from "react";
import { LabelledInput } from "../../identity/fields.tsx";
import { IconButton } from "../../ui/form/button.tsx";
import { EyeIcon } from "../../ui/icons/form-icons.tsx";
import { passMessages } from "../messages.ts";
import * as passCss from "../pass.module.css";

type PasswordProps = {
  label: string;
  value: string;
  error: string | null;
  isNew?: boolean;
  hint?: ReactNode;
  onText: (text: string) => void;
};

/** Password field with a button to reveal it. */
export function PasswordField({ isNew, ...line }: PasswordProps) {
  const [isShown, setShown] = useState(false);
  return (
    <LabelledInput
      {...line}
      type={isShown ? "text" : "password"}
      name="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      spellCheck={false}
      maxLength={64}
      required
      after={
        <IconButton
          className={passCss.inputEnd}
          label={isShown ? passMessages.hidePassword : passMessages.showPassword}
          aria-pressed={isShown}
          icon={<EyeIcon size={20} />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
