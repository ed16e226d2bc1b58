import { useRef, useState, type SyntheticEvent } from "react";
import type { Activity } from "#contract/activity/activity.ts";
import { limits } from "#contract/core/limits.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { TextField } from "../../ui/form/field.tsx";
import { formatPeriod } from "../../ui/display/format.ts";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { findCampaigns, loadCampaignBlocks } from "../api.ts";
import type { BlockDraft } from "./block-fields.ts";
import { composeMessages } from "../messages.ts";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as foldsCss from "../folds.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type CopyFromCampaignProps = {
  /** The page that is composed: not to be borrowed from. */
  activityId: string;
  /** Whether there is something that would be replaced. */
  hasBlocks: boolean;
  onTake: (title: string, blocks: readonly BlockDraft[]) => void;
};
const texts = composeMessages.borrow;

/** Takes over what another campaign's page is composed of, as everybody sees it: most pages begin as the last one. */
export function CopyFromCampaign({ activityId, hasBlocks, onTake }: CopyFromCampaignProps) {
  const [keyword, setKeyword] = useState("");
  const [found, setFound] = useState<readonly Activity[] | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const fold = useRef<HTMLDetailsElement>(null);
  /** What was taken over, and what is said of it, stands above: shown instead of the list. */
  const showTaken = () => {
    if (fold.current === null) return;
    fold.current.open = false;
    fold.current.closest(`.${composeCss.compose}`)?.scrollIntoView();
  };
  const trying = async (run: () => Promise<void>): Promise<void> => {
    setFault(null);
    try {
      await run();
    } catch (error) {
      setFault(describeFailure(error).title);
    }
  };
  const find = () =>
    trying(async () => {
      const all = await findCampaigns(keyword.trim());
      setFound(all.filter((one) => one.activityId !== activityId));
    });
  const take = (one: Activity) =>
    trying(async () => {
      setBusy(one.activityId);
      const blocks = await loadCampaignBlocks(one.activityId).finally(() => setBusy(null));
      if (blocks.length === 0) return setFault(texts.without(one.title));
      if (hasBlocks && !(await raiseChallenge("dialog", texts.ask(one.title)))) return;
      onTake(one.title, blocks);
      showTaken();
    });
  const open = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (currentTarget.open && found === null) void find();
  };
  return (
    <details
      ref={fold}
      className={`${contentCss.card} ${contentCss.padded} ${foldsCss.fold}`}
      onToggle={open}
    >
      <summary>
        <ChevronDownIcon size={20} />
        <span className={layoutCss.grow}>{texts.title}</span>
      </summary>
      <p className={`${textCss.small} ${textCss.secondary}`}>{texts.why}</p>
      <form
        className={foldsCss.find}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextField
          label={texts.keyword}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
          maxLength={limits.maxKeywordLength}
          enterKeyHint="search"
          autoComplete="off"
        />
        <Button type="submit" look="outline" size="small">
          {texts.find}
        </Button>
      </form>
      {fault !== null && <Notice kind="warn">{fault}</Notice>}
      {found?.length === 0 && <p className={`${textCss.small} ${textCss.secondary}`}>{texts.none}</p>}
      {found !== null && found.length > 0 && (
        <ul className={foldsCss.found}>
          {found.map((one) => (
            <li key={one.activityId}>
              <div className={layoutCss.grow}>
                <p className={textCss.medium}>{one.title}</p>
                <p className={`${textCss.caption} ${textCss.tertiary}`}>
                  {formatPeriod(one.startTime, one.endTime)}
                </p>
              </div>
              <Button
                look="outline"
                size="small"
                isBusy={busy === one.activityId}
                aria-label={texts.takeOf(one.title)}
                onClick={() => void take(one)}
              >
                {texts.take}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
