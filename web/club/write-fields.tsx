import { useCallback, type ReactNode } from "react";
import { communityLimits } from "#contract/community-limits.ts";
import { send } from "../platform/http/send.ts";
import { useSoftKeyboard } from "../platform/soft-keyboard.ts";
import { Field } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { PictureField } from "../ui/picture-field.tsx";
import type { Pictures } from "../ui/use-pictures.ts";
import { findMembers } from "./api.ts";
import { MentionField } from "./mention/mention-field.tsx";
import { namedOf } from "./named.ts";
import type { DraftForm } from "./use-draft.ts";
import type { Writing } from "./use-writing.ts";
import { words } from "./words.ts";

type WriteFieldsProps = {
  form: DraftForm;
  writing: Writing;
  pictures: Pictures;
  /** Above the fields that every article has, below them, and at the bottom of the screen. */
  first?: ReactNode;
  last?: ReactNode;
  buttons: ReactNode;
};

/** An article as it is written: title, text with names, pictures. */
export function WriteFields({ form, writing, pictures, first, last, buttons }: WriteFieldsProps) {
  const { values, change, faults, formRef } = form;
  const find = useCallback(
    async (query: string) =>
      (await findMembers(send, query, values.groupId === "" ? undefined : values.groupId)).list.map(namedOf),
    [values.groupId],
  );
  useSoftKeyboard();
  return (
    // By POST, so that without the script nothing that was written gets into an address.
    <form
      ref={formRef}
      className="cl-write"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        writing.submit();
      }}
    >
      {writing.outcome !== null && <Notice kind="err">{writing.outcome}</Notice>}
      {form.isRestored && <Notice>{words.write.restored}</Notice>}
      {first}
      <Field
        id="write-title"
        label={words.write.heading}
        value={values.title}
        placeholder={words.write.headingHint}
        onChange={({ target }) => change({ title: target.value })}
        error={faults["title"]}
        enterKeyHint="next"
        autoComplete="off"
      />
      <MentionField
        id="write-content"
        label={words.write.content}
        placeholder={words.write.contentHint}
        value={values.text}
        onChange={(text) => change({ text })}
        find={find}
        most={communityLimits.articleMost}
        error={faults["content"]}
        rows={7}
        isOfForm
      />
      <PictureField
        id="write-pictures"
        label={words.write.pictures(communityLimits.imagesMost)}
        pictures={pictures}
        most={communityLimits.imagesMost}
        error={faults["pictureIds"]}
      />
      {last}
      <div className="bar">
        <div className="in">{buttons}</div>
      </div>
    </form>
  );
}
