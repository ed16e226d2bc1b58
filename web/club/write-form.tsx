import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Group } from "#contract/community-shapes.ts";
import { communityLimits } from "#contract/community-limits.ts";
import { useCity } from "../platform/city.ts";
import { useFocusKept } from "../platform/focus-kept.ts";
import { toast } from "../platform/http/challenges.ts";
import { newUuid } from "../platform/http/request.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { Chip, RemovableChipButton } from "../ui/chip.tsx";
import { Hint } from "../ui/form.tsx";
import { PinIcon } from "../ui/icons.tsx";
import { publish } from "./api.ts";
import { readDraft } from "./draft.ts";
import { markupOf } from "./mention/markup.ts";
import { emptyText } from "./mention/mention-text.ts";
import { useDraft, type Beginning } from "./use-draft.ts";
import { useKeptPictures } from "./use-kept-pictures.ts";
import { useWriting } from "./use-writing.ts";
import { WriteFields } from "./write-fields.tsx";
import { words } from "./words.ts";

type WriteFormProps = {
  openId: string;
  groups: readonly Group[];
  /** As the address asks for them. */
  groupId: string | null;
  activityId: string | null;
};

const PLACE = "write";

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

/** The group that the address names; else the one that it was begun for, or one's only one. None: the person chooses. */
function groupOf({ groups, groupId }: Pick<WriteFormProps, "groups" | "groupId">, keptId = ""): string {
  const only = groups.length === 1 ? groups[0]?.groupId : undefined;
  // Where the person may not write in the one named, or has left the one it was begun for, no other takes its place.
  const wanted = groupId ?? only ?? keptId;
  return groups.some((group) => group.groupId === wanted) ? wanted : "";
}

/** What was begun before, for the place that the address names; else something new. */
function beginning({ groups, groupId, activityId }: Omit<WriteFormProps, "openId">): Beginning {
  const kept = readDraft(PLACE);
  const fresh = { idempotencyKey: newUuid(), title: "", text: emptyText };
  return {
    start: {
      ...(kept ?? fresh),
      groupId: groupOf({ groups, groupId }, kept?.groupId),
      activityId: activityId ?? kept?.activityId ?? null,
    },
    isRestored: kept !== null,
  };
}

/** A new article: where it is published, what it says, and whether it tells where it was written. */
export function WriteForm({ openId, ...given }: WriteFormProps) {
  const form = useDraft(PLACE, () => beginning(given));
  const { values, change, faults } = form;
  const pictures = useKeptPictures(PLACE, openId, communityLimits.imagesMost);
  const city = useCity();
  const [hasPlace, setPlace] = useState(false);
  const navigate = useNavigate();
  const placeChip = useRef<HTMLButtonElement>(null);
  const kept = useFocusKept(() => placeChip.current);
  const writing = useWriting({
    place: PLACE,
    form,
    pictures,
    post: ({ groupId, title, text, activityId }, options) =>
      publish(
        send,
        {
          groupId,
          title: title.trim(),
          content: markupOf(text),
          pictureIds: [...pictures.ids],
          ...(activityId !== null && { activityId }),
          ...(hasPlace && { cityCode: city.code }),
        },
        options,
      ),
    onSent: (articleId) => {
      toast(words.write.done);
      return navigate(`/club/article/${articleId}`, { replace: true });
    },
  });
  return (
    <WriteFields
      {...{ form, writing, pictures }}
      first={
        <GroupChoice
          groups={given.groups}
          value={values.groupId}
          onChoose={(chosen) => change({ groupId: chosen })}
          error={faults["groupId"]}
        />
      }
      last={
        <p className="row g2 wrap">
          <Chip ref={placeChip} isOn={hasPlace} tap="toggle" onClick={() => setPlace(!hasPlace)}>
            <PinIcon size={16} />
            {words.write.place(city.name)}
          </Chip>
          {values.activityId !== null && (
            <RemovableChipButton
              label={words.write.ofActivity}
              removeLabel={words.write.leaveActivity}
              onRemove={() => {
                change({ activityId: null });
                kept();
              }}
            />
          )}
        </p>
      }
      buttons={
        <Button
          type="submit"
          className="f1"
          isBusy={writing.isBusy}
          data-tap="press"
          suppressHydrationWarning
        >
          {writing.isBusy ? words.sending : words.write.send}
        </Button>
      }
    />
  );
}
