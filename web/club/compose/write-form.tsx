import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Group } from "#contract/club/shapes.ts";
import { clubLimits } from "#contract/club/limits.ts";
import { useCity } from "../../platform/location/city.ts";
import { useFocusFallback } from "../../platform/browser/use-focus-fallback.ts";
import { showToast } from "../../platform/http/challenges.ts";
import { newUuid } from "../../platform/http/random-id.ts";
import { send } from "../../platform/http/send.ts";
import { Button } from "../../ui/form/button.tsx";
import { Chip, RemovableChipButton } from "../../ui/form/chip.tsx";
import { FieldHint } from "../../ui/form/field.tsx";
import { PinIcon } from "../../ui/icons/common-icons.tsx";
import { publish } from "../api.ts";
import { readClubDraft } from "./club-draft.ts";
import { serializeMarkup } from "../mention/serialize-markup.ts";
import { emptyMentionText } from "../mention/mention-text.ts";
import { useClubDraft, type InitialDraft } from "./use-club-draft.ts";
import { useDraftPictures } from "./use-draft-pictures.ts";
import { useSubmitArticle } from "./use-submit-article.ts";
import { WriteFields } from "./write-fields.tsx";
import { clubMessages } from "../messages.ts";

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
        <span>{clubMessages.write.group}</span>
      </label>
      <div className={error === undefined ? "inp" : "inp bad"}>
        <select
          id="write-group"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby="write-group-hint"
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{clubMessages.write.chooseGroup}</option>
          {groups.map(({ groupId, name }) => (
            <option key={groupId} value={groupId}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <FieldHint id="write-group-hint" error={error ?? null} />
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
function beginning({ groups, groupId, activityId }: Omit<WriteFormProps, "openId">): InitialDraft {
  const kept = readClubDraft(PLACE);
  const fresh = { idempotencyKey: newUuid(), title: "", text: emptyMentionText };
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
  const form = useClubDraft(PLACE, () => beginning(given));
  const { values, change, faults } = form;
  const pictures = useDraftPictures(PLACE, openId, clubLimits.maxPictures);
  const city = useCity();
  const [hasPlace, setPlace] = useState(false);
  const navigate = useNavigate();
  const placeChip = useRef<HTMLButtonElement>(null);
  const kept = useFocusFallback(() => placeChip.current);
  const writing = useSubmitArticle({
    place: PLACE,
    form,
    pictures,
    post: ({ groupId, title, text, activityId }, options) =>
      publish(
        send,
        {
          groupId,
          title: title.trim(),
          content: serializeMarkup(text),
          pictureIds: [...pictures.ids],
          ...(activityId !== null && { activityId }),
          ...(hasPlace && { cityCode: city.code }),
        },
        options,
      ),
    onSent: (articleId) => {
      showToast(clubMessages.write.done);
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
            {clubMessages.write.place(city.name)}
          </Chip>
          {values.activityId !== null && (
            <RemovableChipButton
              label={clubMessages.write.ofActivity}
              removeLabel={clubMessages.write.leaveActivity}
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
          {writing.isBusy ? clubMessages.sending : clubMessages.write.send}
        </Button>
      }
    />
  );
}
