import { useEffect, useState } from "react";
import {
  endSessions,
  listSessions,
  maxSessions,
  type ActiveSession,
} from "#contract/session/active-sessions.ts";
import type { UserInfo } from "#contract/session/session.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/form/button.tsx";
import { asRefusal } from "../ui/feedback/load-failure.ts";
import { Notice } from "../ui/feedback/notice.tsx";
import { SmsCodeField } from "../ui/form/sms-code-field.tsx";
import { smsCodeMessages } from "../ui/form/sms-code-messages.ts";
import { sessionMessages } from "./messages.ts";
import * as partCss from "../ui/form/account-part.module.css";
import * as sessionListCss from "./session-list.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as fieldCss from "../ui/form/field.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

const quiet = { isSilent: true } as const;

const nameOf = ({ client, system }: ActiveSession): string => {
  const kind = client === null ? sessionMessages.unknown : sessionMessages.clients[client];
  return system === null || system === "other" ? kind : `${kind} · ${sessionMessages.systems[system]}`;
};
const detailsOf = ({ city, usedTime, isThis }: ActiveSession): string =>
  [city, isThis ? sessionMessages.now : sessionMessages.used(formatMoment(usedTime))]
    .filter((part) => part !== null)
    .join(" · ");

type RowProps = { session: ActiveSession; isBusy: boolean; onEnd: () => void };
const Row = ({ session, isBusy, onEnd }: RowProps) => (
  <li>
    <div className={layoutCss.grow}>
      <p className={textCss.medium}>{nameOf(session)}</p>
      <p className={`${textCss.caption} ${textCss.tertiary}`}>{detailsOf(session)}</p>
    </div>
    {session.isThis ? (
      <span className={controlsCss.tag}>{sessionMessages.current}</span>
    ) : (
      <Button
        look="outline"
        size="small"
        aria-label={sessionMessages.endOf(nameOf(session))}
        isBusy={isBusy}
        onClick={onEnd}
      >
        {sessionMessages.end}
      </Button>
    )}
  </li>
);

type EndingStatus = { readonly kind: "ok" | "err"; readonly text: string };
const failureOf = (error: unknown): EndingStatus => ({
  kind: "err",
  text: asRefusal(error)?.message ?? sessionMessages.failed,
});

type EndingRequest = { readonly sessionId: string | undefined };
type ReauthenticationFormProps = {
  readonly mobile: string;
  readonly isBusy: boolean;
  /** Refusal of the last submitted code. */
  readonly error: string | null;
  readonly onCode: (code: string) => void;
  readonly onCancel: () => void;
};
/** Asks for an SMS code, since the login is too old to end sessions without one. */
function ReauthenticationForm({ mobile, isBusy, error, onCode, onCancel }: ReauthenticationFormProps) {
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const confirm = () => {
    setMissing(code.length !== 6);
    if (code.length === 6) onCode(code);
  };
  return (
    <>
      <Notice>{sessionMessages.prove}</Notice>
      <SmsCodeField
        mobile={mobile}
        scene="confirm"
        code={code}
        error={isMissing ? smsCodeMessages.missing : error}
        onCode={setCode}
      />
      <div className={`${layoutCss.row} ${layoutCss.gap3}`}>
        <Button look="outline" className={layoutCss.grow} disabled={isBusy} onClick={onCancel}>
          {sessionMessages.keep}
        </Button>
        <Button className={layoutCss.grow} isBusy={isBusy} onClick={confirm}>
          {sessionMessages.confirm}
        </Button>
      </div>
    </>
  );
}

/** Ends sessions; holds the progress, the result and a request that waits for an SMS code. */
function useEndSessions(onList: (list: readonly ActiveSession[]) => void) {
  const [status, setStatus] = useState<EndingStatus | null>(null);
  /** Id of the session that is being ended, or "all". */
  const [ending, setEnding] = useState<string | null>(null);
  /** Request that waits for an SMS code, with the refusal of the last code. */
  const [pending, setPending] = useState<(EndingRequest & { readonly error: string | null }) | null>(null);
  const end = async ({ sessionId }: EndingRequest, smsCode?: string) => {
    setEnding(sessionId ?? "all");
    setStatus(null);
    try {
      const args = {
        ...(sessionId !== undefined && { sessionId }),
        ...(smsCode !== undefined && { smsCode }),
      };
      await send(endSessions, args, quiet);
      setPending(null);
      onList(await send(listSessions, {}, quiet));
      setStatus({
        kind: "ok",
        text: sessionId === undefined ? sessionMessages.endedAll : sessionMessages.ended,
      });
    } catch (error) {
      const refusal = asRefusal(error);
      const isCode = refusal?.refusal === "smsCodeWrong" || refusal?.refusal === "smsCodeLocked";
      if (refusal?.fields["smsCode"] !== undefined) setPending({ sessionId, error: null });
      else if (isCode) setPending({ sessionId, error: refusal.message });
      else setStatus(failureOf(error));
    } finally {
      setEnding(null);
    }
  };
  return { status, setStatus, ending, pending, end, cancel: () => setPending(null) };
}

/** Logged-in devices; a person can end the sessions that are not theirs (ASVS 7.5.2). */
export function SessionList({ user }: { user: UserInfo }) {
  const [list, setList] = useState<readonly ActiveSession[] | null>(null);
  const { status, setStatus, ending, pending, end, cancel } = useEndSessions(setList);
  useEffect(() => {
    send(listSessions, {}, quiet).then(setList, (error: unknown) => setStatus(failureOf(error)));
  }, [setStatus]);
  return (
    <section className={`${fieldCss.block} ${partCss.part}`} aria-busy={list === null && status === null}>
      <h2>{sessionMessages.title}</h2>
      <p className={`${textCss.small} ${textCss.secondary}`}>{sessionMessages.text}</p>
      {list !== null && (
        <ul className={sessionListCss.sessions}>
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
      {status !== null && <Notice kind={status.kind}>{status.text}</Notice>}
      {pending !== null && user.mobile !== null && (
        <ReauthenticationForm
          mobile={user.mobile}
          isBusy={ending !== null}
          error={pending.error}
          onCode={(code) => void end(pending, code)}
          onCancel={cancel}
        />
      )}
      {list !== null && list.length > 1 && pending === null && (
        <Button
          look="tonal"
          isWide
          isBusy={ending === "all"}
          onClick={() => void end({ sessionId: undefined })}
        >
          {sessionMessages.endOthers}
        </Button>
      )}
      <p className={`${textCss.caption} ${textCss.tertiary}`}>{sessionMessages.limit(maxSessions)}</p>
    </section>
  );
}
