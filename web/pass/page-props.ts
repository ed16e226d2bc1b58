import type { Brand } from "#contract/brand.ts";

/** What every page of the provider is given. */
export type PageProps = {
  /** The interaction's. */
  readonly uid: string;
  readonly brand: Brand;
  /** Where somebody goes who does not log in. */
  readonly wayBack: string;
  /** The page came over https. */
  readonly isEncrypted: boolean;
  /** Goes on in this page's place. */
  readonly onLeave: (address: string) => void;
};
