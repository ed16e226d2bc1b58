import { createHash } from "node:crypto";

/** Kinds of simulated people. */
export const personKinds = ["visitor", "no-mobile", "mobile", "owner", "virtual"] as const;
type PersonKind = (typeof personKinds)[number];

/** A person of the simulated WeChat. */
export type SimulatedPerson = {
  readonly kind: PersonKind;
  readonly openId: string;
  readonly unionId: string;
  readonly nickname: string;
  /** Description on the consent page. */
  readonly about: string;
  /** Mobile bound before the first visit; null: none. */
  readonly mobile: string | null;
  readonly isOwner: boolean;
  /** WeChat's quick-view mode. */
  readonly isVirtual: boolean;
};

const kinds: Readonly<
  Record<PersonKind, Pick<SimulatedPerson, "nickname" | "about" | "mobile" | "isOwner" | "isVirtual">>
> = {
  visitor: { nickname: "新朋友", about: "每次都是第一次来", mobile: null, isOwner: false, isVirtual: false },
  "no-mobile": {
    nickname: "山野来信",
    about: "来过，没有绑定手机号",
    mobile: null,
    isOwner: false,
    isVirtual: false,
  },
  mobile: {
    nickname: "林晓岚",
    about: "已绑定手机号",
    mobile: "13900010001",
    isOwner: false,
    isVirtual: false,
  },
  owner: {
    nickname: "陈砚舟",
    about: "已绑定手机号的认证车主",
    mobile: "13900010002",
    isOwner: true,
    isVirtual: false,
  },
  virtual: {
    nickname: "微信用户",
    about: "快照模式里的虚拟用户",
    mobile: null,
    isOwner: false,
    isVirtual: true,
  },
};

const idOf = (prefix: string, text: string): string =>
  prefix + createHash("sha256").update(text).digest("base64url").slice(0, 27);
const isKind = (text: string): text is PersonKind => personKinds.some((kind) => kind === text);

/**
 * Finds the person of a name: a kind, and after a dot a suffix that distinguishes people of that kind, for
 * `mobile` and `owner` their mobile: `visitor`, `no-mobile.anna`, `mobile.13912345678`.
 * @param appId people have a separate openid for every official account
 * @param nonce makes a visitor without suffix a new person each time
 * @returns null for an unknown name
 */
export function simulatedPersonOf(name: string, appId: string, nonce: string): SimulatedPerson | null {
  const [kind = "", suffix = ""] = name.split(/\.(.*)/s);
  if (!isKind(kind) || !/^[\w-]{0,40}$/.test(suffix)) return null;
  const facts = kinds[kind];
  const identity = kind === "visitor" && suffix === "" ? `${kind}.${nonce}` : name;
  const hasMobile = facts.mobile !== null && suffix !== "";
  if (hasMobile && !/^1[3-9]\d{9}$/.test(suffix)) return null;
  return {
    kind,
    ...facts,
    mobile: hasMobile ? suffix : facts.mobile,
    openId: idOf("o", `${appId} ${identity}`),
    unionId: idOf("u", identity),
  };
}
