import { useState } from "react";
import type { IssuedInvitations } from "#contract/console/basics/invitations.ts";
import { formatShort, formatWithYear } from "#contract/core/date-text.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { downloadTextFile } from "../../platform/browser/download.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { NoteBar } from "../kit/display/note-bar.tsx";
import { Modal } from "../kit/overlay/modal.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import * as invitationCss from "./invitation.module.css";
import { invitationPageMessages } from "./messages.ts";
import { toResultFile } from "./result-file.ts";

const { result: texts } = invitationPageMessages;
type Kept = "copied" | "downloaded" | null;

/** The list has no control in it and is reached by Tab, to scroll it. */
const makeScrollable = (element: HTMLElement | null): void => element?.setAttribute("tabindex", "0");
const ResultTable = ({ codes }: Pick<IssuedInvitations, "codes">) => (
  <section ref={makeScrollable} className={invitationCss.results} aria-label={texts.title(codes.length)}>
    <table>
      <thead>
        <tr>
          {texts.heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {codes.map(({ name, mobile, url }) => (
          <tr key={url} data-private>
            <td>{name}</td>
            <td className={utilityCss.number}>{mobile}</td>
            <td className={utilityCss.number}>{url}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** Issued codes, shown once: to download and to copy; asks before it closes with neither done. */
export function ResultDialog({ result, onClose }: { result: IssuedInvitations; onClose: () => void }) {
  const [kept, setKept] = useState<Kept>(null);
  const [isAsked, setAsked] = useState(false);
  const { codes, expiresTime } = result;
  const copy = async (): Promise<void> => {
    const text = codes
      .map(({ name, mobile, url }) => [name, mobile, url].filter(Boolean).join("\t"))
      .join("\n");
    if (await copyText(text)) setKept("copied");
  };
  const download = (): void => {
    const name = texts.fileName(formatShort(Date.now()).replaceAll(/[^\d]/gu, "-"));
    downloadTextFile(name, "text/csv;charset=utf-8", toResultFile(codes, texts.heads));
    setKept("downloaded");
  };
  return (
    <Modal
      isOpen
      isWide
      title={texts.title(codes.length)}
      text={`${texts.text} ${texts.until(formatWithYear(expiresTime))}`}
      footer={
        <>
          <ConsoleButton onClick={() => (kept === null && !isAsked ? setAsked(true) : onClose())}>
            {isAsked && kept === null ? texts.closeAnyway : texts.close}
          </ConsoleButton>
          <ConsoleButton onClick={() => void copy()}>
            {kept === "copied" ? texts.copied : texts.copy}
          </ConsoleButton>
          <ConsoleButton look="primary" onClick={download}>
            {kept === "downloaded" ? texts.downloaded : texts.download}
          </ConsoleButton>
        </>
      }
    >
      <div className={utilityCss.stack}>
        {isAsked && kept === null && <NoteBar tone="warn">{texts.closeQuestion}</NoteBar>}
        <ResultTable codes={codes} />
      </div>
    </Modal>
  );
}
