import type { Brand } from "#contract/core/brand.ts";

/** Properties of the frame around every form. */
export type FrameProps = {
  readonly brand: Brand;
  /** Address to return to without logging in; the plain link if nothing else works. */
  readonly returnAddress: string;
  /** Called on return, to the web app or to the previous one of these pages. */
  readonly onBack: () => void;
  /** Whether the page was loaded over https. */
  readonly isEncrypted: boolean;
  /** Whether the user came from another of these pages: its title is announced. */
  readonly isNavigated: boolean;
};

/** Properties of every page with a form. */
export type PageProps = FrameProps & {
  /** Id of the interaction. */
  readonly uid: string;
  /** Number as typed, shared by all pages. */
  readonly mobile: string;
  readonly onMobile: (text: string) => void;
  /** Leaves without logging in. */
  readonly onCancel: () => void;
  /** Navigates to an address, replacing this page. */
  readonly onLeave: (address: string) => void;
};
