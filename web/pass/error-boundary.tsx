import { Component, type ReactNode } from "react";
import { Illustration } from "../ui/media/illustration.tsx";
import { PlainFrame } from "./page-frame.tsx";
import type { FrameProps } from "./page-props.ts";
import { passMessages } from "./messages.ts";

type PassErrorBoundaryProps = FrameProps & { children: ReactNode; onReload: () => void };

/** A fault of ours while drawing leaves a page that can be loaded again, not an empty one. */
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
        <div className="empty" role="alert">
          <Illustration kind="net" />
          <h1 className="t1">{passMessages.crashed.title}</h1>
          <p className="pre">{passMessages.crashed.text}</p>
          <div className="row g3 mt6 cen">
            <button type="button" className="btn p" onClick={onReload}>
              {passMessages.crashed.retry}
            </button>
            <a className="btn o" href={page.wayBack}>
              {passMessages.gone.back}
            </a>
          </div>
        </div>
      </PlainFrame>
    );
  }
}
