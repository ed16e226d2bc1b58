import { useRef, useState, type SyntheticEvent } from "react";
import { limits } from "#contract/core/limits.ts";
import { formatPeriod } from "#contract/core/date-text.ts";
import { searchKeyword } from "#contract/core/text.ts";
import { raiseChallenge } from "../../platform/http/challenges.ts";
import { Button } from "../../ui/form/button.tsx";
import { describeFailure } from "../../ui/feedback/load-failure.ts";
import { TextField } from "../../ui/form/field.tsx";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import type { CopySource, ComposedPage } from "../api.ts";
import type { BlockDraft } from "./block-fields.ts";
import { composeMessages } from "../messages.ts";
import { TitleText } from "../../ui/display/title-text.tsx";
import * as composeCss from "../compose.module.css";
import * as contentCss from "../../ui/styles/content.module.css";
import * as foldsCss from "../folds.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type CopyFromCampaignProps = {
  page: Pick<ComposedPage, "findSources" | "loadSource">;
  /** Activity of the edited page, which is excluded from the list. */
  activityId: string;
  /** Whether existing blocks would be replaced. */
  hasBlocks: boolean;
  onCopy: (title: string, blocks: readonly BlockDraft[]) => void;
};
const texts = composeMessages.copy;

/** Copies the published blocks of another campaign, since most pages start from the last one. */
export function CopyFromCampaign({ page, activityId, hasBlocks, onCopy }: CopyFromCampaignProps) {
  const [keyword, setKeyword] = useState("");
  const [found, setFound] = useState<readonly CopySource[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  const details = useRef<HTMLDetailsElement>(null);
  /** Closes the list and scrolls up to the copied blocks and the status. */
  const showCopied = () => {
    if (details.current === null) return;
    details.current.open = false;
    details.current.closest(`.${composeCss.compose}`)?.scrollIntoView();
  };
  const run = async (action: () => Promise<void>): Promise<void> => {
    setFailure(null);
    try {
      await action();
    } catch (error) {
      setFailure(describeFailure(error).title);
    }
  };
  const find = () =>
    run(async () => {
      const all = await page.findSources(searchKeyword(keyword, limits.maxKeywordLength));
      setFound(all.filter((one) => one.activityId !== activityId));
    });
  const copy = ({ activityId: from, title }: CopySource) =>
    run(async () => {
      setBusyId(from);
      const blocks = await page.loadSource(from).finally(() => setBusyId(null));
      if (blocks.length === 0) return setFailure(texts.noBlocks(title));
      if (hasBlocks && !(await raiseChallenge("dialog", texts.ask(title)))) return;
      onCopy(title, blocks);
      showCopied();
    });
  const open = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
    if (currentTarget.open && found === null) void find();
  };
  return (
    <details
      ref={details}
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
          enterKeyHint="search"
          autoComplete="off"
        />
        <Button type="submit" look="outline" size="small">
          {texts.find}
        </Button>
      </form>
      {failure !== null && <Notice kind="warn">{failure}</Notice>}
      {found?.length === 0 && <p className={`${textCss.small} ${textCss.secondary}`}>{texts.none}</p>}
      {found !== null && found.length > 0 && (
        <ul className={foldsCss.found}>
          {found.map((one) => (
            <li key={one.activityId}>
              <div className={layoutCss.grow}>
                <p className={textCss.medium}>
                  <TitleText text={one.title} />
                </p>
                <p className={`${textCss.caption} ${textCss.tertiary}`}>
                  {formatPeriod(one.startTime, one.endTime)}
                </p>
              </div>
              <Button
                look="outline"
                size="small"
                isBusy={busyId === one.activityId}
                aria-label={texts.copyNamed(one.title)}
                onClick={() => void copy(one)}
              >
                {texts.copy}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
