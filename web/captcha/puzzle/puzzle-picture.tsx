import type { ReactNode } from "react";
import type { CaptchaChallenge } from "#contract/captcha/captcha.ts";
import { classNames } from "../../ui/styles/class-names.ts";
import { CheckCircleIcon, WarningIcon } from "../../ui/icons/common-icons.tsx";
import * as captchaCss from "../captcha.module.css";
import * as contentCss from "../../ui/styles/content.module.css";

type PuzzlePictureProps = {
  challenge: CaptchaChallenge;
  /** Left edge of the piece, px of the picture. */
  x: number;
  /** Not displayed yet: covered by a skeleton. */
  isLoading: boolean;
  isFailed: boolean;
  /** ms on the clock of events. */
  onShown: (time: number) => void;
  onBroken: () => void;
  children?: ReactNode;
};
const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** Picture with its hole and the piece over it. Hidden from screen readers, which use the slider. */
export const PuzzlePicture = ({
  challenge,
  x,
  isLoading,
  isFailed,
  onShown,
  onBroken,
  children,
}: PuzzlePictureProps) => (
  <div className={classNames(captchaCss.puzzle, isFailed && captchaCss.wrong)}>
    <img
      className={captchaCss.background}
      src={challenge.background}
      alt=""
      draggable={false}
      onLoad={({ timeStamp }) => onShown(timeStamp)}
      onError={onBroken}
    />
    <img
      className={captchaCss.piece}
      src={challenge.piece}
      alt=""
      draggable={false}
      style={{ left: percent(x, challenge.width), width: percent(challenge.pieceWidth, challenge.width) }}
    />
    {isLoading && <div className={`${captchaCss.skeleton} ${contentCss.skeleton}`} />}
    {children}
  </div>
);

/** Band at the bottom of the picture with the result. */
export const ResultBand = ({ isGood, children }: { isGood: boolean; children: ReactNode }) => (
  <p className={classNames(captchaCss.result, isGood ? captchaCss.right : captchaCss.wrong)}>
    {isGood ? <CheckCircleIcon size={16} /> : <WarningIcon size={16} />}
    {children}
  </p>
);
