import type { AccessRow } from "./access-row.ts";
import { activityAccess } from "./activity-access.ts";
import { figureAccess } from "./figure-access.ts";
import { clubAccess } from "./club-access.ts";
import { exportAccess } from "./export-access.ts";
import { bannerAccess } from "./banner-access.ts";
import { basicsAccess } from "./basics-access.ts";
import { guestAccess } from "./guest-access.ts";
import { invitationAccess } from "./invitation-access.ts";
import { kocAccess } from "./koc-access.ts";
import { leadAccess } from "./lead-access.ts";
import { linkAccess } from "./link-access.ts";
import { mallAccess } from "./mall-access.ts";
import { benefitAccess } from "./benefit-access.ts";
import { watchAccess } from "./watch-access.ts";
import { pageAccess } from "./page-access.ts";
import { ownerAccess } from "./owner-access.ts";
import { shareAccess } from "./share-access.ts";
import { ownAccess } from "./own-access.ts";

/**
 * Access of every call of the console; one line for each area, whose rows are in a file of its own. A call without a row
 * fails server/console/access.routes.test.ts (requirement CO08).
 */
export const accessTable: readonly AccessRow[] = [
  ...ownAccess,
  ...activityAccess,
  ...guestAccess,
  ...leadAccess,
  ...mallAccess,
  ...benefitAccess,
  ...kocAccess,
  ...watchAccess,
  ...linkAccess,
  ...invitationAccess,
  ...figureAccess,
  ...clubAccess,
  ...exportAccess,
  ...bannerAccess,
  ...pageAccess,
  ...basicsAccess,
  ...ownerAccess,
  ...shareAccess,
];
