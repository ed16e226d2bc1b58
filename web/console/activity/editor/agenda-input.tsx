import { TextInput } from "../../kit/form/text-input.tsx";
import { FieldPair } from "../../kit/form/form-frame.tsx";
import { consoleActivityTexts as texts } from "../messages.ts";
import { ItemList } from "./item-list.tsx";
import type { DraftEditor } from "./use-draft.ts";

/** Schedule of the day. */
export const AgendaInput = ({ editor: { values, change, draft } }: { editor: DraftEditor }) => (
  <ItemList
    legend={texts.agenda}
    items={values.agenda}
    create={() => ({ time: "", title: "", remark: "" })}
    addLabel={texts.addAgenda}
    onChange={(agenda) => change("agenda", agenda)}
  >
    {(item, set, at) => (
      <>
        <FieldPair>
          <TextInput
            label={texts.agendaTime}
            placeholder="14:30"
            value={item.time}
            error={draft.faults[`agenda.${at}.time`]}
            onChange={(time) => set({ time })}
          />
          <TextInput
            label={texts.agendaTitle}
            value={item.title}
            error={draft.faults[`agenda.${at}.title`]}
            onChange={(title) => set({ title })}
          />
        </FieldPair>
        <TextInput
          label={texts.agendaRemark}
          value={item.remark}
          error={draft.faults[`agenda.${at}.remark`]}
          onChange={(remark) => set({ remark })}
        />
      </>
    )}
  </ItemList>
);
