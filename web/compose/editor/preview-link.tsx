import { useState } from "react";
import type { PreviewLink as IssuedLink } from "#contract/compose/preview-link.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { raiseChallenge, showToast } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { formatMoment } from "#contract/core/moment-text.ts";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import type { ComposedPage } from "../api.ts";
import { composeMessages } from "../messages.ts";
import * as previewLinkCss from "./preview-link.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

const { previewLink: messages } = composeMessages;

/** Address that shows the saved page to others before it is published; it is shown once, and can be revoked. */
export function PreviewLink({ page }: { page: Pick<ComposedPage, "issuePreview" | "revokePreviews"> }) {
  const [issued, setIssued] = useState<IssuedLink | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async (action: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await action();
    } catch (error) {
      // The call itself reports failures.
      if (asRefusal(error) === null) throw error;
    } finally {
      setBusy(false);
    }
  };
  const copy = async (url: string) => showToast((await copyText(url)) ? messages.copied : messages.notCopied);
  const revoke = async () => {
    if (!(await raiseChallenge("dialog", messages.askRevoke))) return;
    showToast(messages.revoked((await page.revokePreviews()).revoked));
    setIssued(null);
  };
  return (
    <div className={`${contentCss.card} ${contentCss.padded}`}>
      <h2 className={textCss.title3}>{messages.title}</h2>
      <p className={`${textCss.small} ${textCss.secondary} ${layoutCss.marginTop1}`}>{messages.text}</p>
      {issued !== null && (
        <output className={layoutCss.marginTop1}>
          <a
            className={`${controlsCss.link} ${previewLinkCss.address}`}
            href={issued.url}
            target="_blank"
            rel="noreferrer"
          >
            {issued.url}
          </a>
          <span className={`${textCss.caption} ${textCss.tertiary}`}>
            {messages.until(formatMoment(issued.expiresTime))}
          </span>
        </output>
      )}
      <div className={`${layoutCss.row} ${layoutCss.gap2} ${layoutCss.wrap} ${layoutCss.marginTop3}`}>
        {issued === null ? (
          <Button
            look="outline"
            size="small"
            isBusy={isBusy}
            onClick={() => void run(async () => setIssued(await page.issuePreview()))}
          >
            {messages.create}
          </Button>
        ) : (
          <Button look="outline" size="small" onClick={() => void copy(issued.url)}>
            {messages.copy}
          </Button>
        )}
        <Button look="quiet" size="small" disabled={isBusy} onClick={() => void run(revoke)}>
          {messages.revoke}
        </Button>
      </div>
    </div>
  );
}
