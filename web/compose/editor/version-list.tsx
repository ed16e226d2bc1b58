import type { Composition } from "#contract/compose/compose.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { Button } from "../../ui/form/button.tsx";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { composeMessages } from "../messages.ts";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as foldsCss from "../folds.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type VersionListProps = { composition: Composition; onLoad: (version: number) => void };

/** Saved versions with their authors and times, and buttons that load them. */
export const VersionList = ({ composition: { versions, version: current }, onLoad }: VersionListProps) =>
  versions.length === 0 ? null : (
    <details className={`${contentCss.card} ${contentCss.padded} ${foldsCss.fold} ${foldsCss.versions}`}>
      <summary>
        <ChevronDownIcon size={20} />
        <span className={layoutCss.grow}>{composeMessages.versions}</span>
      </summary>
      <ul>
        {versions.map(({ version, savedBy, savedTime, blockCount }) => (
          <li key={version}>
            <div className={layoutCss.grow}>
              <p className={textCss.medium}>{composeMessages.version(version)}</p>
              <p className={`${textCss.caption} ${textCss.tertiary}`}>
                {savedBy === null
                  ? composeMessages.savedBefore(formatMoment(savedTime), blockCount)
                  : composeMessages.savedBy(formatMoment(savedTime), savedBy, blockCount)}
              </p>
            </div>
            {version === current ? (
              <span className={controlsCss.tag}>{composeMessages.current}</span>
            ) : (
              <Button
                look="outline"
                size="small"
                aria-label={composeMessages.loadOf(composeMessages.version(version))}
                onClick={() => onLoad(version)}
              >
                {composeMessages.load}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
