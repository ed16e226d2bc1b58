import { useEffect, useEffectEvent, useRef, useState } from "react";
import { canScan, startScan, type Scan } from "../platform/scan.ts";
import { Button } from "../ui/button.tsx";
import { QrIcon } from "../ui/icons-of-things.tsx";
import { Notice } from "../ui/notice.tsx";
import { words } from "./words.ts";

type ScanBoxProps = {
  isBusy: boolean;
  /** Something else is to be pressed first. */
  isSecond: boolean;
  /** @returns whether it was answered; what was not may be tried again at once */
  onCode: (code: string) => Promise<boolean>;
};
/** The same code is not sent again until it was away for so long, ms: it stays before the camera. */
const SAME = 5_000;

/** The camera, when it is asked for; every new code is told once. */
export function ScanBox({ isBusy, isSecond, onCode }: ScanBoxProps) {
  const video = useRef<HTMLVideoElement>(null);
  const last = useRef({ code: "", at: 0 });
  const [isOn, setOn] = useState(false);
  const [hasFailed, setFailed] = useState(() => !canScan());
  const see = useEffectEvent((code: string) => {
    const now = performance.now();
    const isSame = code === last.current.code && now - last.current.at < SAME;
    if (isBusy && !isSame) return;
    last.current = { code, at: now };
    if (isSame) return;
    void onCode(code).then((isAnswered) => {
      if (!isAnswered) last.current = { code: "", at: 0 };
    });
  });
  useEffect(() => {
    if (!isOn || !video.current) return;
    let scan: Scan | null = null;
    let isOver = false;
    startScan(video.current, (code) => see(code)).then(
      (started) => {
        scan = started;
        if (isOver) started.stop();
      },
      () => {
        setFailed(true);
        setOn(false);
      },
    );
    return () => {
      isOver = true;
      scan?.stop();
    };
  }, [isOn]);
  return (
    <section className="ci-scan">
      {isOn && (
        <div className="frame">
          <video ref={video} playsInline muted aria-label={words.scanning} />
          <span className="hint2">{words.scanning}</span>
        </div>
      )}
      {hasFailed && <Notice kind="warn">{words.noCamera}</Notice>}
      {!hasFailed && (
        <Button
          isWide
          look={isOn || isSecond ? "outline" : "primary"}
          onClick={() => setOn((before) => !before)}
        >
          <QrIcon size={20} />
          {isOn ? words.scanStop : words.scan}
        </Button>
      )}
    </section>
  );
}
