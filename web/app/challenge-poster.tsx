import { PosterSheet } from "../ui/poster-sheet.tsx";
import type { PartProps } from "./challenge-part.ts";

export function PosterPart({ raised, onClose, children }: PartProps<"poster">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  return (
    <PosterSheet shared={raised.ask} onClose={close}>
      {children}
    </PosterSheet>
  );
}
