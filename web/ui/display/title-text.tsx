import * as textCss from "../styles/text.module.css";

/**
 * Parts of a title within which no line may end: " · " and punctuation with the character before them, a short
 * addition in brackets, and a number with its unit. A phrase that is longer than a line breaks anywhere, therefore
 * these need an element.
 */
const UNBROKEN = /((?:（.{1,6}?）|\d \S|\S(?= · |[\p{Pe}\p{Po}]))[\p{Pe}\p{Po}]*(?: ·(?= ))?)/u;

/**
 * Title whose lines break after " · " and punctuation only, so that no line begins with them, and a suffix such as
 * （试营业） stays whole. Its text is the unchanged title.
 */
export const TitleText = ({ text }: { text: string }) => (
  <>
    {text.split(UNBROKEN).map((part, at) =>
      at % 2 === 1 ? (
        <span key={at} className={textCss.unbroken}>
          {part}
        </span>
      ) : (
        part
      ),
    )}
  </>
);
