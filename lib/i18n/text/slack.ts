/** Text as Slack's markdown needs it: https://docs.slack.dev/messaging/formatting-message-text. */

/** Text in which Slack sees no mention, link, emoji code or formatting. */
export function escapeForSlack(text: string): string {
  return (
    escapeEntities(text)
      // Slack formats at the edges of words only: a mark inside a word stays as it is.
      .replace(/(?<![\p{L}\p{N}])[*_~]|[*_~](?![\p{L}\p{N}])|`/gu, (mark) => `\u200b${mark}`)
      .replace(EMOJI_COLON, ":\u200b")
  );
}

/** The first colon of a code such as `:100:` or `:flag-mx:`; Slack takes no blank in one. The minutes of a time are none. */
const EMOJI_COLON = /:(?!\d\d:)(?=[\p{L}\p{N}_+'’-]+:)/gu;

/**
 * Text in a code span, where Slack formats nothing: an id comes out of it as it went in.
 * @param note what is said where its backticks had to be replaced
 */
export function slackCode(text: string, note = " (with ' for its backticks)"): string {
  const backtick = text.includes("`") ? note : "";
  return `\`${escapeEntities(text).replaceAll("`", "'")}\`${backtick}`;
}

/** A link; what the address holds encoded already stays as it is. */
export function slackLink(url: string, label: string): string {
  return `<${escapeEntities(encodeURI(url).replace(/%25(?=[0-9A-F]{2})/gi, "%"))}|${label}>`;
}

function escapeEntities(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
