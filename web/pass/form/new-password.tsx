import { PasswordField } from "./password-field.tsx";
import { passwordStrength } from "./password-strength.ts";
import { passMessages } from "../messages.ts";

type NewPasswordProps = {
  label: string;
  value: string;
  error: string | null;
  onText: (text: string) => void;
};

/** A password being chosen, with what it has to be and how good it is. */
export const NewPassword = (line: NewPasswordProps) => (
  <>
    <PasswordField {...line} isNew hint={<p className="hint">{passMessages.register.passwordHint}</p>} />
    <Strength password={line.value} />
  </>
);

/** Three bars and a word; the word says it without colour. */
function Strength({ password }: { password: string }) {
  const level = passwordStrength(password);
  if (level === 0) return null;
  return (
    <output className={`pw-bars l${level}`}>
      <i />
      <i />
      <i />
      <span className="cap c2">{passMessages.strength(passMessages.strengths[level])}</span>
    </output>
  );
}
