import { Icon, type IconProps } from "../../../ui/icons/icon.tsx";
import * as iconCss from "../../../ui/styles/icon.module.css";

/** Icons that only the console has, from its mockups. */
export const ChartIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4.5 20V4.5M4.5 20H20M9 16v-4M13 16V8M17 16v-6" />
  </Icon>
);
export const TrendIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 4.5V20h16M7.5 15l3.5-4 3 2.5 5-6.5" />
  </Icon>
);
export const SparkIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4c.8 4.5 3 6.7 7.5 7.5C15 12.3 12.8 14.5 12 19c-.8-4.5-3-6.7-7.5-7.5C9 10.7 11.2 8.5 12 4z" />
  </Icon>
);
export const DocumentIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M6 4h9l3.5 3.5V20H6zM9 11h6M9 15h6" />
  </Icon>
);
export const SystemIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="3" />
    <path d="M12 3.5v3M12 17.5v3M3.5 12h3M17.5 12h3M6 6l2.1 2.1M15.9 15.9 18 18M18 6l-2.1 2.1M8.1 15.9 6 18" />
  </Icon>
);
export const ColumnsIcon = (props: IconProps) => (
  <Icon {...props}>
    <rect x="4" y="5" width="16" height="14" rx="2" />
    <path d="M9.5 5v14M14.5 5v14" />
  </Icon>
);
export const DotsIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="6" cy="12" r="1.5" className={iconCss.filled} />
    <circle cx="12" cy="12" r="1.5" className={iconCss.filled} />
    <circle cx="18" cy="12" r="1.5" className={iconCss.filled} />
  </Icon>
);
export const DownloadIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 4v11M7.5 11 12 15.5l4.5-4.5M5 20h14" />
  </Icon>
);
export const ArrowDownIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 5v14M7.5 14.5 12 19l4.5-4.5" />
  </Icon>
);
export const ArrowUpIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M12 19V5M7.5 9.5 12 5l4.5 4.5" />
  </Icon>
);
export const KeyIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="8.5" cy="14.5" r="4" />
    <path d="m11.5 11.5 8-8M16 7l2.5 2.5" />
  </Icon>
);
export const CompanyIcon = (props: IconProps) => (
  <Icon {...props}>
    <path d="M4 20V6l8-3 8 3v14M9 20v-4h6v4M8.5 9h.1M12 9h.1M15.5 9h.1M8.5 12.5h.1M12 12.5h.1M15.5 12.5h.1" />
  </Icon>
);
export const GlobeIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c2.5 2.4 3.7 5.2 3.7 8.5s-1.2 6.1-3.7 8.5c-2.5-2.4-3.7-5.2-3.7-8.5S9.5 5.9 12 3.5z" />
  </Icon>
);
export const CommunityIcon = (props: IconProps) => (
  <Icon {...props}>
    <circle cx="9" cy="9" r="3.5" />
    <path d="M2.8 19.5c.5-3.4 3-5.5 6.2-5.5s5.7 2.1 6.2 5.5" />
    <path d="M15.5 5.8a3.3 3.3 0 0 1 0 6.4M17.5 14.4c2 .7 3.3 2.5 3.7 5.1" />
  </Icon>
);
