import { useCallback, useState } from "react";
import type { Group } from "#contract/community-shapes.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { useCity } from "../platform/city.ts";
import { send } from "../platform/http/send.ts";
import { useSoftKeyboard } from "../platform/soft-keyboard.ts";
import { Button } from "../ui/button.tsx";
import { Chip } from "../ui/chip.tsx";
import { Field, Hint } from "../ui/form.tsx";
import { PinIcon } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";
import { PictureField } from "../ui/picture-field.tsx";
import { findMembers } from "./api.ts";
import { MentionField } from "./mention/mention-field.tsx";
import { namedOf } from "./named.ts";
import { useKeptPictures } from "./use-kept-pictures.ts";
import { useWriting } from "./use-writing.ts";
import { words } from "./words.ts";

type WriteFormProps = {
  openId: string;
  groups: readonly Group[];
  /** As the address asks for them. */
  groupId: string | null;
  activityId: string | null;
};

/** Which group it is for; one's only one is chosen already. */
function GroupChoice({
  groups,
  value,
  onChoose,
  error,
}: {
  groups: readonly Group[];
  value: string;
  onChoose: (groupId: string) => void;
  error: string | undefined;
}) {
  return (
    <div className="fld">
      <label className="lb" htmlFor="write-group">
        <span>{words.write.group}</span>
      </label>
      <div className={error === undefined ? "inp" : "inp bad"}>
        <select
          id="write-group"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby="write-group-hint"
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{words.write.chooseGroup}</option>
          {groups.map(({ groupId, name }) => (
            <option key={groupId} value={groupId}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <Hint id="write-group-hint" error={error ?? null} />
    </div>
  );
}

/** An article as it is written: group, title, text with names, pictures. */
export function WriteForm({ openId, groups, groupId, activityId }: WriteFormProps) {
  const pictures = useKeptPictures("write", openId, communityLimits.imagesMost);
  const city = useCity();
  const [hasPlace, setPlace] = useState(false);
  const asked = groups.find((group) => group.groupId === groupId) ?? (groups.length === 1 ? groups[0] : null);
  const writing = useWriting({
    groupId: asked?.groupId ?? null,
    // What was begun for a group that the person has left since, or that is closed, is for another one.
    isGroup: (kept) => groups.some((group) => group.groupId === kept),
    activityId,
    pictures,
    cityCode: hasPlace ? city.code : null,
  });
  const { values, change, faults, outcome, isBusy, submit, formRef } = writing;
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
        submit();
      }}
    >
      {outcome !== null && <Notice kind="err">{outcome}</Notice>}
      {writing.isRestored && <Notice>{words.write.restored}</Notice>}
      <GroupChoice
        groups={groups}
        value={values.groupId}
        onChoose={(chosen) => change({ groupId: chosen })}
        error={faults["groupId"]}
      />
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
      <p className="row g2 wrap">
        <Chip isOn={hasPlace} tap="toggle" onClick={() => setPlace(!hasPlace)}>
          <PinIcon size={16} />
          {words.write.place(city.name)}
        </Chip>
        {values.activityId !== null && <span className="cap c3">{words.ofActivity}</span>}
      </p>
      <div className="bar">
        <div className="in">
          <Button type="submit" className="f1" isBusy={isBusy} data-tap="press" suppressHydrationWarning>
            {isBusy ? words.sending : words.write.send}
          </Button>
        </div>
      </div>
    </form>
  );
}
