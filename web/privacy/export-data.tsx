import { useState } from "react";
import { useHref } from "react-router";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import { copyText } from "../platform/browser/copy-text.ts";
import { canDownload, downloadTextFile } from "../platform/browser/download.ts";
import { showToast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { absoluteUrl } from "../platform/share/poster.ts";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { Button } from "../ui/form/button.tsx";
import { privacyMessages } from "./messages.ts";
import * as partCss from "../ui/form/account-part.module.css";
import * as fieldCss from "../ui/form/field.module.css";
import * as textCss from "../ui/styles/text.module.css";

type ExportStatus = { readonly kind: "ok" | "warn" | "err"; readonly text: string };

/** Requests the person's data and saves it on their device as one JSON file. */
async function exportAll(): Promise<ExportStatus[]> {
  const { createdTime, sections } = await send(exportPersonalData, {}, { isSilent: true });
  const rows = sections.reduce((sum, section) => sum + section.rows.length, 0);
  const text = JSON.stringify({ createdTime, sections }, null, 2);
  downloadTextFile(privacyMessages.export.fileName(createdTime.slice(0, 10)), "application/json", text);
  const cutTitles = sections.filter(({ isCut }) => isCut).map(({ title }) => title);
  return [
    { kind: "ok", text: privacyMessages.export.done(rows, sections.length) },
    ...(cutTitles.length > 0
      ? [{ kind: "warn", text: privacyMessages.export.cut(cutTitles.join("、")) } as const]
      : []),
  ];
}

/** Requests no file in a host that cannot save it, since exports per day are limited. */
function ExportElsewhere() {
  const path = useHref("/mine/account");
  const copy = async () => {
    const isCopied = await copyText(absoluteUrl(path));
    showToast(isCopied ? privacyMessages.export.copied : privacyMessages.export.copyFailed);
  };
  return (
    <>
      <Notice>{privacyMessages.export.elsewhere}</Notice>
      <Button look="tonal" isWide onClick={() => void copy()}>
        {privacyMessages.export.copy}
      </Button>
    </>
  );
}

function ExportHere() {
  const [isBusy, setBusy] = useState(false);
  const [statuses, setStatuses] = useState<readonly ExportStatus[]>([]);
  const run = async () => {
    setBusy(true);
    setStatuses([]);
    try {
      setStatuses(await exportAll());
    } catch (error) {
      setStatuses([{ kind: "err", text: asRefusal(error)?.message ?? privacyMessages.export.failed }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {statuses.map(({ kind, text }) => (
        <Notice key={text} kind={kind}>
          {text}
        </Notice>
      ))}
      <Button look="tonal" isWide isBusy={isBusy} onClick={() => void run()}>
        {isBusy ? privacyMessages.export.busy : privacyMessages.export.button}
      </Button>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>{privacyMessages.export.limit}</p>
    </>
  );
}

/** Export of the personal data as a file, or the address to open in a browser that can save one. */
export const ExportData = () => (
  <section className={`${fieldCss.block} ${partCss.part}`}>
    <h2>{privacyMessages.export.title}</h2>
    <p className={`${textCss.small} ${textCss.secondary}`}>{privacyMessages.export.text}</p>
    {canDownload() ? <ExportHere /> : <ExportElsewhere />}
  </section>
);
