import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatClock } from "#contract/core/date-text.ts";
import { QrCode } from "../../../ui/media/qr-code.tsx";
import { ConsoleButton } from "../../kit/controls/console-button.tsx";
import { Segments } from "../../kit/controls/segments.tsx";
import { NoteBar } from "../../kit/display/note-bar.tsx";
import * as utilityCss from "../../kit/styles/utility.module.css";
import { createPreview } from "../api.ts";
import { consoleActivityTexts as texts } from "../messages.ts";
import * as editorCss from "./editor.module.css";

type Theme = keyof typeof texts.themes;
/** A preview is made again before it ends, ms. */
const RENEWAL = 25 * 60_000;

/**
 * The page itself, as it will be with the draft, by a link of 30 minutes; it is read again after each save (requirement
 * CO46). A phone shows it by its QR code.
 */
export function PreviewPanel({ activityId, revision }: { activityId: string; revision: number }) {
  const [theme, setTheme] = useState<Theme>("light");
  const [isQrShown, setQrShown] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["draft-preview", activityId],
    queryFn: () => createPreview(activityId),
    staleTime: RENEWAL,
    refetchInterval: RENEWAL,
    refetchOnWindowFocus: false,
  });
  return (
    <aside
      className={`${utilityCss.panel} ${utilityCss.padded} ${editorCss.preview}`}
      aria-label={texts.previewTitle}
    >
      <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
        <h2 className={`${utilityCss.title} ${utilityCss.grow}`}>{texts.previewTitle}</h2>
        <Segments
          label={texts.previewTheme}
          options={(Object.entries(texts.themes) as [Theme, string][]).map(([value, label]) => ({
            value,
            label,
          }))}
          value={theme}
          onChange={setTheme}
        />
      </div>
      {error !== null && <NoteBar tone="error">{error.message}</NoteBar>}
      <div className={editorCss.phone} data-theme={theme}>
        {data && (
          <iframe
            key={`${revision} ${theme}`}
            className={editorCss.screen}
            title={texts.previewFrame}
            src={data.path}
            // The page follows the system's theme unless its root says another one.
            onLoad={({ currentTarget: { contentDocument } }) => {
              contentDocument?.documentElement.setAttribute("data-theme", theme);
            }}
          />
        )}
      </div>
      <div className={`${utilityCss.row} ${utilityCss.wrapped}`}>
        <ConsoleButton isSmall onClick={() => setQrShown(!isQrShown)} aria-expanded={isQrShown}>
          {texts.previewQr}
        </ConsoleButton>
        <ConsoleButton isSmall look="quiet" onClick={() => void refetch()}>
          {texts.previewNew}
        </ConsoleButton>
      </div>
      {isQrShown && data && (
        <div className={editorCss.qr}>
          <QrCode text={data.url} label={texts.previewQr} />
        </div>
      )}
      <p className={`${utilityCss.caption} ${utilityCss.muted}`}>
        {texts.previewPhone}
        {data && ` · ${texts.previewUntil(formatClock(data.expiresTime))}`}
      </p>
    </aside>
  );
}
