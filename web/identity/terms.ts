/** Documents that a user agrees to at login. A brand must supply its own texts before it goes live. */
export type Terms = { readonly title: string; readonly paragraphs: readonly string[] };
export type TermsKind = "terms" | "privacy";

/**
 * @param brandName name of the maker
 * @param idName name of its account
 * @param servicePhone for questions and withdrawal
 */
export const termsOf = (kind: TermsKind, brandName: string, idName: string, servicePhone: string): Terms =>
  kind === "terms"
    ? {
        title: "用户协议",
        paragraphs: [
          `${idName}是${brandName}为您提供的统一账号，可用于登录${brandName}的活动、车友圈与商城。`,
          "请使用本人的手机号注册和登录，并妥善保管验证码与密码。通过您的账号完成的操作，视为您本人的操作。",
          "您可以随时退出登录或注销账号。账号被他人使用时，请尽快联系我们。",
          `如有疑问，请致电 ${servicePhone}。`,
        ],
      }
    : {
        title: "隐私政策",
        paragraphs: [
          `为了登录和防止冒用，${brandName}会处理您的手机号、设备标识与登录时间。`,
          "报名活动时，您填写的姓名、手机号、车系与门店只用于该活动的联络与签到；未经您同意，不会用于其他目的。",
          "位置信息只在您允许后用于推荐附近的活动，不会保存在服务器上。",
          `您可以查询、更正、删除您的信息，或撤回同意，请致电 ${servicePhone}。撤回前已完成的处理不受影响。`,
        ],
      };
