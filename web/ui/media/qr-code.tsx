import { qrPath } from "./qr-path.ts";
import * as qrCodeCss from "../styles/qr-code.module.css";

/** QR code, dark on light in any theme; an image, so that a long press can save it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrPath(text);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#0e1c1e"/></svg>`;
  return (
    <img
      className={qrCodeCss.qrCode}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width={192}
      height={192}
    />
  );
}
