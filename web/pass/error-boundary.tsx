import { Component, type ReactNode } from "react";
import { Illustration } from "../ui/media/illustration.tsx";
import { PlainFrame } from "./page-frame.tsx";
import type { FrameProps } from "./page-props.ts";
import { passMessages } from "./messages.ts";
import * as contentCss from "../ui/styles/content.module.css";
import * as controlsCss from "../ui/styles/controls.module.css";
import * as layoutCss from "../ui/styles/layout.module.css";
import * as textCss from "../ui/styles/text.module.css";

type PassErrorBoundaryProps = FrameProps & { children: ReactNode; onReload: () => void };

/** Error boundary: a rendering error leaves a page with a reload button instead of an empty one. */
export class PassErrorBoundary extends Component<PassErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }
  override render(): ReactNode {
    const { children, onReload, ...page } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <PlainFrame {...page}>
        <div className={contentCss.empty} role="alert">
          <Illustration kind="net" />
          <h1 className={textCss.title1}>{passMessages.crashed.title}</h1>
          <p className={textCss.preLine}>{passMessages.crashed.text}</p>
          <div className={`${layoutCss.row} ${layoutCss.gap3} ${layoutCss.marginTop6} ${layoutCss.centered}`}>
            <button
              type="button"
              className={`${controlsCss.button} ${controlsCss.primary}`}
              onClick={onReload}
            >
              {passMessages.crashed.retry}
            </button>
            <a className={`${controlsCss.button} ${controlsCss.outline}`} href={page.returnAddress}>
              {passMessages.gone.back}
            </a>
          </div>
        </div>
      </PlainFrame>
    );
  }
}
