import "./account.css";
import { useState } from "react";
import { useHref } from "react-router";
import { maskMobile } from "#contract/mask-mobile.ts";
import { exportPersonalData } from "#contract/rights.ts";
import type { UserInfo } from "#contract/session.ts";
import { copyText } from "../platform/copy-text.ts";
import { canDownload, download } from "../platform/download.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { openPerson } from "../platform/login/person.ts";
import { useUser } from "../platform/login/use-user.ts";
import { wholeAddress } from "../platform/poster.ts";
import { useBrand } from "../platform/site.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { PhoneIcon } from "../ui/icons-of-things.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty } from "../ui/states.tsx";
import { words } from "./account-words.ts";
import { Erase } from "./erase.tsx";
import { Sessions } from "./sessions.tsx";

function Facts({ user }: { user: UserInfo }) {
  const { facts } = words;
  const shown = [
    [facts.nickname, user.nickname],
    [facts.mobile, user.mobile === null ? facts.none : maskMobile(user.mobile)],
    [facts.owner, user.owner ? facts.yes : facts.no],
  ] as const;
  return (
    <section className="blk">
      <h2>{words.account}</h2>
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

type Said = { readonly kind: "ok" | "warn" | "err"; readonly text: string };

/** Asks for everything that is held about the person, and hands it to their device as one file. */
async function exportAll(): Promise<Said[]> {
  const { createdTime, sections } = await send(exportPersonalData, {}, { isSilent: true });
  const rows = sections.reduce((sum, section) => sum + section.rows.length, 0);
  const text = JSON.stringify({ createdTime, sections }, null, 2);
  download(words.export.fileName(createdTime.slice(0, 10)), "application/json", text);
  const cut = sections.filter(({ isCut }) => isCut).map(({ title }) => title);
  return [
    { kind: "ok", text: words.export.done(rows, sections.length) },
    ...(cut.length > 0 ? [{ kind: "warn", text: words.export.cut(cut.join("、")) } as const] : []),
  ];
}

/** Where a file would be lost, none is asked for: each is one of the day's. */
function ExportElsewhere() {
  const path = useHref("/mine/account");
  const copy = async () => {
    const isCopied = await copyText(wholeAddress(path));
    toast(isCopied ? words.export.copied : words.export.copyFailed);
  };
  return (
    <>
      <Notice>{words.export.elsewhere}</Notice>
      <Button look="tonal" isWide onClick={() => void copy()}>
        {words.export.copy}
      </Button>
    </>
  );
}

function ExportHere() {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<readonly Said[]>([]);
  const run = async () => {
    setBusy(true);
    setSaid([]);
    try {
      setSaid(await exportAll());
    } catch (error) {
      setSaid([{ kind: "err", text: refusalOf(error)?.message ?? words.export.failed }]);
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
        {isBusy ? words.export.busy : words.export.button}
      </Button>
      <p className="cap c3">{words.export.limit}</p>
    </>
  );
}

export const Export = () => (
  <section className="blk ac-part">
    <h2>{words.export.title}</h2>
    <p className="bs c2">{words.export.text}</p>
    {canDownload() ? <ExportHere /> : <ExportElsewhere />}
  </section>
);

/** One's account, and one's rights to what is held about one. */
export default function AccountPart() {
  const user = useUser();
  const { servicePhone } = useBrand();
  if (user === null)
    return (
      <Empty {...words.visitor}>
        <Button onClick={openPerson}>{words.logIn}</Button>
      </Empty>
    );
  return (
    <div className="ac">
      <Facts user={user} />
      <Sessions user={user} />
      <Export />
      <Erase user={user} />
      <a className="ac-phone" href={`tel:${servicePhone}`}>
        <PhoneIcon size={20} />
        <span className="f1">{words.service}</span>
        <span className="num">{servicePhone}</span>
      </a>
    </div>
  );
}
