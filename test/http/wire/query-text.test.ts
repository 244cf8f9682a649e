import { expect, test } from 'vitest'
import { requireDecoded } from '../../../src/http/query-text.js'

const judge = (query: string) => () => requireDecoded(`/v1/boards${query}`, ['keyword'])
const REFUSED = { code: 'BAD_REQUEST', details: { field: 'keyword' } }

test.each([
  '?keyword=caf%E9',
  '?keyword=why?caf%E9',
  '?keyword=a=caf%E9',
  '?keyword=a==caf%E9',
  '?key%77ord=caf%E9',
  '?limit=1&keyword=a=b?caf%E9',
  '#keyword=caf%E9', // the router takes it for a query
])('%s is refused: it is no text of its sender’s', (query) => {
  expect(judge(query)).toThrow(expect.objectContaining(REFUSED) as Error)
})

test.each([
  '',
  '?',
  '?keyword',
  '?keyword=why?caf%C3%A9',
  '?keyword=a=caf%C3%A9',
  '?keyword=a=100%',
  '?other=caf%E9&keyword=a',
  '?key%E9word=caf%E9',
  '?other=keyword=caf%E9',
])('%s is let pass', (query) => {
  expect(judge(query)).not.toThrow()
})
