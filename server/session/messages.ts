/** Texts of sessions and of the gateway's login. */
export const sessionMessages = {
  /** Nickname if the provider sends none. */
  nicknameOf: (lastFour: string) => `用户${lastFour}`,
  nickname: "新用户",
  locked: "账号已停用，如有疑问请联系客服",
  codeMissing: "请填写短信验证码，确认是你本人",
  logInAgain: "请重新登录后，在 10 分钟内操作",
  nicknameMissing: "请填写昵称",
  forbiddenWord: "昵称里有不能使用的词，请换一个",
  pictureExpired: "图片已过期，请重新上传",
  tooManyChanges: "今天修改得有些频繁，请明天再试",
  unreachable: "登录服务暂时不可用，请稍后重试",
} as const;
