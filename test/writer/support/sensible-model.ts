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
  const all = [
    ...new Set([...sentences, ...(description === null ? [] : [description]), ...(title === null ? [] : [`${title}.`])]),
  ]
  return Array.from({ length: wantedBy(asked) }, (_, at) => {
    const own = all.filter((_sentence, index) => index % wantedBy(asked) === at).slice(0, 3)
    const told = (own.length > 0 ? own : all.slice(at % all.length, (at % all.length) + 2)).join(' ').slice(0, 780)
    const picture = at % Math.max(1, pictures.length)
    const heading = at === 0 ? title : (items[at - 1] ?? own[0] ?? title)
    return {
      title: (heading ?? 'Page').replace(/[.!?:]$/, '').slice(0, 100),
      description: told.length >= 40 ? told : `${title ?? ''}. ${told} ${all.join(' ')}`.slice(0, 780),
      altText: pictures[picture]?.shows ?? title ?? 'Picture',
      ...{ picture, board: null },
    }
  })
}

/** @param change what is wrong with it, if anything */
export const writing =
  (change: (drafts: Draft[], asked: Asked) => unknown[] = (drafts) => drafts): Behaviour =>
  (asked, response) =>
    saying(JSON.stringify({ drafts: change(draftsOf(asked), asked) }))(asked, response)
