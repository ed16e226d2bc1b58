import type { Brand } from "#contract/core/brand.ts";

/** What a page around any form needs. */
export type FrameProps = {
  readonly brand: Brand;
  /** Where somebody goes who does not log in; followed as it is where nothing else works. */
  readonly wayBack: string;
  /** The way back was taken: to the web app, or to the page before within these. */
  readonly onBack: () => void;
  /** The page came over https. */
  readonly isEncrypted: boolean;
  /** Somebody came here from another of these pages: its title is read out. */
  readonly isMoved: boolean;
};

/** What every page with a form is given. */
export type PageProps = FrameProps & {
  /** The interaction's. */
  readonly uid: string;
  /** The number as typed, the same on all pages. */
  readonly mobile: string;
  readonly onMobile: (text: string) => void;
  /** Leaves without logging in. */
  readonly onGiveUp: () => void;
  /** Goes on in this page's place. */
  readonly onLeave: (address: string) => void;
};
