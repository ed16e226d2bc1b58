import type { NewActivity } from "../server/activity/index.ts";
import type { NewContest, SeededEntry } from "../server/contest/index.ts";
import type { SeededSignUp } from "../server/signup/index.ts";
import { conceptKeyOf } from "./activity/activity-texts.ts";
import { toShanghaiDate } from "#contract/core/shanghai-date.ts";
import { DAY } from "./calendar.ts";
import { demoId } from "./ids.ts";
import { urlOf, type PictureUrls } from "./pictures.ts";
import { photoNames } from "./drawing/photos.ts";
import { seededFraction, seededHash, seededPick } from "./seeded-hash.ts";
import type { DemoGuest } from "./guests/people.ts";
import { guestsOf } from "./guests/people.ts";

/** Sentences of submitted pictures. */
const captions = [
  "收工的路，天还亮着",
  "后视镜里，城市慢慢变小",
  "等红灯的一分钟，云在烧",
  "隧道尽头是海",
  "第一次带她看日出",
  "雨停了，路面像一面镜子",
  "山顶信号不好，星星很好",
  "收费站的灯，像一串糖葫芦",
  "停在半路，听了一会儿风",
  "爸爸说，这条路他年轻时骑车走过",
  "后排睡着了两个，音乐调小一点",
  "导航说还有十分钟，我开了四十分钟",
  "河边的早市，摊主挥了挥手",
  "桥下那家面馆还开着",
  "雪把路标盖住了一半",
  "过了垭口，云在脚下",
];
/** Choices of the votes, by a word of the activity's title: name, description, picture. */
const votes: readonly { word: string; choices: readonly (readonly [string, string, string])[] }[] = [
  {
    word: "颜色",
    choices: [
      ["苔绿", "像雨后的石阶", "colour-moss"],
      ["柿红", "像十月的屋檐", "colour-persimmon"],
      ["雾蓝", "像六点钟的江面", "colour-mist"],
    ],
  },
  {
    word: "车顶架",
    choices: [
      ["平台式", "能站人，重一点", "rack-platform"],
      ["横杆式", "轻，装自行车顺手", "rack-bars"],
      ["半幅式", "留出天窗，装得少", "rack-half"],
    ],
  },
];

const ENTRIES = 30;
/** Share of the participants who voted for a choice. */
const VOTER_SHARE = 0.9;

const isContest = (activity: NewActivity): boolean => conceptKeyOf(activity) === "photo-call";
const choicesOf = ({ title }: NewActivity) => votes.find(({ word }) => title.includes(word))?.choices ?? [];
const choiceId = (activity: NewActivity, at: number): string =>
  demoId("contestChoice", 10 * (seededHash(activity.activityId) % 900) + at);

/** Contests of the demo: photo contests, and votes for the maker's proposals. */
export function demoContests(activities: readonly NewActivity[], pictures: PictureUrls): NewContest[] {
  return activities.flatMap((activity): NewContest[] => {
    const { activityId } = activity;
    if (isContest(activity))
      return [
        {
          activity_id: activityId,
          kind: "entries",
          votes: 1,
          period: "day",
          entries_per_person: 5,
          is_approved_first: false,
          picture_question: "photos",
          caption_question: "sentence",
          choices: [],
        },
      ];
    const choices = choicesOf(activity);
    if (choices.length === 0) return [];
    return [
      {
        activity_id: activityId,
        kind: "choices",
        votes: 1,
        period: "once",
        entries_per_person: 0,
        is_approved_first: false,
        picture_question: null,
        caption_question: null,
        choices: choices.map(([title, caption, picture], at) => ({
          entryId: choiceId(activity, at),
          title,
          caption,
          pictureUrl: urlOf(pictures, picture),
        })),
      },
    ];
  });
}

/** Entries of people who signed up, with votes of the guests. */
export function demoEntries(
  activity: NewActivity,
  signUps: readonly SeededSignUp[],
  guests: readonly DemoGuest[],
  pictures: PictureUrls,
  now: number,
): SeededEntry[] {
  const { activityId } = activity;
  const number = 100 * (seededHash(activityId) % 90);
  const photos = photoNames.map((name) => urlOf(pictures, name));
  return signUps.slice(0, ENTRIES).map((one, at): SeededEntry => {
    const key = `${activityId}entry${at}`;
    const voters = guestsOf(guests, key, Math.floor(4 + 90 * seededFraction(key) ** 3));
    return {
      entryId: demoId("contestEntry", number + at),
      activityId,
      author: { userId: one.user_id, signUpId: one.signup_id },
      pictureUrl: photos[(at + seededHash(activityId)) % photos.length] ?? "",
      caption: captions[(at * 7 + seededHash(activityId)) % captions.length] ?? "",
      createdTime: Math.min(one.created_time.getTime(), now),
      voterIds: voters.map(({ userId }) => userId).filter((id) => id !== one.user_id),
    };
  });
}

/** Votes of the participants for the maker's choices, each one in all. */
export function demoChoiceVotes(activity: NewActivity, signUps: readonly SeededSignUp[]): SeededEntry[] {
  const { activityId, startTime } = activity;
  const choices = choicesOf(activity);
  const voters = signUps.filter(({ user_id }) => seededFraction(`${user_id}votes`) < VOTER_SHARE);
  return choices.map((_, at): SeededEntry => ({
    entryId: choiceId(activity, at),
    activityId,
    author: null,
    pictureUrl: "",
    caption: "",
    createdTime: startTime + DAY / 2,
    voterIds: voters.flatMap(({ user_id }) =>
      seededPick([0, 0, 0, 1, 1, 2, 2, 2, 2], `${user_id}${activityId}`) === at ? [user_id] : [],
    ),
  }));
}

/** Period of the demo's votes for entries: one day before the first start, so that everybody may still vote today. */
export const periodOfEntries = (now: number): string => toShanghaiDate(now - DAY);
