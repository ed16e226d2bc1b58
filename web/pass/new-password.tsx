import { PasswordLine } from "./password-line.tsx";
import { strengthOf } from "./strength.ts";
import { words } from "./words.ts";

type NewPasswordProps = {
  label: string;
  value: string;
  error: string | null;
  onText: (text: string) => void;
};

/** A password being chosen, with what it has to be and how good it is. */
export const NewPassword = (line: NewPasswordProps) => (
  <>
    <PasswordLine {...line} isNew hint={<p className="hint">{words.register.passwordHint}</p>} />
    <Strength password={line.value} />
  </>
);

/** Three bars and a word; the word says it without colour. */
function Strength({ password }: { password: string }) {
  const level = strengthOf(password);
  if (level === 0) return null;
  return (
    <output className={`pw-bars l${level}`}>
      <i />
      <i />
      <i />
      <span className="cap c2">{words.strength(words.strengths[level])}</span>
    </output>
  );
}
