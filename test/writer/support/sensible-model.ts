/** What a good model would answer: drafts of the page's own sentences, told by another one each, from nothing but the question. */
import { type Asked, type Behaviour, saying } from './model-server.js'

export type PageData = {
  title: string | null
  description: string | null
  language?: string
  items: string[]
  sentences: string[]
  pictures: { shows: string | null; shape: string }[]
  boards: string[]
  searchedFor: string[]
}
export type Draft = { title: string; description: string; altText: string; picture: number; board: number | null }

/** The page between its two lines. @throws Error the question has none */
export function pageOf({ body }: Asked): PageData {
  const question = body.messages.find(({ role }) => role === 'user')!.content
  const [, data] = question.split('\n')
  return JSON.parse(data!) as PageData
}

export const wantedBy = ({ body }: Asked): number => Number(/Write exactly (\d) drafts/.exec(body.messages[0]!.content)?.[1] ?? 1)

export function draftsOf(asked: Asked): Draft[] {
  const { title, description, sentences, pictures, items } = pageOf(asked)
  const own = title ?? 'Page'
  const all = [...new Set([...sentences, ...(description === null ? [] : [description]), `${own}.`])]
  const headings = [...new Set([own, ...items, ...all])].filter((one) => one.length >= 5 && one.length <= 100)
  return Array.from({ length: wantedBy(asked) }, (_, at) => {
    const turned = [...all.slice(at % all.length), ...all.slice(0, at % all.length)]
    const told = turned.reduce(
      (text, one, index) => (index < 3 && text.length + one.length < 780 ? `${text} ${one}`.trim() : text),
      '',
    )
    const picture = at % Math.max(1, pictures.length)
    return {
      title: (headings[at] ?? own.slice(0, 100)).replace(/[.!?:]$/, ''),
      description: told,
      altText: pictures[picture]?.shows ?? own,
      picture,
      board: null,
    }
  })
}

/** @param change what is wrong with it, if anything */
export const writing =
  (change: (drafts: Draft[], asked: Asked) => unknown[] = (drafts) => drafts): Behaviour =>
  (asked, response) =>
    saying(JSON.stringify({ drafts: change(draftsOf(asked), asked) }))(asked, response)
