/** A web of a few pages, each as the test says: those it does not name answer 200. */
import type { NoAnswer, Web, WebRequest } from '../../../../src/core/ports/web.js'

export type Pages = Web & {
  /** By address. */
  answers: Map<string, number | NoAnswer>
  /** Pages that answer only then. */
  until: Map<string, Promise<void>>
  /** Pages that programs may not read. */
  forbidden: Set<string>
  /** Pages that were asked for, without the rules of websites. */
  asked: string[]
}

const RULES = 'User-agent: *\nDisallow: /'

export function somePages(): Pages {
  const answers: Pages['answers'] = new Map()
  const until: Pages['until'] = new Map()
  const forbidden: Pages['forbidden'] = new Set()
  const asked: string[] = []
  return {
    answers,
    until,
    forbidden,
    asked,
    async get({ url }: WebRequest) {
      const answered = (status: number, contentType: string, body: string) =>
        ({ kind: 'answered', status, location: null, contentType, body: Buffer.from(body) }) as const
      if (url.endsWith('/robots.txt')) return answered(200, 'text/plain', RULES)
      asked.push(url)
      await until.get(url)
      const answer = answers.get(url) ?? 200
      return typeof answer === 'string'
        ? { kind: 'unanswered', because: answer }
        : answered(answer, 'text/html', '<!doctype html>')
    },
    readFeed: () => Promise.resolve({ kind: 'unanswered', because: 'offline' }),
    readText: ({ body }) => Promise.resolve(Buffer.from(body).toString()),
    readPage: () => Promise.resolve({ richTitle: null, siteName: null, isNopin: false }),
    readContent: () => Promise.resolve(null),
    runApart: () => Promise.resolve(null),
    mayRead: (_rules, url) => Promise.resolve(!forbidden.has(url)),
  }
}
