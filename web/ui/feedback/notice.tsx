import type { ReactNode } from "react";
import { classNames } from "../styles/class-names.ts";
import { CheckCircleIcon, InfoIcon, WarningIcon } from "../icons/common-icons.tsx";
import * as contentCss from "../styles/content.module.css";
import * as layoutCss from "../styles/layout.module.css";

const looks = { info: null, ok: contentCss.success, warn: contentCss.warning, err: contentCss.error };

const icons = { info: InfoIcon, ok: CheckCircleIcon, warn: WarningIcon, err: WarningIcon } as const;

/** Message within the page; errors are announced immediately. */
export function Notice({ kind = "info", children }: { kind?: keyof typeof icons; children: ReactNode }) {
  const NoticeIcon = icons[kind];
  return (
    <div className={classNames(contentCss.notice, looks[kind])} role={kind === "err" ? "alert" : "status"}>
      <NoticeIcon size={16} />
      <div className={layoutCss.grow}>{children}</div>
    </div>
  );
}
