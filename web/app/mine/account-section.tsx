import "./account.css";
import { useState } from "react";
import { useHref } from "react-router";
import { maskMobile } from "#contract/core/mask-mobile.ts";
import { exportPersonalData } from "#contract/privacy/privacy.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { copyText } from "../../platform/browser/copy-text.ts";
import { canDownload, downloadTextFile } from "../../platform/browser/download.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { send } from "../../platform/http/send.ts";
import { openAccountOrLogin } from "../../platform/session/open-account.ts";
import { useUser } from "../../platform/session/use-user.ts";
import { absoluteUrl } from "../../platform/share/poster.ts";
import { useBrand } from "../../platform/environment/site.ts";
import { Button } from "../../ui/form/button.tsx";
import { asRefusal } from "../../ui/feedback/load-failure.ts";
import { PhoneIcon } from "../../ui/icons/detail-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { accountMessages } from "./account-messages.ts";
import { EraseAccount } from "../../privacy/erase-account.tsx";
import { SessionList } from "../../session/session-list.tsx";

function Facts({ user }: { user: UserInfo }) {
  const { facts } = accountMessages;
  const shown = [
    [facts.nickname, user.nickname],
    [facts.mobile, user.mobile === null ? facts.none : maskMobile(user.mobile)],
    [facts.owner, user.owner ? facts.yes : facts.no],
  ] as const;
  return (
    <section className="blk">
      <h2>{accountMessages.account}</h2>
      <dl className="ac-facts">
        {shown.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type ExportStatus = { readonly kind: "ok" | "warn" | "err"; readonly text: string };

/** Asks for everything that is held about the person, and hands it to their device as one file. */
async function exportAll(): Promise<ExportStatus[]> {
  const { createdTime, sections } = await send(exportPersonalData, {}, { isSilent: true });
  const rows = sections.reduce((sum, section) => sum + section.rows.length, 0);
  const text = JSON.stringify({ createdTime, sections }, null, 2);
  downloadTextFile(accountMessages.export.fileName(createdTime.slice(0, 10)), "application/json", text);
  const cut = sections.filter(({ isCut }) => isCut).map(({ title }) => title);
  return [
    { kind: "ok", text: accountMessages.export.done(rows, sections.length) },
    ...(cut.length > 0 ? [{ kind: "warn", text: accountMessages.export.cut(cut.join("、")) } as const] : []),
  ];
}

/** Where a file would be lost, none is asked for: each is one of the day's. */
function ExportElsewhere() {
  const path = useHref("/mine/account");
  const copy = async () => {
    const isCopied = await copyText(absoluteUrl(path));
    showToast(isCopied ? accountMessages.export.copied : accountMessages.export.copyFailed);
  };
  return (
    <>
      <Notice>{accountMessages.export.elsewhere}</Notice>
      <Button look="tonal" isWide onClick={() => void copy()}>
        {accountMessages.export.copy}
      </Button>
    </>
  );
}

function ExportHere() {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<readonly ExportStatus[]>([]);
  const run = async () => {
    setBusy(true);
    setSaid([]);
    try {
      setSaid(await exportAll());
    } catch (error) {
      setSaid([{ kind: "err", text: asRefusal(error)?.message ?? accountMessages.export.failed }]);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {said.map(({ kind, text }) => (
        <Notice key={text} kind={kind}>
          {text}
        </Notice>
      ))}
      <Button look="tonal" isWide isBusy={isBusy} onClick={() => void run()}>
        {isBusy ? accountMessages.export.busy : accountMessages.export.button}
      </Button>
      <p className="cap c3">{accountMessages.export.limit}</p>
    </>
  );
}

export const ExportData = () => (
  <section className="blk ac-part">
    <h2>{accountMessages.export.title}</h2>
    <p className="bs c2">{accountMessages.export.text}</p>
    {canDownload() ? <ExportHere /> : <ExportElsewhere />}
  </section>
);

/** One's account, and one's rights to what is held about one. */
export default function AccountSection() {
  const user = useUser();
  const { servicePhone } = useBrand();
  if (user === null)
    return (
      <EmptyState {...accountMessages.visitor}>
        <Button onClick={openAccountOrLogin}>{accountMessages.logIn}</Button>
      </EmptyState>
    );
  return (
    <div className="ac">
      <Facts user={user} />
      <SessionList user={user} />
      <ExportData />
      <EraseAccount user={user} />
      <a className="ac-phone" href={`tel:${servicePhone}`}>
        <PhoneIcon size={20} />
        <span className="f1">{accountMessages.service}</span>
        <span className="num">{servicePhone}</span>
      </a>
    </div>
  );
}
