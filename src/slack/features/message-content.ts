/** What a message or a command holds for a pin. Slack writes `<https://a.b|label>` and `&amp;`. */

const unescape = (text: string) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')

/** The first web address, marked up by Slack or as typed. */
export function linkIn(text: string): string | undefined {
  const marked = /<(https?:\/\/[^|>\s]+)(?:\|[^>]*)?>/i.exec(text)?.[1]
  const plain = /https?:\/\/[^\s<>|]+/i.exec(text)?.[0]
  const found = marked ?? plain
  if (found === undefined) return undefined
  const link = unescape(found)
  return URL.canParse(link) ? link : undefined
}

/** Whether an address names a picture. */
export const imageIn = (link: string): boolean => /\.(jpe?g|png|webp|gif|heic|svg)$/i.test(new URL(link).pathname)

/** The words without addresses, mentions and markup. */
export const textOf = (text: string): string =>
  unescape(
    text
      .replace(/<https?:\/\/[^>|]+\|([^>]*)>/gi, '$1')
      .replace(/<https?:\/\/[^>]+>/gi, '')
      .replace(/<[@#!][^>|]*\|([^>]*)>/g, '$1')
      .replace(/<[@#!][^>]*>/g, '')
      .replace(/https?:\/\/\S+/gi, ''),
  )
    .replace(/[ \t]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
