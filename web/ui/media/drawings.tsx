import * as contentCss from "../styles/content.module.css";
/** Drawings of empty and error states (mockups 02-list-empty, 14-*), in the theme's colours. */
export type DrawingKind = "road" | "net" | "busy" | "notFound";

const Road = () => (
  <>
    <path
      d="M92 112l3-9c1-3 3-4 6-4h16c3 0 5 1 7 4l5 7 10 3c3 1 4 2 4 5v4H90v-6c0-2 1-3 2-4z"
      fill="var(--c-primary)"
    />
    <circle cx="104" cy="122" r="6.5" fill="var(--c-text)" />
    <circle cx="132" cy="122" r="6.5" fill="var(--c-text)" />
    <circle cx="104" cy="122" r="2.5" fill="var(--c-surface)" />
    <circle cx="132" cy="122" r="2.5" fill="var(--c-surface)" />
  </>
);
const Net = () => (
  <g strokeWidth="4" strokeLinecap="round">
    <path d="M74 50a38 38 0 0 1 52 0M84 62a23 23 0 0 1 32 0M94 74a9 9 0 0 1 12 0" stroke="var(--c-primary)" />
    <path d="M70 34l60 52" stroke="var(--c-accent)" />
  </g>
);
const Busy = () => (
  <>
    <path
      d="M90 28h30M90 84h30M94 28c0 16 11 20 11 28s-11 12-11 28M116 28c0 16-11 20-11 28s11 12 11 28"
      stroke="var(--c-primary)"
      strokeWidth="3.5"
      strokeLinecap="round"
    />
    <path d="M98 78c2-6 5-7 7-7s5 1 7 7z" fill="var(--c-accent-fill)" />
  </>
);
const subjects = { road: Road, net: Net, busy: Busy } as const;
const hill = "M4 112C34 112 40 62 66 62C88 62 92 92 112 92C130 92 134 70 152 70C172 70 178 112 196 112";

const NotFound = () => (
  <svg className={contentCss.artwork} viewBox="0 0 260 182" fill="none" aria-hidden="true">
    <path
      d="M0 140C40 140 50 60 92 60C124 60 128 104 160 104C190 104 196 74 260 70V182H0Z"
      fill="var(--c-primary-soft)"
    />
    <text
      x="130"
      y="112"
      textAnchor="middle"
      fontFamily="Num"
      fontWeight="600"
      fontSize="104"
      fill="var(--c-primary)"
      letterSpacing="2"
    >
      404
    </text>
    <path d="M0 156C46 148 96 132 132 136C172 140 200 158 260 150V182H0Z" fill="var(--c-bg)" />
    <path
      d="M0 160C46 152 96 136 132 140C172 144 200 162 260 154"
      stroke="var(--c-primary)"
      strokeOpacity=".4"
      strokeWidth="2"
      strokeDasharray="12 8"
    />
  </svg>
);

/** A hill with a road and a subject; for a missing page the road ends. */
export default function Drawing({ kind }: { kind: DrawingKind }) {
  if (kind === "notFound") return <NotFound />;
  const Subject = subjects[kind];
  return (
    <svg className={contentCss.artwork} viewBox="0 0 200 140" fill="none" aria-hidden="true">
      <circle cx="132" cy="48" r="18" fill="var(--c-accent-soft)" />
      <path d={hill} fill="var(--c-primary-soft)" />
      <g strokeWidth="2" strokeLinecap="round">
        <path d={hill} stroke="var(--c-primary)" strokeOpacity=".45" />
        <path d="M30 124H170" stroke="var(--c-line-strong)" strokeDasharray="14 9" />
      </g>
      <Subject />
    </svg>
  );
}
