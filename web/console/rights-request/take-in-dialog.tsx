import { useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import {
  rightsRequestChannel,
  rightsRequestKind,
  type RightsRequestChannel,
  type RightsRequestKind,
} from "#contract/console/watch/rights-requests.ts";
import { Refusal } from "#contract/core/errors.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { Segments } from "../kit/controls/segments.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { DateTimeInput } from "../kit/form/date-time-input.tsx";
import { SelectInput } from "../kit/form/select-input.tsx";
import { TextAreaInput } from "../kit/form/text-input.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import { requestKeys, takeIn } from "./api.ts";
import { rightsRequestMessages } from "./messages.ts";
import * as requestCss from "./rights-request.module.css";

const { takeInDialog: texts, kinds, channels } = rightsRequestMessages;

type TakeInProps = { onTaken: (requestId: string) => void; onClose: () => void };
/** 记录请求: by whom it is asked is said later, when the person is identified. */
export function TakeInDialog({ onTaken, onClose }: TakeInProps) {
  const client = useQueryClient();
  const [kind, setKind] = useState<RightsRequestKind>("export");
  const [channel, setChannel] = useState<RightsRequestChannel | "">("");
  const [receivedDay, setDay] = useState(() => toShanghaiDate(Date.now()));
  const [words, setWords] = useState("");
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  async function save(): Promise<void> {
    if (channel === "") return;
    try {
      const requestId = await takeIn({ kind, channel, receivedDay, ...(words.trim() !== "" && { words }) });
      showResult(texts.done);
      await client.invalidateQueries({ queryKey: [requestKeys.list] });
      onTaken(requestId);
    } catch (error) {
      if (error instanceof Refusal) setFaults(error.fields);
      throw error;
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title={texts.title}
      text={texts.text}
      confirm={texts.confirm}
      isDisabled={channel === "" || receivedDay === ""}
      onConfirm={save}
      onClose={onClose}
    >
      <div className={requestCss.fields}>
        <Segments
          label={texts.kind}
          value={kind}
          onChange={setKind}
          options={rightsRequestKind.options.map((value) => ({ value, label: kinds[value] }))}
        />
        <SelectInput
          label={texts.channel}
          value={channel}
          options={rightsRequestChannel.options.map((value) => ({ value, label: channels[value] }))}
          onChange={setChannel}
          error={faults["channel"]}
          isRequired
        />
        <DateTimeInput
          isDay
          label={texts.received}
          value={receivedDay}
          onChange={setDay}
          error={faults["receivedDay"]}
          isRequired
        />
        <TextAreaInput
          label={texts.words}
          hint={texts.wordsHint}
          rows={3}
          value={words}
          onChange={setWords}
          error={faults["words"]}
        />
      </div>
    </ConfirmDialog>
  );
}
