import { useEffect, useState } from "react";
import {
  endSessions,
  listSessions,
  maxSessions,
  type ActiveSession,
} from "#contract/session/active-sessions.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/form/button.tsx";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { formatMoment } from "../ui/display/format.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { accountMessages } from "../app/mine/account-messages.ts";
import { SmsCodeField } from "../ui/form/sms-code-field.tsx";

const { sessions: said } = accountMessages;
const quiet = { isSilent: true } as const;

const nameOf = ({ client, system }: ActiveSession): string => {
  const kind = client === null ? said.unknown : said.clients[client];
  return system === null || system === "other" ? kind : `${kind} · ${said.systems[system]}`;
};
const placeOf = ({ city, usedTime, isThis }: ActiveSession): string =>
  [city, isThis ? said.now : said.used(formatMoment(usedTime))].filter((part) => part !== null).join(" · ");

type RowProps = { session: ActiveSession; isBusy: boolean; onEnd: () => void };
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

type EndingStatus = { readonly kind: "ok" | "err"; readonly text: string };
const faultOf = (error: unknown): EndingStatus => ({
  kind: "err",
  text: asRefusal(error)?.message ?? said.failed,
});

type EndingRequest = { readonly sessionId: string | undefined };
type ReauthenticationFormProps = {
  readonly mobile: string;
  readonly isBusy: boolean;
  /** What is wrong with the code that was typed. */
  readonly error: string | null;
  readonly onCode: (code: string) => void;
  readonly onKeep: () => void;
};
/** Of whoever logged in a while ago: the code that proves that it is they who end it. */
function ReauthenticationForm({ mobile, isBusy, error, onCode, onKeep }: ReauthenticationFormProps) {
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const confirm = () => {
    setMissing(code.length !== 6);
    if (code.length === 6) onCode(code);
  };
  return (
    <>
      <Notice>{said.prove}</Notice>
      <SmsCodeField
        mobile={mobile}
        scene="confirm"
        code={code}
        error={isMissing ? accountMessages.smsCode.missing : error}
        onCode={setCode}
      />
      <div className="row g3">
        <Button look="outline" className="f1" disabled={isBusy} onClick={onKeep}>
          {said.keep}
        </Button>
        <Button className="f1" isBusy={isBusy} onClick={confirm}>
          {said.confirm}
        </Button>
      </div>
    </>
  );
}

/** What ends sessions, and how far it is. */
function useEnding(onList: (list: readonly ActiveSession[]) => void) {
  const [told, setTold] = useState<EndingStatus | null>(null);
  /** What is being ended: an id, or all. */
  const [ending, setEnding] = useState<string | null>(null);
  /** What waits for a code, and what was wrong with the last one. */
  const [unproved, setUnproved] = useState<(EndingRequest & { readonly error: string | null }) | null>(null);
  const end = async ({ sessionId }: EndingRequest, smsCode?: string) => {
    setEnding(sessionId ?? "all");
    setTold(null);
    try {
      const args = {
        ...(sessionId !== undefined && { sessionId }),
        ...(smsCode !== undefined && { smsCode }),
      };
      await send(endSessions, args, quiet);
      setUnproved(null);
      onList(await send(listSessions, {}, quiet));
      setTold({ kind: "ok", text: sessionId === undefined ? said.endedAll : said.ended });
    } catch (error) {
      const refusal = asRefusal(error);
      const isCode = refusal?.refusal === "smsCodeWrong" || refusal?.refusal === "smsCodeLocked";
      if (refusal?.fields["smsCode"] !== undefined) setUnproved({ sessionId, error: null });
      else if (isCode) setUnproved({ sessionId, error: refusal.message });
      else setTold(faultOf(error));
    } finally {
      setEnding(null);
    }
  };
  return { told, setTold, ending, unproved, end, keep: () => setUnproved(null) };
}

/** Where one is logged in, and the way to end what is not one's own (ASVS 7.5.2). */
export function SessionList({ user }: { user: UserInfo }) {
  const [list, setList] = useState<readonly ActiveSession[] | null>(null);
  const { told, setTold, ending, unproved, end, keep } = useEnding(setList);
  useEffect(() => {
    send(listSessions, {}, quiet).then(setList, (error: unknown) => setTold(faultOf(error)));
  }, [setTold]);
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
              onEnd={() => void end({ sessionId: session.sessionId })}
            />
          ))}
        </ul>
      )}
      {told !== null && <Notice kind={told.kind}>{told.text}</Notice>}
      {unproved !== null && user.mobile !== null && (
        <ReauthenticationForm
          mobile={user.mobile}
          isBusy={ending !== null}
          error={unproved.error}
          onCode={(code) => void end(unproved, code)}
          onKeep={keep}
        />
      )}
      {list !== null && list.length > 1 && unproved === null && (
        <Button
          look="tonal"
          isWide
          isBusy={ending === "all"}
          onClick={() => void end({ sessionId: undefined })}
        >
          {said.endOthers}
        </Button>
      )}
      <p className="cap c3">{said.limit(maxSessions)}</p>
    </section>
  );
}
