import { Component, type ReactNode } from "react";
import { Art } from "../ui/art.tsx";
import { PlainFrame } from "./frame.tsx";
import type { FrameProps } from "./page-props.ts";
import { words } from "./words.ts";

type CrashProps = FrameProps & { children: ReactNode; onReload: () => void };

/** A fault of ours while drawing leaves a page that can be loaded again, not an empty one. */
export class Crash extends Component<CrashProps, { hasFailed: boolean }> {
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
          <Art kind="net" />
          <h1 className="t1">{words.crashed.title}</h1>
          <p className="pre">{words.crashed.text}</p>
          <div className="row g3 mt6 cen">
            <button type="button" className="btn p" onClick={onReload}>
              {words.crashed.retry}
            </button>
            <a className="btn o" href={page.wayBack}>
              {words.gone.back}
            </a>
          </div>
        </div>
      </PlainFrame>
    );
  }
}
