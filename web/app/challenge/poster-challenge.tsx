import { PosterSheet } from "../../ui/share/poster-sheet.tsx";
import type { ChallengeProps } from "./challenge-props.ts";

export function PosterChallengeView({ raised, onClose, children }: ChallengeProps<"poster">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  return (
    <PosterSheet shared={raised.args} onClose={close}>
      {children}
    </PosterSheet>
  );
}
