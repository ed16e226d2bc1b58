import { useEffect, useEffectEvent, useRef, useState } from "react";
import { canScanQr, startQrScan, type QrScan } from "../platform/browser/qr-scanner.ts";
import { Button } from "../ui/form/button.tsx";
import { QrIcon } from "../ui/icons/detail-icons.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import { checkInMessages } from "./messages.ts";
import * as checkInCss from "./check-in.module.css";

type ScanBoxProps = {
  isBusy: boolean;
  /** Another button is the primary action. */
  isSecondary: boolean;
  /** @returns whether the code was processed; otherwise it may be retried at once */
  onCode: (code: string) => Promise<boolean>;
};
/** A code is not sent again until the camera has not seen it for this long, ms. */
const REPEAT_PAUSE = 5_000;

/** Camera on demand; reports every new code once. */
export function ScanBox({ isBusy, isSecondary, onCode }: ScanBoxProps) {
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef({ code: "", at: 0 });
  const [isOn, setOn] = useState(false);
  const [hasFailed, setFailed] = useState(() => !canScanQr());
  const handleCode = useEffectEvent((code: string) => {
    const now = performance.now();
    const isSame = code === last.current.code && now - last.current.at < REPEAT_PAUSE;
    if (isBusy && !isSame) return;
    last.current = { code, at: now };
    if (isSame) return;
    void onCode(code).then((isAnswered) => {
      if (!isAnswered) last.current = { code: "", at: 0 };
    });
  });
  useEffect(() => {
    if (!isOn || !video.current) return;
    let scan: QrScan | null = null;
    let isStopped = false;
    startQrScan(video.current, (code) => handleCode(code)).then(
      (started) => {
        scan = started;
        if (isStopped) started.stop();
      },
      () => {
        setFailed(true);
        setOn(false);
      },
    );
    return () => {
      isStopped = true;
      scan?.stop();
    };
  }, [isOn]);
  return (
    <section className={checkInCss.scan}>
      {isOn && (
        <div className={checkInCss.frame}>
          <video ref={video} playsInline muted aria-label={checkInMessages.scanning} />
          <span className={checkInCss.hint}>{checkInMessages.scanning}</span>
        </div>
      )}
      {hasFailed && <Notice kind="warn">{checkInMessages.noCamera}</Notice>}
      {!hasFailed && (
        <Button
          isWide
          look={isOn || isSecondary ? "outline" : "primary"}
          onClick={() => setOn((before) => !before)}
        >
          <QrIcon size={20} />
          {isOn ? checkInMessages.scanStop : checkInMessages.scan}
        </Button>
      )}
    </section>
  );
}
