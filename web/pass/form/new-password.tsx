import { PasswordField } from "./password-field.tsx";
import { passwordStrength } from "./password-strength.ts";
import { passMessages } from "../messages.ts";
import * as fieldCss from "../../ui/form/field.module.css";
import * as passCss from "../pass.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const levels = { 1: passCss.level1, 2: passCss.level2, 3: passCss.level3 };

type NewPasswordProps = {
  label: string;
  value: string;
  error: string | null;
  onText: (text: string) => void;
};

/** New password with its requirements and its strength. */
export const NewPassword = (line: NewPasswordProps) => (
  <>
    <PasswordField
      {...line}
      isNew
      hint={<p className={fieldCss.hint}>{passMessages.register.passwordHint}</p>}
    />
    <Strength password={line.value} />
  </>
);

/** Three bars and a label, so that the strength does not depend on colour. */
function Strength({ password }: { password: string }) {
  const level = passwordStrength(password);
  if (level === 0) return null;
  return (
    <output className={`${passCss.passwordBars} ${levels[level]}`}>
      <i />
      <i />
      <i />
      <span className={`${textCss.caption} ${textCss.secondary}`}>
        {passMessages.strength(passMessages.strengths[level])}
      </span>
    </output>
  );
}
