import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BannerVersion, ConsoleBanner } from "#contract/console/content/banners.ts";
import { formatShort } from "#contract/core/date-text.ts";
import { ConsoleButton } from "../kit/controls/console-button.tsx";
import { Badge } from "../kit/display/badge.tsx";
import { ChangeList } from "../kit/display/change-list.tsx";
import { QueryState } from "../kit/feedback/query-state.tsx";
import { showResult } from "../kit/feedback/toasts.tsx";
import { Panel } from "../kit/layout/page-layout.tsx";
import { ConfirmDialog } from "../kit/overlay/confirm-dialog.tsx";
import * as utilityCss from "../kit/styles/utility.module.css";
import { useCities } from "../shell/index.ts";
import { bannerKeys, loadVersions, putVersionBack } from "./api.ts";
import { bannerFieldName, bannerValueText } from "./banner-words.ts";
import * as bannerCss from "./banner.module.css";
import { bannerTexts } from "./messages.ts";

const { history: texts } = bannerTexts;

type BannerHistoryProps = { banner: ConsoleBanner; onRestored: (banner: ConsoleBanner) => Promise<void> };

/** Changes of a banner, old → new, each with the way back. */
export function BannerHistory({ banner, onRestored }: BannerHistoryProps) {
  const { bannerId, revision: basedOn, canWrite } = banner;
  const [asking, setAsking] = useState<number | null>(null);
  const query = useQuery({ queryKey: bannerKeys.versions(bannerId), queryFn: () => loadVersions(bannerId) });
  const restore = async (): Promise<void> => {
    if (asking === null) return;
    await onRestored(await putVersionBack({ bannerId, revision: asking, basedOn }));
    showResult(texts.restored);
  };
  return (
    <Panel title={texts.title}>
      <QueryState query={query} skeleton={<div className={bannerCss.skeleton} />}>
        {({ versions }) =>
          versions.length === 0 ? (
            <p className={utilityCss.secondary}>{texts.empty}</p>
          ) : (
            <ol className={bannerCss.versions}>
              {versions.map((version) => (
                <Version
                  key={version.revision}
                  version={version}
                  isCurrent={version.revision === basedOn}
                  onRestore={canWrite ? () => setAsking(version.revision) : null}
                />
              ))}
            </ol>
          )
        }
      </QueryState>
      <ConfirmDialog
        isOpen={asking !== null}
        title={texts.restore}
        text={texts.restoreText}
        confirm={texts.restore}
        onConfirm={restore}
        onClose={() => setAsking(null)}
      />
    </Panel>
  );
}

type VersionProps = { version: BannerVersion; isCurrent: boolean; onRestore: (() => void) | null };
function Version({ version, isCurrent, onRestore }: VersionProps) {
  const { nameOf } = useCities();
  const author = version.by ?? texts.doors[version.door] ?? version.door;
  return (
    <li>
      <div className={bannerCss.versionHead}>
        <b>{texts.version(version.revision)}</b>
        {isCurrent && <Badge tone="ok">{texts.current}</Badge>}
        <span className={utilityCss.grow} />
        {!isCurrent && onRestore !== null && (
          <ConsoleButton isSmall look="quiet" onClick={onRestore}>
            {texts.restore}
          </ConsoleButton>
        )}
      </div>
      <span className={`${utilityCss.caption} ${utilityCss.secondary}`}>
        {author} · {formatShort(version.time)}
      </span>
      {version.changes.length === 0 ? (
        <span className={utilityCss.caption}>{texts.first}</span>
      ) : (
        <ChangeList
          changes={version.changes.map(({ field, before, after }) => ({
            name: field,
            label: bannerFieldName(field),
            from: bannerValueText(field, before, nameOf),
            to: bannerValueText(field, after, nameOf),
          }))}
        />
      )}
    </li>
  );
}
