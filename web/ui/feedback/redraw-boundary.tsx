import { Component, Fragment, type ReactNode } from "react";

/** Number of times that a part is drawn again before its error counts as final. */
const MAX_REDRAWS = 3;

/** Whether React failed because something else has changed its nodes, such as a translation (requirement Z12). */
const isForeignChange = (error: unknown): boolean =>
  error instanceof DOMException && /NotFound|Hierarchy/.test(error.name);

type Props = {
  /** Shown after a final error; without it the next boundary handles the error. */
  fallback?: ReactNode;
  children: ReactNode;
};

/** Draws its children again, with new nodes, when React cannot go on with those of the page. */
export class RedrawBoundary extends Component<Props, { error: unknown; redraws: number }> {
  override state = { error: null as unknown, redraws: 0 };
  static getDerivedStateFromError = (error: unknown) => ({ error });
  get mayRedraw(): boolean {
    return isForeignChange(this.state.error) && this.state.redraws < MAX_REDRAWS;
  }
  override componentDidCatch(): void {
    if (this.mayRedraw) this.setState(({ redraws }) => ({ error: null, redraws: redraws + 1 }));
  }
  override render(): ReactNode {
    const { error, redraws } = this.state;
    if (error === null) return <Fragment key={redraws}>{this.props.children}</Fragment>;
    if (this.mayRedraw) return null;
    if (this.props.fallback !== undefined) return this.props.fallback;
    throw error;
  }
}
