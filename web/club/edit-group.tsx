import { useRef, useState } from "react";
import { communityLimits } from "#contract/community-limits.ts";
import type { GroupDetail } from "#contract/community.ts";
import { toast } from "../platform/http/challenges.ts";
import { send } from "../platform/http/send.ts";
import { Button } from "../ui/button.tsx";
import { Hint } from "../ui/form.tsx";
import { refusalOf } from "../ui/failure.ts";
import { Sheet } from "../ui/overlay.tsx";
import { PictureField } from "../ui/picture-field.tsx";
import { usePictures } from "../ui/use-pictures.ts";
import { writeGroup } from "./api.ts";
import { coverSender } from "./send-cover.ts";
import { TextArea } from "./text-area.tsx";
import { useReload } from "./use-reload.ts";
import { words } from "./words.ts";

/** Of the cover that is sent, px: three times as wide as a phone's screen is. */
const LONGEST_SIDE = 1290;
const { introMost, rulesMost } = communityLimits;

type EditGroupProps = {
  group: Pick<GroupDetail, "groupId" | "name" | "intro" | "rules">;
  onClose: () => void;
};

/** Who leads a group changes its cover, what it says of itself, and what is agreed on in it (requirement P12). */
export default function EditGroup({ group, onClose }: EditGroupProps) {
  const { groupId, name } = group;
  const [intro, setIntro] = useState(group.intro);
  const [rules, setRules] = useState(group.rules);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const reload = useReload();
  const cover = usePictures(1, LONGEST_SIDE, coverSender(groupId, reload));
  const form = useRef<HTMLFormElement>(null);
  const isTooLong = [...intro].length > introMost || [...rules].length > rulesMost;
  const save = async () => {
    if (isTooLong || cover.isBusy) return;
    if (intro.trim() === "") return setFaults({ intro: words.edit.noIntro });
    setBusy(true);
    try {
      await writeGroup(send, { groupId, intro, rules });
      toast(words.edit.done);
      reload();
      onClose();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      // What is no field's is told by the call itself; what was written stays.
      setFaults(refusal.fields ?? {});
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet isOpen onClose={onClose} title={words.edit.title} isBusy={isBusy}>
      <form
        ref={form}
        className="bd flds"
        aria-label={name}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <PictureField label={words.edit.cover} hint={words.edit.coverHint} pictures={cover} />
        <TextArea
          id="group-intro"
          label={words.edit.intro}
          value={intro}
          onChange={setIntro}
          most={introMost}
          rows={2}
        />
        <Hint id="group-intro-fault" error={faults["intro"] ?? null} />
        <TextArea
          id="group-rules"
          label={words.edit.rules}
          placeholder={words.edit.rulesHint}
          value={rules}
          onChange={setRules}
          most={rulesMost}
        />
        <Hint id="group-rules-fault" error={faults["rules"] ?? null} />
        <Button type="submit" isWide isBusy={isBusy}>
          {words.edit.save}
        </Button>
      </form>
    </Sheet>
  );
}
