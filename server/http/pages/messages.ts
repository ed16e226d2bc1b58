/** Texts of link previews and search results. */
export const pageMessages = {
  home: (brand: string) => `${brand}的试驾、车友活动与线上福利：看近期活动，选城市和经销商，在线报名。`,
  list: (brand: string) => `${brand}近期活动：按城市、车系和时间查找试驾会、车友活动与线上福利。`,
  club: (brand: string) => `${brand}车友会：加入附近的车友群，看用车心得、自驾路线和活动回顾。`,
  group: (name: string, city: string, members: number) => `${name} · ${city} · ${members} 位车友`,
  mall: (brand: string) => `${brand}商城：原厂配件、生活用品与专属活动。`,
  price: (fen: number, isFrom: boolean) =>
    `¥${(fen / 100).toFixed(2).replace(/\.00$/, "")}${isFrom ? " 起" : ""}`,
  dealer: (address: string) => `地址：${address}。查看近期活动，预约试驾。`,
} as const;
