/** A camera that looks for QR codes. */
export type QrScan = { stop(): void };

type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
};

/** The browser's own reader where it has one for QR codes. */
async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  const formats: string[] = await BarcodeDetector.getSupportedFormats().catch(() => []);
  return formats.includes("qr_code") ? new BarcodeDetector({ formats: ["qr_code"] }) : null;
}

/** Reads the picture on show by jsQR, loaded here alone. */
async function ownReader(): Promise<Detector> {
  const { default: jsQR } = await import("jsqr");
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  return {
    // A promise, as the browser's own reader gives one.
    async detect(video) {
      const { videoWidth, videoHeight } = video;
      if (!context || videoWidth === 0) return [];
      // Smaller is faster, and a code in the hand fills half of the picture.
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

/** How often the picture is looked at, ms. */
const SCAN_INTERVAL = 200;

/**
 * Shows the camera that looks away from the person, and tells every code that it sees.
 * @throws DOMException where there is no camera, or it may not be used
 */
export async function startQrScan(video: HTMLVideoElement, onCode: (text: string) => void): Promise<QrScan> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
  let isOver = false;
  video.srcObject = stream;
  const detector = (await ownDetector()) ?? (await ownReader());
  await video.play().catch(() => {});
  const look = async (): Promise<void> => {
    if (isOver) return;
    const [code] = await detector.detect(video).catch(() => []);
    if (code && !isOver) onCode(code.rawValue);
    if (!isOver) setTimeout(() => void look(), SCAN_INTERVAL);
  };
  void look();
  return {
    stop() {
      isOver = true;
      for (const track of stream.getTracks()) track.stop();
      video.srcObject = null;
    },
  };
}
