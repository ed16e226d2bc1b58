/** A running QR code scanner. */
export type QrScan = { stop(): void };

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** The browser's own QR code detector, if it has one. */
async function nativeDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  const formats: string[] = await BarcodeDetector.getSupportedFormats().catch(() => []);
  return formats.includes("qr_code") ? new BarcodeDetector({ formats: ["qr_code"] }) : null;
}

/** Reads the video's current frame by jsQR, which only this function loads. */
async function jsQrDetector(): Promise<Detector> {
  const { default: jsQR } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return {
    // Returns a promise like the browser's own detector.
    async detect(video) {
      const { videoWidth, videoHeight } = video;
      if (!context || videoWidth === 0) return [];
      // A smaller frame is faster to read, and a code held up fills half of it.
      const scale = Math.min(1, 640 / videoWidth);
      canvas.width = Math.round(videoWidth * scale);
      canvas.height = Math.round(videoHeight * scale);
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
      const found = jsQR(data, width, height, { inversionAttempts: "dontInvert" });
      return found ? [{ rawValue: found.data }] : [];
    },
  };
}

/** Whether there may be a camera: not on pages without https, and not in every web view. */
export const canScanQr = (): boolean => "mediaDevices" in navigator;

/** Interval between two reads of the camera's picture, ms. */
const SCAN_INTERVAL = 200;

/**
 * Shows the back camera and reports every QR code it sees.
 * @throws DOMException when there is no camera or it may not be used
 */
export async function startQrScan(video: HTMLVideoElement, onCode: (text: string) => void): Promise<QrScan> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  let isStopped = false;
  video.srcObject = stream;
  const detector = (await nativeDetector()) ?? (await jsQrDetector());
  await video.play().catch(() => {});
  const scan = async (): Promise<void> => {
    if (isStopped) return;
    const [code] = await detector.detect(video).catch(() => []);
    if (code && !isStopped) onCode(code.rawValue);
    if (!isStopped) setTimeout(() => void scan(), SCAN_INTERVAL);
  };
  void scan();
  return {
    stop() {
      isStopped = true;
      for (const track of stream.getTracks()) track.stop();
      video.srcObject = null;
    },
  };
}
