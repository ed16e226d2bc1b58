import { ShareGuide } from "../../ui/share/share-guide.tsx";
import type { ChallengeProps } from "./challenge-props.ts";

export function ShareGuideChallengeView({ raised, onClose }: ChallengeProps<"shareGuide">) {
  const close = () => {
    raised.answer();
    onClose();
  };
  return <ShareGuide onClose={close} />;
}
