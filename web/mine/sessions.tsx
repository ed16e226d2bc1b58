import { useEffect, useState } from "react";
import { endSessions, listSessions, sessionsMost, type OwnSession } from "#contract/own-sessions.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { refusalOf } from "../ui/failure.ts";
import { formatMoment } from "../ui/format.ts";
import { Notice } from "../ui/notice.tsx";
import { words } from "./account-words.ts";

const { sessions: said } = words;
const quiet = { isSilent: true } as const;

const nameOf = ({ client, system }: OwnSession): string => {
  const kind = client === null ? said.unknown : said.clients[client];
  return system === null || system === "other" ? kind : `${kind} · ${said.systems[system]}`;
};
const placeOf = ({ city, usedTime, isThis }: OwnSession): string =>
  [city, isThis ? said.now : said.used(formatMoment(usedTime))].filter((part) => part !== null).join(" · ");

type RowProps = { session: OwnSession; isBusy: boolean; onEnd: () => void };
const Row = ({ session, isBusy, onEnd }: RowProps) => (
  <li>
    <div className="f1">
      <p className="md">{nameOf(session)}</p>
      <p className="cap c3">{placeOf(session)}</p>
    </div>
    {session.isThis ? (
      <span className="tag">{said.current}</span>
    ) : (
      <Button
        look="outline"
        size="small"
        aria-label={said.endOf(nameOf(session))}
        isBusy={isBusy}
        onClick={onEnd}
      >
        {said.end}
      </Button>
    )}
  </li>
);

type Told = { readonly kind: "ok" | "err"; readonly text: string };
const faultOf = (error: unknown): Told => ({
  kind: "err",
  text: refusalOf(error)?.message ?? said.failed,
});

/** Where one is logged in, and the way to end what is not one's own (ASVS 7.5.2). */
export function Sessions() {
  const [list, setList] = useState<readonly OwnSession[] | null>(null);
  const [told, setTold] = useState<Told | null>(null);
  /** What is being ended: an id, or all. */
  const [ending, setEnding] = useState<string | null>(null);
  useEffect(() => {
    send(listSessions, {}, quiet).then(setList, (error: unknown) => setTold(faultOf(error)));
  }, []);
  const end = async (sessionId?: string) => {
    setEnding(sessionId ?? "all");
    setTold(null);
    try {
      await send(endSessions, sessionId === undefined ? {} : { sessionId }, quiet);
      setList(await send(listSessions, {}, quiet));
      setTold({ kind: "ok", text: sessionId === undefined ? said.endedAll : said.ended });
    } catch (error) {
      setTold(faultOf(error));
    } finally {
      setEnding(null);
    }
  };
  return (
    <section className="blk ac-part" aria-busy={list === null && told === null}>
      <h2>{said.title}</h2>
      <p className="bs c2">{said.text}</p>
      {list !== null && (
        <ul className="ac-sessions">
          {list.map((session) => (
            <Row
              key={session.sessionId}
              session={session}
              isBusy={ending === session.sessionId}
              onEnd={() => void end(session.sessionId)}
            />
          ))}
        </ul>
      )}
      {told !== null && <Notice kind={told.kind}>{told.text}</Notice>}
      {list !== null && list.length > 1 && (
        <Button look="tonal" isWide isBusy={ending === "all"} onClick={() => void end()}>
          {said.endOthers}
        </Button>
      )}
      <p className="cap c3">{said.limit(sessionsMost)}</p>
    </section>
  );
}
