/** Own pages that banners may lead to, by their paths. */
export const bannerPages: Readonly<Record<string, string>> = {
  "/": "首页",
  "/list": "全部活动",
  "/mall": "商城",
  "/club": "车友圈",
  "/mine": "我的",
  "/mine/coupons": "我的卡券",
  "/mine/owner": "车主认证",
};
