/** A web of a few pages, each as the test says: those it does not name answer 200. */
import type { NoAnswer, Web, WebRequest } from '../../../../src/core/ports/web.js'

export type Pages = Web & {
  /** By address. */
  answers: Map<string, number | NoAnswer>
  /** Pages that were asked for, without the rules of websites. */
  asked: string[]
}

export function somePages(): Pages {
  const answers: Pages['answers'] = new Map()
  const asked: string[] = []
  return {
    answers,
    asked,
    async get({ url }: WebRequest) {
      if (url.endsWith('/robots.txt')) return { kind: 'answered', status: 404, location: null, contentType: null, body: null }
      asked.push(url)
      const answer = answers.get(url) ?? 200
      if (typeof answer === 'string') return { kind: 'unanswered', because: answer }
      return { kind: 'answered', status: answer, location: null, contentType: 'text/html', body: '<!doctype html>' }
    },
    readPage: () => ({ richTitle: null, siteName: null, isNopin: false }),
    mayRead: () => true,
  }
}
