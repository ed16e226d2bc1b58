import type { Composition } from "#contract/compose/compose.ts";
import { formatMoment } from "#contract/core/moment-text.ts";
import { useWideScreen } from "../../platform/browser/use-wide-screen.ts";
import { Button } from "../../ui/form/button.tsx";
import { ChevronDownIcon } from "../../ui/icons/common-icons.tsx";
import { composeMessages } from "../messages.ts";
import { VersionTable, type Version } from "./version-table.tsx";
import * as contentCss from "../../ui/styles/content.module.css";
import * as controlsCss from "../../ui/styles/controls.module.css";
import * as foldsCss from "../folds.module.css";
import * as layoutCss from "../../ui/styles/layout.module.css";
import * as textCss from "../../ui/styles/text.module.css";

type VersionListProps = { composition: Composition; onLoad: (version: number) => void };

/** Saved versions with their authors and times, and buttons that load them; in a wide window as a table. */
export function VersionList({ composition: { versions, version: current }, onLoad }: VersionListProps) {
  const isWide = useWideScreen();
  if (versions.length === 0) return null;
  const action = ({ version }: Version) =>
    version === current ? (
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
    );
  return (
    <details className={`${contentCss.card} ${contentCss.padded} ${foldsCss.fold} ${foldsCss.versions}`}>
      <summary>
        <ChevronDownIcon size={20} />
        <span className={layoutCss.grow}>{composeMessages.versions}</span>
      </summary>
      {isWide ? (
        <VersionTable versions={versions} action={action} />
      ) : (
        <ul>
          {versions.map((one) => (
            <li key={one.version}>
              <div className={layoutCss.grow}>
                <p className={textCss.medium}>{composeMessages.version(one.version)}</p>
                <p className={`${textCss.caption} ${textCss.tertiary}`}>
                  {one.savedBy === null
                    ? composeMessages.savedBefore(formatMoment(one.savedTime), one.blockCount)
                    : composeMessages.savedBy(formatMoment(one.savedTime), one.savedBy, one.blockCount)}
                </p>
              </div>
              {action(one)}
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
