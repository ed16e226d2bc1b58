import { useState, type ReactNode } from "react";
import { Line } from "../identity/fields.tsx";
import { IconButton } from "../ui/button.tsx";
import { EyeIcon } from "../ui/icons-of-forms.tsx";
import { words } from "./words.ts";

type PasswordProps = {
  label: string;
  value: string;
  error: string | null;
  isNew?: boolean;
  hint?: ReactNode;
  onText: (text: string) => void;
};

/** A password that may be looked at while typing. */
export function PasswordLine({ isNew, ...line }: PasswordProps) {
  const [isShown, setShown] = useState(false);
  return (
    <Line
      {...line}
      type={isShown ? "text" : "password"}
      name="password"
      autoComplete={isNew ? "new-password" : "current-password"}
      autoCapitalize="off"
      spellCheck={false}
      maxLength={64}
      required
      after={
        <IconButton
          className="inp-end"
          label={isShown ? words.hidePassword : words.showPassword}
          aria-pressed={isShown}
          icon={<EyeIcon size={20} />}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}
