import { ShareGuide } from "../ui/share-guide.tsx";
import type { PartProps } from "./challenge-part.ts";

export function ShareGuidePart({ raised, onClose }: PartProps<"shareGuide">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  return <ShareGuide onClose={close} />;
}
