/** Replaces Slack's codes by emoji; unknown ones stay names. */
import { emojiOf } from '../../slack/input/emoji.js'

export const withEmoji = (text: string): string =>
  text.replace(/:([a-z0-9_+'-]+(?:::skin-tone-[2-6](?:-[2-6])?)?):/g, (whole, name: string) => emojiOf(name) ?? whole)
