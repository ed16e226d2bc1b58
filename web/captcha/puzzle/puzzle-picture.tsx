import type { ReactNode } from "react";
import type { CaptchaChallenge } from "#contract/captcha/captcha.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { CheckCircleIcon, WarningIcon } from "../../ui/icons/common-icons.tsx";

type PuzzlePictureProps = {
  challenge: CaptchaChallenge;
  /** Left edge of the piece, px of the picture. */
  x: number;
  /** Not seen yet: a skeleton lies over it. */
  isLoading: boolean;
  isFailed: boolean;
  /** ms on the clock of events. */
  onShown: (time: number) => void;
  onBroken: () => void;
  children?: ReactNode;
};
const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** The picture with its hole, and the piece over it. For eyes only: the slider speaks. */
export const PuzzlePicture = ({
  challenge,
  x,
  isLoading,
  isFailed,
  onShown,
  onBroken,
  children,
}: PuzzlePictureProps) => (
  <div className={classNames("pz", isFailed && "bad")}>
    <img
      className="pz-bg"
      src={challenge.background}
      alt=""
      draggable={false}
      onLoad={({ timeStamp }) => onShown(timeStamp)}
      onError={onBroken}
    />
    <img
      className="pz-pc"
      src={challenge.piece}
      alt=""
      draggable={false}
      style={{ left: percent(x, challenge.width), width: percent(challenge.pieceWidth, challenge.width) }}
    />
    {isLoading && <div className="pz-sk sk" />}
    {children}
  </div>
);

/** The band at the picture's foot that tells how it went. */
export const ResultBand = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <p className={classNames("rs", isGood ? "ok" : "bad")}>
    {isGood ? <CheckCircleIcon size={16} /> : <WarningIcon size={16} />}
    {children}
  </p>
);
